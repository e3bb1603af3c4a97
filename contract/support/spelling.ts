/** Short forms and slips of people who type on a phone. Only for questions: in a page's text `2` is a number. */
const SHORT: Readonly<Record<string, string>> = {
  u: 'you',
  ur: 'your',
  r: 'are',
  y: 'why',
  n: 'and',
  hw: 'how',
  wat: 'what',
  wut: 'what',
  wen: 'when',
  whn: 'when',
  pls: 'please',
  plz: 'please',
  rn: 'right now',
  w: 'with',
  sec: 'second',
  secs: 'seconds',
  mins: 'minutes',
  irl: 'in person',
  outta: 'out of',
  ya: 'you',
  yall: 'you',
  b4: 'before',
  thru: 'through',
  wanna: 'want to',
  gonna: 'going to',
  gotta: 'have to',
  lemme: 'let me',
  gimme: 'give me',
  smth: 'something',
  acct: 'account',
  acc: 'account',
  msg: 'message',
  msgs: 'messages',
  pw: 'password',
  pwd: 'password',
  pic: 'photo',
  pics: 'photos',
  lic: 'license',
  adress: 'address',
  addr: 'address',
  alredy: 'already',
  recieve: 'receive',
  recieved: 'received',
  payed: 'paid',
  hrs: 'hours',
  wknd: 'weekend',
  cuz: 'because',
  wifes: 'wife',
  husbands: 'husband',
  buddy: 'friend',
  buddys: 'friend',
}

const VERBS = 'join|register|delete|close|cancel|bid|pay|sell|buy|get|verify|change|contact|sign'

/** A question as it would be written out, in lower case. */
export function spelledOut(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(new RegExp(String.raw`\b2(?= (${VERBS})\b)`, 'g'), 'to')
    .replaceAll(/\b4(?= (me|my|us|him|her|it|the|a)\b)/g, 'for')
    .replaceAll(/\b[a-z]+\d?\b/g, (word) => SHORT[word] ?? word)
}

/** One letter too many, too few or wrong, or two swapped. */
export function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

const HELLO =
  'hi+|hello+|hey+|hiya|howdy|yo|greetings|good (morning|afternoon|evening|day)|thanks?( you)?( (so |very )?much)?|thx|cheers|bye|goodbye|' +
  'hola|buen[oa]s?( (dias?|tardes|noches))?|que tal|(muchas )?gracias|saludos|adios|' +
  'hallo|guten? (tag|morgen|abend)|moin|servus|gruss gott|grus gott|gruezi|(vielen )?danke?( schon)?|tschuss|' +
  'bonjour|bonsoir|salut|merci|ciao|buongiorno|ola|oi|bom dia|obrigad[oa]'
const AFTER = 'there|all|everyone|team|paddock|again|how are you( doing)?|como estas|a todos|zusammen|wie geht s'
const GREETING = new RegExp(`^((${HELLO})( |$))+((${AFTER})( |$))*$`)

/** Whether a message says hello, thanks or goodbye and nothing else, in a language that a person is likely to try. */
export function isGreeting(message: string): boolean {
  const plain = message
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
  return GREETING.test(plain)
}
