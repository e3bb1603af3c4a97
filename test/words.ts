/**
 * The words that were replaced, and what replaced them. `names`: identifiers, split into words, and paths. `code`: code as written,
 * without comments and texts. `prose`: comments, texts with a space in them, documents, configuration and commit subjects.
 */
export type OldWord = { pattern: RegExp; instead: string; where: readonly ('names' | 'code' | 'prose')[] }

const BOTH = ['names', 'prose'] as const
const NAMES = ['names'] as const
const PROSE = ['prose'] as const

/** Old names of things. A word that is also ordinary English counts only next to words that give it the old meaning. */
const THINGS: readonly OldWord[] = [
  {
    pattern: /(?<!\b(?:auction|in|open|clearing)[- ])\bhouses?\b/i,
    instead: 'we, the company or the app',
    where: BOTH,
  },
  {
    pattern:
      /\b(?:each|every|another|its) room\b(?! (?:for|left|on)\b)|\bno room (?:is|keeps|knows|may|of)\b|\b(?:all|earlier|know|knows|later|other|the|two) rooms\b/i,
    instead: 'feature',
    where: PROSE,
  },
  { pattern: /\bchores?\b/i, instead: 'job', where: BOTH },
  { pattern: /\blook after\b/i, instead: 'poll', where: NAMES },
  { pattern: /\btalks\b|\b(?:the|a|each|this|end) talk\b/i, instead: 'negotiation', where: PROSE },
  { pattern: /\btalks?\b/i, instead: 'negotiation', where: NAMES },
  { pattern: /\bteasers?\b/i, instead: 'lot summary', where: BOTH },
  { pattern: /\bdarkrooms?\b/i, instead: 'photo worker', where: BOTH },
  { pattern: /\bparked (?:bid|maximum)s?\b/i, instead: 'pending bid', where: BOTH },
  {
    pattern: /\b(?:the|these|those|on|and|of|to) papers\b|\b(?:the|a|each|every|its|this) paper\b/i,
    instead: 'document',
    where: PROSE,
  },
  { pattern: /\bphotographs?\b(?! (?:a|each|every|it|the|them|your)\b)/i, instead: 'photo', where: BOTH },
  { pattern: /(?<![-\w])rungs?\b/i, instead: 'access level', where: BOTH },
  { pattern: /\bladders?\b/i, instead: 'bid increments or access levels', where: BOTH },
  { pattern: /\baccess barrier\b|\bbarriers?\b/i, instead: 'access denial', where: BOTH },
  {
    pattern: /\bthe informed\b|\binformed (?:bidder|person|people|member|account|reader|visitor)s?\b/i,
    instead: 'who can see prices',
    where: PROSE,
  },
  { pattern: /^(?:is )?informed$/i, instead: 'canSeePrices', where: NAMES },
  {
    pattern: /\b(?:naive|slow|obvious|engine[’']s) (?:\w+ )?twins?\b|\b(?:the|a|its) twin\b(?! rear)/i,
    instead: 'reference model',
    where: PROSE,
  },
  { pattern: /\btwins?\b/i, instead: 'reference model', where: NAMES },
  { pattern: /\bclerks?\b/i, instead: 'story runner or checker', where: BOTH },
  { pattern: /\btest[- ]model\b/i, instead: 'test support', where: BOTH },
  {
    pattern:
      /\b(?:sealed|money|first|these|those|an|each|every|refuse|cashier[’']s|administrators[’']) acts?\b(?! (?:as|for|in|on)\b)|\bacts (?:that|are|with|must|and|have)\b/i,
    instead: 'command (engine, server) or action (a person’s)',
    where: PROSE,
  },
  { pattern: /\btell later\b/i, instead: 'enqueue', where: NAMES },
  { pattern: /\btell\w*\(meters/, instead: 'registerMetrics', where: ['code'] },
  { pattern: /\bknown = new WeakMap/, instead: 'what the map maps', where: ['code'] },
  { pattern: /\bnoes\b/i, instead: 'errorCodes', where: BOTH },
  { pattern: /^note no$/i, instead: 'recordErrorCode', where: NAMES },
  { pattern: /^put off$/i, instead: 'scheduleRetry', where: NAMES },
  { pattern: /^keep first answers$/i, instead: 'hydrateQueryCache', where: NAMES },
  { pattern: /^borrow face$/i, instead: 'useFallbackFont', where: NAMES },
  { pattern: /^turning$/i, instead: 'paging', where: NAMES },
]

/** Phrases that no American engineer or product writer would use. */
const PHRASES: readonly OldWord[] = [
  { pattern: /\banew\b/i, instead: 'again', where: PROSE },
  { pattern: /\bin hand\b/i, instead: 'in flight, in progress', where: PROSE },
  {
    pattern: /\b(?:am|are|be|been|being|is|was|were) told\b(?! (?:apart|to (?!a\b|all|everybody|the|those|who|you)))/i,
    instead: 'is notified, receives, learns',
    where: PROSE,
  },
  {
    pattern: /\bhears\b|\bhear (?:of|about|that|it|so)\b|\b(?:is|are|was|were|be|been) heard\b/i,
    instead: 'receives, learns',
    where: PROSE,
  },
  {
    pattern: /(?<!\b(?:there|which|and|if) )\b(?:is|was|are) none(?=[.,;:)’']|$| (?:when|while|and|but|for|to)\b)/i,
    instead: 'isn’t one, doesn’t count',
    where: PROSE,
  },
  { pattern: /\bwhoever\b/i, instead: 'who, anyone who, the person who', where: PROSE },
  { pattern: /\bof his own\b/i, instead: 'their own', where: PROSE },
  { pattern: /\b(?:come|comes|came|coming) of (?:it|that|them|this)\b/i, instead: 'follows, results', where: PROSE },
  { pattern: /\b(?:stand|stands|stood|standing) beside\b/i, instead: 'is next to, comes with', where: PROSE },
  { pattern: /\bin all(?=[.,;:)!?])/i, instead: 'total, in total', where: PROSE },
  {
    pattern: /\bleav(?:e|es|ing) (?:a|an|the|their|your|one) (?:maximum|auto-bid)\b|\bleft (?:a|the) maximum\b/i,
    instead: 'set a maximum',
    where: PROSE,
  },
  { pattern: /\bcomplete bidders?\b/i, instead: 'verified member', where: PROSE },
  { pattern: /\b(?:come|comes|came) up in (?:its|their) turn\b/i, instead: 'Lot 4 of 40, is next', where: PROSE },
  {
    pattern: /\bgo(?:es)? on with the time (?:it|they) had\b/i,
    instead: 'continues with its remaining time',
    where: PROSE,
  },
  { pattern: /\bsays no for so long\b/i, instead: 'fails for this long', where: PROSE },
  { pattern: /\b(?:is|are|was|were|be|been|not|never) let in\b/i, instead: 'is admitted, may call it', where: PROSE },
  { pattern: /\bwhat is not so\b/i, instead: 'wrong', where: PROSE },
  { pattern: /(?<![-’'\w])(?:he|him|himself|his)(?![-’'\w])/i, instead: 'they, them, their', where: PROSE },
]

/** Not in quotes: a code such as 'cancelled' is stored and sent as it is. */
const spelling = (pattern: string, instead: string): OldWord => ({
  pattern: new RegExp(`(?<![-/._'"\`\\w])(?:${pattern})(?![-/_'"\`\\w]|\\.\\w|\\()`, 'i'),
  instead,
  where: IN_CODES.test(pattern) ? PROSE : BOTH,
})

/** What codes and columns spell the British way is spelled so by the names of what holds them. */
const IN_CODES = /colou|cancell|licen|grey|tyres|metres|cheques|petrol/

const SPELLINGS: readonly OldWord[] = [
  spelling('multi-?colou?red|colour(?:s|ed|ing|ful|less)?|discolour\\w*', 'color'),
  spelling('favour(?:s|ed|ite|ites|able)?', 'favor'),
  spelling('behaviours?', 'behavior'),
  spelling('honour(?:s|ed|ing)?', 'honor'),
  spelling('neighbour(?:s|ing)?', 'neighbor'),
  spelling('cancell(?:ed|ing)', 'canceled, canceling'),
  spelling('travell(?:ed|er|ers|ing)', 'traveled'),
  spelling('labell(?:ed|ing)', 'labeled'),
  spelling('diall(?:ed|ing)', 'dialed'),
  spelling('modell(?:ed|ing)', 'modeled'),
  spelling('signall(?:ed|ing)', 'signaled'),
  spelling('centr(?:e|es|ed)', 'center'),
  spelling('catalogues?', 'catalog'),
  spelling('(?:kilo|milli|centi)?metres?', 'meter'),
  spelling('licen[c]es?', 'license'),
  spelling('defence', 'defense'),
  spelling('cheques?', 'check'),
  spelling('tyres?', 'tire'),
  spelling('grey(?:s|ish)?', 'gray'),
  spelling('petrol', 'gasoline'),
  spelling('windscreens?', 'windshield'),
  spelling('learnt', 'learned'),
  spelling('spelt', 'spelled'),
  spelling('judgements?', 'judgment'),
  spelling('whilst|amongst', 'while, among'),
  spelling(
    '(?:un)?(?:recogn|real|organ|anonym|normal|serial|synchron|author|minim|maxim|optim|initial|summar|apolog|util|custom|categor|capital|final|standard|prior)is(?:e|ed|es|ing|ation)',
    'the spelling with z',
  ),
]

export const OLD_WORDS: readonly OldWord[] = [...THINGS, ...PHRASES, ...SPELLINGS]

/** Where an old word stays. `says` is the exact match, in lower case; absent: any old word in the file. */
export const EXCEPTIONS: readonly { file: RegExp; says?: RegExp; why: string }[] = [
  { file: /^engine\/replay/, says: /ladder/, why: 'the input and output of `npm run replay` keep their field names' },
  {
    file: /^(?:contract\/bidding\/ledger|server\/bidding\/reads\/read-ledger|web\/bidding\/ledger\/ledger-verifier)\.ts$/,
    says: /ladder/,
    why: 'the published ledger keeps its field names',
  },
  {
    file: /^(?:bin\/replay|test\/.*replay|README)/,
    says: /ladder/,
    why: 'the input and output of `npm run replay` keep their field names',
  },
  { file: /^server\/migrations\//, why: 'a migration that ran anywhere is never edited' },
  {
    file: /\/(?:synonyms|fact-words|words)\.ts$|\/(?:table|words-become-codes)\.test\.ts$/,
    says: /^(?:grey|colours?|petrol|tyres?|licence)$/,
    why: 'spellings that other people’s files and searches use',
  },
  {
    file: /^contract\/(?:lots\/)?vehicle-fields/,
    says: /^(?:kilometres|colour)$/,
    why: 'column heads of other people’s files',
  },
  {
    file: /^demo\/(?:catalog\/commercials|photos\/CREDITS)/,
    says: /^(?:ladder|traveller)$/,
    why: 'a ladder to climb, and a model that its author named',
  },
  {
    file: /^web\/support\/assistant\/words|^server\/support\/assistant\/intents|^server\/content\/shipped\/faq/,
    says: /^(?:he|him|his|house|talk|talks|(?:on|and|of|to|the) papers|grey|colour|tyres?|cancell\w+|licences?|cheques?)$/,
    why: 'words that people type',
  },
  { file: /^test\/many-lots/, says: /^(?:grey|petrol)$/, why: 'codes, as a search spells them' },
  { file: /^test\/assistant\//, why: 'questions as people ask them' },
  {
    file: /^demo\/photos\/CREDITS/,
    says: /^(?:he|his|licen[c]es?)$/,
    why: 'quotes the makers of the models, and names their licenses',
  },
  { file: /^bench\/(?:outcomes\/|report\.md)/, why: 'a recorded run, written again by the next one' },
  { file: /^server\/accounts\/passwords\/.*words/, why: 'passwords that people choose' },
]
