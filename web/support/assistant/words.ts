import { spelledOut } from '#contract/support/spelling.ts'
import { PHRASES } from './phrases.ts'

/** How the words of a language are read. */
export type Vocabulary = {
  /** The question in small letters, with short forms written out. */
  writtenOut(question: string): string
  /** As `writtenOut`, in the words that the pages use. */
  spelledOut(question: string): string
  /** Where one question of a message ends and the next one begins; without groups. */
  between: RegExp
  /** A part that asks, among others that only tell. */
  asks: RegExp
  /** Lower case, one word for a phrase, split. */
  tokensOf(text: string): string[]
  /** Null for a stop word, so that it is neither stored nor searched. */
  stemOf(word: string): string | null
  /** Stems that mean much the same, without the word's own. */
  synonymsOf(stemmed: string): string[]
}

/** In every language: where a person lives rarely changes the answer. */
export const PLACES: ReadonlySet<string> = new Set(
  `alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming atlanta austin baltimore boston charlotte chicago cleveland columbus dallas denver detroit houston indianapolis jacksonville memphis miami milwaukee minneapolis nashville orlando philadelphia phoenix pittsburgh portland sacramento seattle tampa tucson tulsa vegas`.split(
    ' ',
  ),
)

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

/** Groups of synonyms; each is one group of stems. */
const SYNONYMS: readonly string[][] = [
  // In no page: known, so that they aren’t taken for slips of other words.
  ['weather', 'rain', 'snow', 'forecast', 'temperature', 'sunny'],
  ['car', 'vehicle', 'truck', 'automobile', 'auto', 'suv', 'van', 'motorcycle', 'bike'],
  ['pickup', 'pick', 'collect', 'fetch', 'collection', 'retrieve', 'grab'],
  ['accept', 'valid', 'suffice', 'enough'],
  ['percent', 'percentage', 'commission', 'premium', 'markup', 'cut'],
  ['friend', 'brother', 'sister', 'wife', 'husband', 'spouse', 'partner', 'son', 'daughter', 'relative', 'family'],
  ['total', 'sum', 'overall', 'altogether'],
  ['beforehand', 'inspect', 'visit'],
  ['fee', 'cost', 'charge', 'price', 'expensive', 'cheap'],
  ['pay', 'payment', 'paid', 'payable'],
  ['join', 'register', 'signup', 'enroll', 'registration', 'start'],
  ['member', 'membership'],
  ['verify', 'verification', 'identity', 'id', 'identification', 'approve', 'kyc'],
  ['license', 'licence'],
  ['document', 'passport', 'license', 'papers', 'paperwork'],
  ['maximum', 'max', 'autobid', 'proxy', 'ceiling'],
  ['snipe', 'sniping', 'sniper', 'lastsecond', 'seconds', 'late'],
  ['extend', 'extension', 'overtime', 'prolong', 'longer'],
  ['cancel', 'retract', 'withdraw', 'undo', 'revoke', 'back', 'unbid', 'rescind'],
  ['refund', 'reimburse', 'moneyback', 'money', 'return'],
  [
    'ship',
    'shipping',
    'deliver',
    'delivery',
    'transport',
    'carrier',
    'haul',
    'freight',
    'transporter',
    'tow',
    'driver',
  ],
  ['password', 'passcode', 'login', 'logon', 'credentials'],
  ['forgot', 'lost', 'reset', 'forgotten', 'remember'],
  ['delete', 'close', 'remove', 'erase', 'deactivate', 'quit'],
  ['email', 'mail', 'emails', 'message'],
  ['phone', 'telephone', 'call', 'mobile', 'cell'],
  ['staff', 'employee', 'worker', 'team'],
  ['deposit', 'prepayment', 'escrow', 'earnest', 'downpayment'],
  ['contact', 'reach', 'support', 'human', 'agent', 'representative', 'talk', 'speak', 'operator', 'rep'],
  ['invoice', 'bill', 'receipt'],
  ['tax', 'vat', 'taxes'],
  ['card', 'visa', 'mastercard', 'amex', 'credit', 'debit'],
  ['transfer', 'wire', 'ach', 'bank'],
  ['late', 'overdue', 'delay', 'deadline', 'due'],
  ['storage', 'store', 'yard', 'parking', 'lot fees'],
  ['mileage', 'odometer', 'miles', 'kilometers'],
  ['title', 'salvage', 'rebuilt', 'brand', 'clean'],
  ['damage', 'flaw', 'defect', 'scratch', 'fault', 'dent', 'rust', 'problem', 'issue', 'broken'],
  ['inspect', 'inspection', 'check', 'examine', 'report', 'condition'],
  ['listed', 'described', 'description'],
  ['misrepresented', 'described', 'wrong', 'differs', 'incorrect', 'inaccurate', 'lied', 'different'],
  ['shill', 'fake', 'cheat', 'rig', 'rigged', 'fraud', 'bots', 'fair', 'trust', 'honest'],
  ['bitcoin', 'crypto', 'cryptocurrency', 'paypal', 'venmo', 'zelle'],
  ['bug', 'error', 'glitch', 'malfunction'],
  ['scam', 'phishing', 'suspicious', 'legit', 'genuine', 'fake', 'sketchy', 'shady', 'dodgy', 'weird', 'fraud'],
  ['proof', 'prove', 'provably', 'verifiable', 'ledger'],
  ['currency', 'peso', 'euro', 'exchange'],
  ['cookie', 'cookies', 'tracking', 'tracker'],
  ['privacy', 'data', 'gdpr', 'personal'],
  ['increment', 'step', 'minimum', 'raise', 'increase', 'higher', 'lowest', 'smallest'],
  ['outbid', 'beat'],
  ['clock', 'timer', 'countdown'],
  ['engine', 'motor', 'transmission', 'trans', 'gearbox', 'brakes', 'leak', 'noise', 'smoke'],
  ['tie', 'equal', 'same', 'identical'],
  ['reserve', 'minimum', 'undisclosed'],
  ['negotiate', 'negotiation', 'offer', 'haggle', 'counteroffer', 'counter'],
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
    'freeze',
    'lag',
  ],
  ['anonymous', 'name', 'visible', 'public', 'paddle'],
  ['alert', 'notify', 'notification', 'notifications', 'push', 'remind', 'reminder'],
  ['unsubscribe', 'stop', 'mute', 'off'],
  ['watch', 'favorite', 'follow', 'save', 'watchlist', 'heart', 'bookmark'],
  ['sell', 'consign', 'consignment', 'seller'],
  ['auction', 'sale', 'event'],
  ['calendar', 'schedule', 'upcoming', 'next', 'dates'],
  ['warranty', 'guarantee', 'return'],
  ['buynow', 'instantly', 'immediately', 'outright'],
  ['company', 'business', 'dealer', 'dealership', 'corporation', 'llc', 'shop', 'firm'],
  ['age', 'old', 'minor', 'eighteen', '18', 'full'],
  [
    'country',
    'foreign',
    'abroad',
    'international',
    'overseas',
    'canada',
    'mexico',
    'export',
    'nigeria',
    'ghana',
    'africa',
    'europe',
    'germany',
    'dubai',
    'honduras',
    'guatemala',
    'colombia',
    'dominican',
  ],
  ['2fa', 'twofactor', 'authenticator', 'factor', 'second'],
  ['duration', 'time', 'wait', 'waiting', 'forever', 'days', 'hours', 'fast', 'quick', 'quickly', 'soon', 'deadline'],
  [
    'suspend',
    'suspended',
    'block',
    'blocked',
    'ban',
    'locked',
    'inactive',
    'active',
    'restricted',
    'disabled',
    'deactivated',
    'flagged',
  ],
  ['earn', 'profit', 'revenue', 'business model'],
  ['limit', 'cap', 'allowance'],
  ['accident', 'history', 'carfax', 'vin', 'stolen'],
  ['install', 'app', 'iphone', 'android', 'download'],
  ['photo', 'picture', 'image', 'photos', 'pictures', 'video', 'underside'],
]

