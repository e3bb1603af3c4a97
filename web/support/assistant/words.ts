import { spelledOut } from '#contract/support/spelling.ts'

/** How the words of a language are read. */
export type Vocabulary = {
  /** The question in small letters, with short forms written out. */
  writtenOut(question: string): string
  /** As `writtenOut`, in the words that the pages use. */
  spelledOut(question: string): string
  /** Where one question of a message ends and the next one begins; without groups. */
  between: RegExp
  /** Lower case, one word for a phrase, split. */
  tokensOf(text: string): string[]
  /** Null for a stop word, so that it is neither stored nor searched. */
  stemOf(word: string): string | null
  /** Stems that mean much the same, without the word's own. */
  synonymsOf(stemmed: string): string[]
}

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any anything are as at be been before being but by can could did do does doing done each either else even ever every
  for from get gets getting give go goes going got had has have having he hello help her here hey hi him his how i if in into is it its just know let like ll looking make
  many may me mean might mine more most much must my need needs no not now of off ok okay on one only or other our out over own per please possible re really
  s same say she should so some someone something still such sure t take tell than thanks that the their them then there these they thing things this those to
  happen happens happened happening work works working become becoming im ive isnt dont cant cannot doesnt didnt wont wouldnt youre thats whats arent wasnt havent hasnt people person anyone somebody someone enter entered big long actually exactly dollars usd option options available kind kinds sort type types include includes included calculate calculated last lasts policy allow allowed required offered part case normally usually typical
  end ends ended ending up good bad great fine instead once twice always never come comes coming came find finding found figure real typed zero mind arrive arrives arrived explain
  describe wondering curious anyway maybe quite rather website site platform paddock web able try trying tried seem seems plan planning somehow simply currently right left besides yet through
  thing stuff know knows knew wish hope ask asking asked understand understood mean lot's around near soon later earlier already interested someday think guess believe feel set sets setting within everything nothing week
  alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming
  today tomorrow tonight weekend monday tuesday wednesday thursday friday saturday sunday mondays saturdays sundays went mid away way lol wtf lmao omg bruh dude bro man guys tbh idk btw asap kinda anymore
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
  ['deposit', 'prepayment', 'escrow'],
  ['contact', 'reach', 'support', 'human', 'agent', 'representative', 'talk', 'speak'],
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
  ['engine', 'motor', 'transmission', 'trans', 'gearbox', 'brakes'],
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
  ['company', 'business', 'dealer', 'dealership', 'corporation', 'llc'],
  ['age', 'old', 'minor', 'eighteen', '18', 'full'],
  ['country', 'foreign', 'abroad', 'international', 'overseas', 'canada', 'mexico', 'export'],
  ['2fa', 'twofactor', 'authenticator', 'factor', 'second'],
  ['duration', 'time', 'wait', 'waiting', 'forever', 'days', 'hours', 'fast', 'quick', 'quickly', 'soon', 'deadline'],
  ['suspend', 'suspended', 'block', 'blocked', 'ban', 'locked', 'inactive', 'active'],
  ['earn', 'profit', 'revenue', 'business model'],
  ['limit', 'cap', 'allowance'],
  ['accident', 'history', 'carfax', 'vin', 'stolen'],
  ['install', 'app', 'iphone', 'android', 'download'],
  ['photo', 'picture', 'image', 'photos', 'pictures'],
]

