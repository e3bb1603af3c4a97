import { spelledOut } from '#contract/support/spelling.ts'
import { CAR_NAMES, PLACES } from '#contract/lots/common-names.ts'
import { GENERAL_WORDS } from './general-words.ts'

/** How the words of a language are read. */
export type Vocabulary = {
  /** The question in small letters, with short forms written out. */
  writtenOut(question: string): string
  /** As `writtenOut`, in the words that the pages use. */
  spelledOut(question: string): string
  /** Where one question of a message ends and the next one begins, with what only announces them (`two things:`); without groups. */
  between: RegExp
  /** A part that asks, among others that only tell. */
  asks: RegExp
  /** A part that is about what a part before it names. */
  refersBack: RegExp
  /** Lower case, one word for a phrase, split. */
  tokensOf(text: string): string[]
  /** Null for a stop word, so that it is neither stored nor searched. */
  stemOf(word: string): string | null
  /** Stems that mean much the same, without the word's own. */
  synonymsOf(stemmed: string): string[]
  /** Stems of words of any subject. */
  general: ReadonlySet<string>
}

/** In every language: where a person lives and what a car is called rarely change the answer. */
export function isName(word: string): boolean {
  return PLACES.has(word) || CAR_NAMES.has(word)
}

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any anything are as at be been before being but by can could did do does doing done each either else even ever every
  for from get gets getting give gives giving go goes going got had has have having he hello help her here hey hi him his how i if in into is it its just know let like ll looking make
  many may me mean might mine more most much must my need needs no not now of off ok okay on one only or other our out over own per please possible re really
  s same say she should so some someone something still such sure t take tell than thanks that the their them then there these they thing things this those to
  happen happens happened happening work works working become becoming im ive isnt dont cant cannot doesnt didnt wont wouldnt youre thats whats arent wasnt havent hasnt people person anyone somebody someone enter entered big long actually exactly dollars usd option options available kind kinds sort type types include includes included calculate calculated last lasts policy allow allowed required offered part case normally usually typical
  end ends ended ending up good bad great fine instead once twice always never come comes coming came find finding found figure real typed zero mind arrive arrives arrived explain
  wondering curious anyway maybe quite rather website site platform paddock web able try trying tried seem seems plan planning somehow simply currently right left besides yet through
  thing stuff know knows knew wish hope ask asking asked understand understood mean lot's around near soon later earlier already interested someday think guess believe feel set sets setting within everything nothing week
  today tomorrow tonight weekend monday tuesday wednesday thursday friday saturday sunday mondays saturdays sundays went mid away way put puts hit hits till provide provided saying says lol wtf lmao omg bruh dude bro man guys tbh idk btw asap kinda anymore
  too under until up us use used ve very want wants was way we were what whats when where whether which while who whole why will with without wonder would you your yours`.split(
    /\s+/,
  ),
)

/** Groups of synonyms; each is one group of stems. Others are in the texts, among the questions that a section answers. */
const SYNONYMS: readonly string[][] = [
  // In no page: known, so that it isn’t taken for a slip of `whether`.
  ['weather', 'forecast'],
  ['car', 'vehicle', 'truck', 'automobile', 'auto', 'suv', 'van', 'motorcycle', 'bike', 'item'],
  ['join', 'register', 'signup', 'enroll', 'registration', 'start'],
  ['cancel', 'retract', 'withdraw', 'undo', 'revoke', 'unbid', 'rescind'],
  ['card', 'visa', 'mastercard', 'amex', 'credit', 'debit'],
  ['wrong', 'described', 'differs', 'incorrect', 'inaccurate', 'lied', 'different', 'misrepresented'],
  ['increment', 'step', 'minimum', 'raise', 'increase', 'higher', 'lowest', 'smallest'],
  ['engine', 'motor', 'transmission', 'trans', 'gearbox', 'brakes', 'leak', 'noise', 'smoke'],
  [
    'offline',
    'connection',
    'internet',
    'wifi',
    'disconnect',
    'network',
    'crash',
    'drop',
    'died',
    'froze',
    'frozen',
    'lag',
  ],
]

function tokensOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[’'`](s|d|ll|ve|re|m)\b|[’'`]|\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  )
}

const NUMBERS = /^(1[5-8]|21|2fa)$/

function stemOf(word: string): string | null {
  // An amount, a number or a model's name such as F150 does not identify a rule; an age does.
  if (/\d/.test(word) && !NUMBERS.test(word)) return null
  const stemmed = stem(word)
  // A worker is not a form of `work`.
  return STOP_WORDS.has(word) ||
    isName(word.replace(/s$/, '')) ||
    isName(word) ||
    (STOP_STEMS.has(stemmed) && !/ers?$/.test(word))
    ? null
    : stemmed
}

/** So that `sell` and `selling` have one stem. */
const DOUBLED = /([bdglmnprt])\1$/

/** Removes endings, so that forms of a word match; handmade for the words of this trade. */
function stem(word: string): string {
  if (word.length <= 3) return word
  // Not the forms of `cook`.
  if (word.startsWith('cookie')) return 'cookie'
  if (word.length === 4) return word.replace(/s$/, '').replace(DOUBLED, '$1')
  return word
    .replace(/(ying|ies|ied|ication)$/, 'y')
    .replace(/(ations?|itions?|able|ings?|ments?|ed|es|ly|ers?|s)$/, '')
    .replace(DOUBLED, '$1')
    .replace(/(e|y|i)$/, '')
}

/** Stems that mean much the same, by each of them. */
export function groupsOf(synonyms: readonly string[][], stemmed: (word: string) => string): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const words of synonyms) {
    const stems = words.map(stemmed)
    for (const one of stems) {
      const known = groups.get(one) ?? new Set<string>()
      for (const other of stems) known.add(other)
      groups.set(one, known)
    }
  }
  return groups
}

const STOP_STEMS = new Set([...STOP_WORDS].map(stem))

const groups = groupsOf(SYNONYMS, stem)

/** The first word of a question. */
const START = '(?:how|what|when|where|who|why|which|can|do|does|did|is|are|am|will|have|has|any|should)'

export const ENGLISH: Vocabulary = {
  writtenOut: spelledOut,
  between: new RegExp(
    `[^:.!?;]{1,40}:\\s+(?=${START}\\b)|(?<=\\?)\\s*|;\\s*|[.!]+\\s+|,?\\s+(?:and|also|plus|&)\\s+(?=${START}\\b)`,
  ),
  asks: new RegExp(
    `\\?$|^(?:(?:so|and|also|but|ok|hi|y|und|aber|pero),? )*${START}(?!\\p{L})|\\b(know|wonder\\w*|tell me|ask(ing)?|understand|find out) (if|whether|about|how|what|when|where|who|why)\\b`,
    'u',
  ),
  refersBack: /\b(it|that|this|them)\b/,
  // Someone who doesn’t pay asks what follows, not how to pay. Both words of `as is` say nothing alone.
  spelledOut: (question) =>
    spelledOut(question)
      .replaceAll(/\b(do ?n'?t|do not|ca n'?t|can'?t|cannot|never) pay\b/g, 'overdue')
      .replaceAll(/\bas[ -]is\b/g, 'asis'),
  tokensOf,
  stemOf,
  synonymsOf: (stemmed) => [...(groups.get(stemmed) ?? [])].filter((other) => other !== stemmed),
  general: new Set(GENERAL_WORDS.map(stem)),
}