function tokensOf(text: string): string[] {
  let plain = text.toLowerCase().replaceAll(/[’`]/g, "'")
  for (const [phrase, word] of PHRASES) plain = plain.replaceAll(phrase, word)
  return (
    plain
      .normalize('NFKD')
      .replaceAll(/'(s|d|ll|ve|re|m)\b|'|\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  )
}

function stemOf(word: string): string | null {
  // An amount, a number or a model's name such as F150 does not identify a rule; an age does.
  if (/\d/.test(word) && word !== '18' && word !== '2fa') return null
  const stemmed = stem(word)
  // A worker is not a form of `work`.
  return STOP_WORDS.has(word) || PLACES.has(word) || (STOP_STEMS.has(stemmed) && !/ers?$/.test(word)) ? null : stemmed
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
    .replace(/(ying|ies|ied)$/, 'y')
    .replace(/(fication|ations?|itions?|able|ings?|ments?|ed|es|ly|ers?|s)$/, '')
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
  between: new RegExp(`(?<=\\?)\\s*|;\\s*|[.!]+\\s+|,?\\s+(?:and|also|plus|&)\\s+(?=${START}\\b)`),
  asks: new RegExp(
    `\\?$|^(?:(?:so|and|also|but|ok|hi|y|und|aber|pero),? )*${START}(?!\\p{L})|\\b(know|wonder\\w*|tell me|ask(ing)?|understand|find out) (if|whether|about|how|what|when|where|who|why)\\b`,
    'u',
  ),
  // Someone who doesn’t pay asks what follows, not how to pay.
  spelledOut: (question) =>
    spelledOut(question).replaceAll(/\b(do ?n'?t|do not|ca n'?t|can'?t|cannot|never) pay\b/g, 'overdue'),
  tokensOf,
  stemOf,
  synonymsOf: (stemmed) => [...(groups.get(stemmed) ?? [])].filter((other) => other !== stemmed),
}