/** Phrases that count as one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // What a buyer says of a broken part.
  [/\b(is|was|are) (shot|dead|busted|toast|junk)\b/g, ' broken '],
  [/\b(blew|blown|seized|gave|broke|conked) (up|down|out)\b/g, ' broken '],
  [
    /\b(is|was) ?(n'?t|not) (what|as|like|how) (you|u|they|it|the (ad|listing|report|photos?)) (said|says|show(s|ed)|describe[sd]|promise[sd]|listed)\b/g,
    ' described wrong ',
  ],
  [/\b(where|how) (can|do) i (see|find|get|view|check)\b/g, ' '],
  [
    /\b(do ?n'?t|no longer|not) want (it|them|the \w+)\b|\bchange[ds]? (of|my|your) mind\b|\bregret(ted)?\b|\bcancel after (i )?w[io]n\w*/g,
    ' remorse ',
  ],
  [/\bbacked out\b/g, ' withdrawn '],
  [/\bmin(imum)? (raise|increase|step|increment)\b|\bhow much (more|higher)\b/g, ' minimum increment '],
  [/\beach time\b/g, ' '],
  [/\bhow (do|can|should) i pay\b/g, ' payment methods '],
  [/\b(hold|store|keep|park) (it|them|(the|my) (car|vehicle|truck))\b/g, ' storage yard '],
  [/\b(apple|google|samsung) ?pay\b/g, ' paypal payment '],
  [/\b(increase|raise|up) my bid\b/g, ' place bid '],
  [/\b(bid|bidding) history\b/g, ' bids '],
  [/\bfree trial\b/g, ' membership fee '],
  [/\bwhat (did|do|does|have) .{1,30} (go|goes|gone|sell|sold|fetch|bring) for\b/g, ' similar sold '],
  [/\bwhere are you (based|at|from|located)\b/g, ' office located '],
  [/\b(your|ur) fav\w*/g, ' smalltalk '],
  // The name of a make or a model is any car.
  [/\b[a-z]{1,3}-?\d{2,4}s?\b/g, ' car '],
  [
    /\b(toyota|tacoma|camry|corolla|honda|civic|accord|ford|mustang|chevy|chevrolet|silverado|dodge|jeep|wrangler|nissan|bmw|audi|mercedes|tesla|subaru|mazda|kia|hyundai|lexus|porsche|gmc|volkswagen|vw)s?\b/g,
    ' car ',
  ],
  [/\b(people|those|folks|anyone|someone) (who |that )?works? (at|for|with|there|here)\b/g, ' staff '],
  [/\b(drop|reduce|decrease|cut)( down)? (my|the|a) (?=max|auto|bid|ceiling)/g, ' lower '],
  [/\bfat[\s-]?finger\w*\b|\bby (mistake|accident)\b|\b(accident(al)?ly|typo|misclick\w*|mistyped)\b/g, ' mistake '],
  [/\b(take|takes|accept|accepts|by|with|cash|personal|cashier'?s|a) che(ck|que)s?\b(?!ing)/g, ' cheque '],
  [/\b(2|two|multiple|several|second|another) (accounts?|logins?|profiles?)\b/g, ' two account '],
  [/\b(shows?|pops?|comes?|turns?) up\b/g, ' comes '],
  [/\b(be|get|have it|have them) (out of|off) (there|here|(the|your) (lot|yard))\b/g, ' storage pickup '],
  [/\b(come|go|stop|drop|swing)( by| over)?( and| to)? (see|look|check)\b/g, ' visit inperson '],
  [/\b(come|go|coming|going) (to |and )?(get|fetch|grab)\b/g, ' pickup '],
  [/\b\d+[\s-]years?[\s-]olds?\b/g, ' age old '],
  [/\b(which|what) days\b/g, ' schedule dates '],
  [/\bg(o|oes|oing|one) on after\b/g, ' extend after '],
  [/\bbidders? (are |is )?real\b/g, ' fake bidders '],
  [/\b(will not|wont|won't|does ?n[o']?t) go through\b/g, ' refused '],
  [/\bauto[\s-]?bid(s|ding)?\b/g, ' autobid '],
  [/\bbuy[\s-]?(it[\s-]?)?now\b/g, ' buynow '],
  [/\bpick(ing|ed)?[\s-]?(it[\s-]?|them[\s-]?|my \w+ |the \w+ |a \w+ )?up\b/g, ' pickup '],
  [/\bsign(ing)?[\s-]?up\b/g, ' register '],
  [/\b(log|sign)(ging|ing)?[\s-]?(in|on)\b/g, ' login '],
  [/\b(two|2)[\s-]?factor\b|\btwo[\s-]?step\b/g, ' 2fa '],
  [/\btest[\s-]?driv(e|ing)\b/g, ' testdrive drive '],
  [/\bmoney[\s-]?back\b/g, ' refund '],
  [/\blast[\s-]?(second|minute)s?\b/g, ' lastsecond minutes '],
  [/\bbuyer'?s? (premium|fee)\b/g, ' premium '],
  [/\be-?mail/g, 'email'],
  [/\bin person\b/g, ' visit inperson '],
  [/\bas[\s-]is\b/g, ' asis '],
  [/\b(will|do|would|can) i (know|find out|hear) (if|when|that) i\b/g, ' notify '],
  [/\b(everything|what|all) (that )?(you|paddock) (know|have|store|hold|save)s? (about|on) me\b/g, ' data copy '],
  [/\bhow (long|many days|much time) do (i|we) have\b|\bby when\b/g, ' deadline '],
  [/\bsend (you )?(the |my )?money\b/g, ' pay '],
  [/\bsales[\s-]?tax(es)?\b/g, ' salestax tax '],
  [/\btax[\s-]?(free|exempt)\b/g, ' tax exempt '],
  [/\bbefore (i )?bid(ding)?\b/g, ' beforehand '],
  [/\bno ?(one|body)\b/g, ' nobody '],
  [/\btime[\s-]?zones?\b/g, ' timezone '],
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
  return STOP_WORDS.has(word) ? null : stem(word)
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

const groups = groupsOf(SYNONYMS, stem)

/** The first word of a question. */
const START = '(?:how|what|when|where|who|why|which|can|do|does|did|is|are|am|will|have|has|any|should)'

export const ENGLISH: Vocabulary = {
  writtenOut: spelledOut,
  between: new RegExp(`\\?+\\s*|;\\s*|[.!]+\\s+|,?\\s+(?:and|also|plus|&)\\s+(?=${START}\\b)`),
  // Someone who doesn’t pay asks what follows, not how to pay.
  spelledOut: (question) =>
    spelledOut(question).replaceAll(/\b(do ?n'?t|do not|ca n'?t|can'?t|cannot|never) pay\b/g, 'overdue'),
  tokensOf,
  stemOf,
  synonymsOf: (stemmed) => [...(groups.get(stemmed) ?? [])].filter((other) => other !== stemmed),
}
