import { groupsOf, isName, type Vocabulary } from '../words.ts'

/** Words that say nothing about the subject of a question. Without umlauts, as all words here. */
const STOP_WORDS = new Set(
  `aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bekomme bekommen bin bis bist bitte da dabei dafur damit dann das dass dein dem den denn der des dessen die dies diese
  diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer fur gegen geht gehen gerade gern gerne gibt hoch hab habe haben hallo hat hatte hier ich ihm ihn ihnen ihr ihre ihrem ihren
  ihrer ihres im in ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen koennen konnen konnte man mehr mein meine meinem meinen meiner meines mich mir mit muss mussen nach nicht nichts noch nun nur ob oder ohne
  schon sehr sein seine sich sie sind so soll sollte uber um und uns unser unsere unter vom von vor wann war warum was welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder wieso will wir wird wo wollen
  wurde zu zum zur zwischen machen mache macht moglich mochte passiert geschieht funktioniert wissen sagen seite website paddock danke hilfe brauche brauchen lange dauert viel ihrs tun lassen hab nehmt konnt durft drauf kommt kommen heute morgen gestern wochenende leisten weg war monat monate montag dienstag mittwoch donnerstag freitag samstag sonntag`.split(
    /\s+/,
  ),
)

/** Words of any subject, as `../general-words.ts`. */
const GENERAL_WORDS =
  `abend absolut ach ahnung allerdings alles anfang anscheinend ansonsten arg argern aua ausgerechnet bald beinahe besser beste bestimmt
  bisher bisschen bissel blod bloss dauernd deshalb deswegen ding dinge direkt doof dran draussen drei drin dringend dumm durfen eben
  ebenfalls echt egal ehrlich eigentlich einfach einzig endlich ernsthaft etwa ewig falls fast finde finden findet fort fraglich
  frech froh fruh funf furchtbar ganz gar gebracht gedacht gefallt gefuhl gehort gell gemacht genau genug gerade gerne gesagt gesehen
  gestern gewesen glaub glaube glauben gluck grad gross grosse gut gute guten hab halb halt hauptsache hoffe hoffentlich idee idiot immer
  inzwischen irgend irgendwann irgendwas irgendwer irgendwie irgendwo irre jemals jemand jeweils jo kaum kerl klar klein komisch komplett
  krass krieg kriege kriegen kriegst kriegt kurz lang langsam leicht leider letzte letzten leute lieber mal manchmal meine meinung mensch
  mies moment morgens na nachher nachts naja namlich ne nein nen neulich nie niemals niemand nirgends nirgendwo normal nun nur oft
  oh ok okay ordnung paar pech plotzlich prima quasi recht ruhig sachen schade schaffe schlecht schlimm schnell schon
  schwer schwierig sechs selber selbst selten seltsam sicherlich sinn so sofort sogar sonst spass stress super tja toll total traurig
  trotz trotzdem tschuldigung typ typen ubel uberall uberhaupt ubrigens ungefahr unglaublich unmoglich verdammt vermutlich verruckt
  versteh verstehe vielleicht vier vollig vollkommen vorbei vorher vorhin wahnsinn wahr wahrscheinlich warte warten weder weil wenig
  weniger wenigstens wirklich woher wohin wohl wollte wollten wurde zehn zeug ziemlich zudem zufallig zuletzt zumindest zwei`.split(
    /\s+/,
  )

/** Groups of synonyms; each is one group of stems. Others are in the texts, among the questions that a section answers. */
const SYNONYMS: readonly string[][] = [
  // In no page: known, so that they aren’t taken for slips of other words.
  ['wetter', 'regen', 'regnet', 'schnee', 'schneit', 'temperatur'],
  [
    'auto',
    'wagen',
    'fahrzeug',
    'pkw',
    'lkw',
    'transporter',
    'motorrad',
    'pickup',
    'artikel',
    'gegenstand',
    'gegenstande',
  ],
]

/** Phrases that count as one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/g, 'email'],
  [/\bletzte[nr]? (sekunde|minute)n?\b/g, ' sekunde minute '],
  [/\bsofort ?kauf(en)?\b|\bsofort kaufen\b/g, ' sofortkauf '],
  [/\b(einloggen|anmelden)\b/g, ' anmelden '],
  [/\b(zwei|2)[- ]?(faktor|stufen)\w*\b/g, ' 2fa '],
  [/\bprobe ?(fahrt|fahren|fahre)\b/g, ' probefahrt '],
  [/\b(zieh\w*|nehm\w*|nimm\w*) (ich )?(mein\w* |ein |das )?gebote? zuruck\b/g, ' gebot zurucknehmen '],
  [/\bgeld zuruck\b/g, ' erstattung '],
  [/\bzu spat\b/g, ' spat '],
  [/\bbis wann\b/g, ' frist '],
  [/\b(apple|google) ?pay\b/g, ' zahlungsarten '],
  [/\bgleich viel\b/g, ' gleichstand '],
  [/\bum wie ?viel\b/g, ' gebotsschritt '],
  [/\bkeine? (email|mail)s?\b(?! mehr)|\b(email|mail) nicht (bekommen|erhalten|angekommen)\b/g, ' email ausgeblieben '],
  [/\bgebote? (loschen|entfernen|streichen)\b/g, ' gebot zurucknehmen '],
  [/\b(auf|gegen) rechnung\b/g, ' zahlungsarten rechnung '],
]

function tokensOf(text: string): string[] {
  let plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
  for (const [phrase, word] of PHRASES) plain = plain.replaceAll(phrase, word)
  return plain.match(/[a-z0-9]+/g) ?? []
}

/** Removes endings, so that forms of a word match. */
function stem(word: string): string {
  if (word.length <= 4) return word
  return word.replace(/(ungen|ung|heiten|heit|keiten|keit)$/, '').replace(/(ern|em|en|er|es|st|te|ten|e|s|n|t)$/, '')
}

const groups = groupsOf(SYNONYMS, stem)

/** The first word of a question. */
const START =
  '(?:wie|wieviel|was|wann|wo|wer|warum|welche[rsnm]?|kann|können|darf|dürfen|muss|müssen|ist|sind|gibt|habe|hat|werde|bis|bin)'

export const vocabulary: Vocabulary = {
  writtenOut: (question) => question.toLowerCase(),
  between: new RegExp(
    `[^:.!?;]{1,40}:\\s+(?=${START}(?!\\p{L}))|(?<=\\?)\\s*|;\\s*|[.!]+\\s+|,?\\s+(?:und|sowie|außerdem)\\s+(?=${START}(?!\\p{L}))`,
    'u',
  ),
  refersBack: /\b(es|dies|dafür|damit)\b|\bdas$/,
  asks: new RegExp(
    `\\?$|^(?:(?:so|and|also|but|ok|hi|y|und|aber|pero),? )*${START}(?!\\p{L})|\\b(wissen|frage mich|sagen|fragen|verstehe nicht),? (ob|wie|was|wann|wo|wer|warum)\\b`,
    'u',
  ),
  // Someone who doesn’t pay asks what follows, not how to pay.
  spelledOut: (question) =>
    question.toLowerCase().replaceAll(/\bnicht (be)?(zahle|zahlen|zahlt|zahlen kann|bezahlen kann)\b/g, 'verzug'),
  tokensOf,
  stemOf: (word) =>
    STOP_WORDS.has(word) || isName(word) || (/\d/.test(word) && word !== '18' && word !== '2fa') ? null : stem(word),
  synonymsOf: (stemmed) => [...(groups.get(stemmed) ?? [])].filter((other) => other !== stemmed),
  general: new Set(GENERAL_WORDS.map(stem)),
}
