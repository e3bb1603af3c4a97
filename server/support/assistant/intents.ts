import { isSlip, spelledOut } from '#contract/support/spelling.ts'
import type { OfferIntent } from './about-offers.ts'
import { isAboutOthers } from './about-others.ts'
import { isComplaint, isMisuse } from './misuse.ts'

/**
 * The intent of a question that no public page answers. `lotNumber`: the lot it names. `others`: asks for another person's data. `action`:
 * something that only the person can do.
 */
export type Intent =
  | { about: 'greeting' | 'assistant' | 'others' | 'reserve' | 'action' | 'staff-only' }
  | { about: 'lot-end' | 'outcome' | 'pickup' | 'own-maximum' | 'price'; lotNumber: number | null }
  | { about: 'positions' }
  | { about: 'vehicle'; lotNumber: number }
  | { about: 'owed' | 'verified' | 'limit' | 'membership' | 'account' | 'paddle' | 'refund' | 'messages' }
  | OfferIntent

/** Words that decide what a question is about; a slip of one letter in them changes nothing. */
const DECIDING =
  'verified verification approved membership account suspended invoice payment refund paddle maximum outbid winning leading auction pickup collect address message balance already'.split(
    ' ',
  )

/** Small letters, plain apostrophes, short forms and slips written out. */
export function normal(question: string): string {
  return spelledOut(question)
    .replaceAll(/[a-z]{6,}/g, (word) => (DECIDING.includes(word) ? word : rightWord(word)))
    .replaceAll(/\b(what|when|where|who|how|why|that|it|there|here)'?s\b/g, '$1 is')
    .replaceAll(/\bi'?m\b/g, 'i am')
    .replaceAll(/\bwo ?n'?t\b/g, 'will not')
    .replaceAll(/\bi'?ve\b/g, 'i have')
    .replaceAll(/\b(did|do|does|is|was|are|have|has|ca|could|would)n'?t\b/g, '$1 not')
    .replaceAll(/\bcolor|colour\b/g, 'color')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A form of a known word is not a slip of another one. */
function rightWord(word: string): string {
  if (DECIDING.some((known) => word.startsWith(known.slice(0, -1)))) return word
  return DECIDING.find((known) => isSlip(known, word)) ?? word
}

const OWN = /\b(i|me|my|mine|myself|our|we)\b/
const ASSISTANT =
  /^[^,.;]{0,20}\b(are you|am i (talking|chatting|speaking) (to|with)|is this) (just |really |even )?(a |an )?(real |actual |live |human )*(human|person|bot|chat ?bot|robot|ai|computer|machine|program)\b( or (a |an )?(real )?\w+)?\??$/
/** Null: public pages answer, or nothing does. */
export function intentOf(question: string): Intent | null {
  const q = normal(question)
  if (ASSISTANT.test(q)) return { about: 'assistant' }
  if (isAboutOthers(q)) return { about: 'others' }
  if (asksForReserve(q)) return { about: 'reserve' }
  if (isMisuse(q)) return { about: 'staff-only' }
  if (isAction(q)) return { about: 'action' }
  return ownIntent(q) ?? vehicleIntent(q)
}

/** The amount, not what a reserve is. */
function asksForReserve(q: string): boolean {
  if (
    /\b(secret|hidden|minimum|lowest|least)\b[^?]*\b(sellers?|owners?) (will|would|wants?|takes?|accepts?|is willing)\b/.test(
      q,
    )
  )
    return true
  if (!/\breserve\b/.test(q)) return false
  if (/\b(give|tell|show|send) me\b.*\breserve (for|of|on)\b/.test(q)) return true
  if (/\b(over|under|above|below|more than|less than|at least|around|about|is it|near) \$?\d/.test(q)) return true
  const general =
    /\b(what (is|are) (a|the) reserve\??$|what (is|are) (a )?reserves?\b(?! (price )?(of|on|for|amount))|if|happens?|met|mean|why|below|not met|can i (see|put|set|have|add|choose)|do you show)\b/
  const amount =
    /\b(how (high|much|close|far|near)|what is|what (would|will) it take|tell me|amount|know)\b.*\breserve\b|\breserve\b.*\b(amount|price|exactly|number)\b/
  return amount.test(q) && !general.test(q)
}

/** A command to bid or decide in the person's name; `how do I` and `can I` ask for instructions, and so do account questions. */
function isAction(q: string): boolean {
  const verb =
    'place|put|make|enter|submit|raise|increase|cancel|withdraw|lower|reduce|retract|extend|refund|verify|approve|unlock|activate|buy|set'
  // The verb, not the noun of `bid increments`.
  const bid =
    'bid(?= (\\$|\\d|(on|for|up|in|at|to|the|my|me|a|another|more|max|maximum|it|this|that|lot|as|until|now|again)\\b))'
  const command = new RegExp(
    `^(please |hey |hi |can you |could you |would you |will you |i want you to |i would like you to |go ahead and )*(please )?(${verb}|${bid})\\b`,
  )
  // `bid won't go through` is a complaint; `buy my car` offers one.
  if (
    !command.test(q) ||
    /\bhow\b|\bnot\b|\bif\b|\b(mistake|accident|wrong)|\b(fail|reject|refus|declin)|\berror\b|\bstuck\b|\bbuy my\b/.test(
      q,
    )
  )
    return false
  return /\b(bids?|maximum|max|auto-?bid|limit|lot|cars?|verification|me|document)\b|\$\d/.test(q)
}

const NOT_OWN =
  /\b(what happens|what if|if i|if my|how (do|can|should|would|will|could) i|how i (can|do|should|could|would)|how to|can i|may i|could i|should i|must i|now what|what now|next steps?|what (is|comes) next|what else|do you (tell|notify|let|email|text)|will you (tell|notify|let)|(if|when|after|once) i (win|won|buy)|how long do i have|do i have to|do i need|does my|will i|would i|when do i (have|need|pay|get)|when must|when should|where do i (find|see|enter|change)|where can i (find|see|change))\b/

/** The lot that a question names: `lot 1040`, `#1040`, or just a number that is no year. */
export function lotNumberIn(q: string): number | null {
  const [, named = ''] =
    /\b(?:lot|lots|vehicle|car)\s*(?:number|no\.?|nr\.?|#)?\s*#?(\d{1,7})\b/.exec(q) ?? /#(\d{1,7})\b/.exec(q) ?? []
  if (named !== '') return Number(named)
  const [alone] =
    /(?<![\d$.,])(?<!\b(?:set|bid|max|maximum|than|offer|offered|pay|put|not|to|price is|under|below|over|than|around|about|de|hasta|bajo|maximo|unter|uber|bis|zu|hochstens|maximal|als) )\b(?!(?:19|20)\d\d\b)\d{4,6}\b(?![\d.,]*(?:\s*(?:k|\$|dollars|usd|euros?|eur|bucks|miles|mi|km)))/.exec(
      q,
    ) ?? []
  return alone === undefined ? null : Number(alone)
}

const END =
  /\b(ends?|ending|close|closes|closing|finish(es)?|expires?|over|run out|time (is )?left|time remaining|left on|remain(s|ing)?|go on)\b/
const TIME = /\b(when|what time|how (long|much (longer|time)|soon|many (hours|minutes|days))|until when|time)\b/
const PICKUP =
  /\b(pick(ing)? ?(it |them |my \w+ |the \w+ )?up|pick-?up|collect(ion)?|fetch|get (my|the) (car|vehicle|truck|lot)|located|location|where is (lot|my (car|vehicle|truck|lot)|the (car|vehicle|truck|lot) i (won|bought)))\b/
const OUTCOME =
  /\b((has|did) the (seller|owner) (answer|accept|repl|respond|decid|look)\w* [^?]*my (offer|bid)|outbid|lose|lost|losing|leading|winning(?! (bid|price)\b)|is (my \w+|mine) (still )?the winning bid|lead|win|won|(did|has|have) \w+ beat(en)? me|beaten|topped|(did|have) i (get|got) (it|that|the (car|truck|lot))|how am i doing|how (is|are) my (auto-?bids?|bids?) (doing|going|looking)|(high|highest|top|best) bidder|in front|ahead|happened (to|with|on)|status of my bid|my bid on|still (first|on top|mine))\b/

function ownIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  const isOwn = OWN.test(q)
  const asksForWay = NOT_OWN.test(q)
  if (
    isOwn &&
    /\bmy (own |current |sealed )?(max(imum)?( bid)?|auto-?bid)\b/.test(q) &&
    /\b(what|how (much|high)|show(?! to)|tell|remind|where)\b/.test(q) &&
    (!asksForWay || lotNumber !== null)
  )
    return { about: 'own-maximum', lotNumber }
  if (
    END.test(q) &&
    TIME.test(q) &&
    (lotNumber !== null ||
      /\bmy (lots?|auctions?|bids?|car|vehicle|watch|watched|item)/.test(q) ||
      /\bi (am |have )?(watch|bid|follow|lead)/.test(q)) &&
    !/\b(office|invoice|account|verification|refund|what happens|what if)\b/.test(q)
  )
    return { about: 'lot-end', lotNumber }
  if (
    lotNumber !== null &&
    /\b(is|are|was)\b.*\b(open|closed|ended|over|live|running|available|sold)\b(?! \$?\d)/.test(q)
  )
    return { about: 'lot-end', lotNumber }
  if (
    PICKUP.test(q) &&
    !/\bhow (do|can|should|would) i\b/.test(q) &&
    (lotNumber !== null ||
      /\bmy (new )?(lot|car|vehicle|truck|van|bike|purchase|win|won)\b|\bi (won|bought)\b/.test(q)) &&
    !/\b(someone|somebody|friend|carrier|wife|husband|else|transport|if|late|how long|how many|days|hours|storage|bring|fee)\b/.test(
      q,
    )
  )
    return { about: 'pickup', lotNumber }
  if (
    isOwn &&
    /\b(bid(ding)? limit|buying power|spend(ing)? limit|my limit|limit do i|credit limit)\b/.test(q) &&
    !/\b(raise|raised|increase|higher|change|what is a|why|based|decide\w*|determin\w*|calculated|others?|bidders|sellers?|anyone|anybody|see|find out|visible)\b/.test(
      q,
    )
  )
    return { about: 'limit' }
  if (
    isOwn &&
    /\bhow much (room )?(do i have |is )left to (bid|spend)\b|\bhow much (more )?(can|may|could) i (still |yet )?(bid|spend|commit)( still| yet)?|\bhow much (of my limit|limit) (is|do i have) (left|free)|\bcommitted (to|in)?\b.*\bi\b|\bi\b.*\bcommitted\b/.test(
      q,
    ) &&
    !/\bif\b/.test(q)
  )
    return { about: 'limit' }
  if ((isOwn || /^any (unpaid|open|outstanding|overdue)\b/.test(q)) && isOwed(q)) return { about: 'owed' }
  if (asksForPrice(q, lotNumber)) return { about: 'price', lotNumber }
  if (isOwn && !asksForWay) return stateIntent(q, lotNumber)
  return null
}

const FACTS =
  /\b(mileage|miles|odometer|keys?|vin|condition|wrong with|any good|damaged?|damages|flaws?|defects?|issues?|problems?|photos?|pictures?|color|engine|motor|transmission|automatic|manual|stick|diesel|electric|hybrid|tires?|wheels?|interior|seats?|leather|runs?|drives?|drivable|starts?|accidents?|wrecks?|wrecked|history|owners?|title|titles|salvage|rebuilt|hood|worth it|rust\w*|inspect\w*|should i (bid|buy|get)|about|details?|info|information|specs?|year|model|trim|look like)\b/

/** What a certain lot is like. About a vehicle that the person has, the FAQ answers. */
function vehicleIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  if (
    lotNumber === null ||
    !FACTS.test(q) ||
    isComplaint(q) ||
    /\b(my|bought|picked|received|described|complain\w*|when|bidding|fees?|pay|ship\w*)\b/.test(q)
  )
    return null
  return { about: 'vehicle', lotNumber }
}

/** What a certain lot stands at; what a lot costs in the end, the pages explain. */
function asksForPrice(q: string, lotNumber: number | null): boolean {
  if (lotNumber === null || /\b(fees?|premium|tax|total|reserve|ship\w*|transport|storage|my)\b/.test(q)) return false
  return (
    /\b(price|current bid|high(est)? bid|top bid|next bid|(min(imum)?|lowest|least|smallest) bid|(sell|sold|go|goes|went|fetch\w*) for|bid (up )?to|bidding (is )?at|how much|going for|stand(s|ing)?)\b/.test(
      q,
    ) || /\bwhat is (lot )?#?\d+ at\b/.test(q)
  )
}

function isOwed(q: string): boolean {
  // What some car would cost in the end.
  if (/\ball[ -]in\b|\bfor an? \$?\d/.test(q)) return false
  if (
    /\b(what happens|what if|if i|if my|how do i|how can i|can i|must i|when do i|when must|do i have to|do i get|will i get|on top|beyond|besides|break down|would i owe|when (do|does|will) [^?]*\bmoney [^?]*\bshow|membership|tax(es)?|vat|customs|duty|duties)\b/.test(
      q,
    )
  )
    return false
  return (
    /\b(owed?|owing|outstanding|unpaid|balance|overdue|past due|in debt)\b/.test(q) ||
    /\b(anything|something|how much|what|invoices?|bills?)\b.*\b(left to pay|(?<!willing )to pay|still due|due from me|open|payable)\b/.test(
      q,
    ) ||
    /\bmy (last |latest )?(payment|transfer|money|wire)\b.*\b(arriv|receiv|come|came|through|there|get|got|clear)/.test(
      q,
    ) ||
    /\b(payment|transfer|money|wired?|sent|paid)\b.*\b(arriv\w*|land(ed)?|received?|come through|came in|clear\w*|got (it|that)|see it|show(s|ing|n|ed)? up|nothing shows|showing (yet|now)|not show(ing|n)?|post(ed)?|(go|gone|went|been) through)\b|\b(get|got|receive|received) my (payment|transfer|money|wire)\b/.test(
      q,
    ) ||
    /\bmy invoices?\b.*\b(paid|open|due|settled)\b|\bhave i paid (my |the |all )?(invoices?|bills?|everything|for)\b|\bdid i pay\b/.test(
      q,
    ) ||
    /\b(do i have|have i got|are there) (any )?(open |due |unpaid )?(invoices?|bills?|payments?)\b/.test(q) ||
    /\bwhen is my (next )?(invoice|payment|bill) due\b/.test(q)
  )
}

/** `am I`, `have I`, `my …`: asks about the current state, not how things work. */
function stateIntent(q: string, lotNumber: number | null): Intent | null {
  if (
    /\brefund/.test(q) &&
    /\b(my|where|did|has|have|when|status|got|get|me)\b/.test(q) &&
    !/\b(policy|how|rules?|entitled|is the (fee|membership)|fee refundable)\b/.test(q)
  )
    return { about: 'refund' }
  if (
    /\b(message|ticket|support request|question|email)\b/.test(q) &&
    /\b(answered|reply|replied|status|answer|read|received|get my|got my)\b/.test(q) &&
    /\bmy\b|\bdid (you|anyone)\b/.test(q)
  )
    return { about: 'messages' }
  if (
    /\b(membership( fee)?|fee)\b/.test(q) &&
    /\b(have i|did i|am i|my|i have)\b/.test(q) &&
    /\b(paid|pay|active|member|status)\b/.test(q)
  )
    return { about: 'membership' }
  if (/\bam i (already |yet |now )?(a )?(paid )?member\b/.test(q)) return { about: 'membership' }
  if (
    /\b(verif\w+|approved|identity|documents?|passport|id|licen[sc]e)\b/.test(q) &&
    /\b(am i|have i been|has my|is my|was my|did (you|my)|(have|has|did) (you|anyone|someone|your team) (looked?|check(ed)?|review(ed)?|seen|gotten|got)|what is (my|the) (verification )?status|my verification|status of my|where is my)\b/.test(
      q,
    ) &&
    !/\b(stored|safe|secure|deleted|need|why|taking|forever)\b/.test(q)
  )
    return { about: 'verified' }
  if (
    /\b(can i bid|am i (able|allowed|ready|cleared|good) to bid|ready to bid|why will not (it|you|the (site|page|system)) let me bid yet|why (can|ca|am) (not i|i not)( able to)? bid( yet|( right)? now| on (anything|any|this|it))?(?=\??$))/.test(
      q,
    )
  )
    return { about: 'verified' }
  if (
    /\bmy account\b/.test(q) &&
    !/\blocked out\b/.test(q) &&
    /\b(active|suspended|blocked|locked|status|ok|okay|open|why)\b/.test(q)
  )
    return { about: 'account' }
  if (/\bam i (suspended|blocked|locked|banned)\b/.test(q)) return { about: 'account' }
  if (
    /\bmy (own )?(paddle|bidder)( number)?\b|\b(what|which) (paddle|number do i bid)\b|\bmy number\b.*\bpaddle\b/.test(
      q,
    ) &&
    /\b(what|which|tell|number|is)\b/.test(q) &&
    !/\bwhat is a paddle\b|\bpaddle for\b/.test(q)
  )
    return { about: 'paddle' }
  if (
    /\b(which|what|how many|list|show|any) (lots?|cars?|vehicles?|auctions?|bids?)\b/.test(q) ||
    /\bmy (active |open |current )?bids\b|\b(show|list)\b.* my (lots|cars|vehicles)\b|\b(everything|all) i am (bidding on|watching)\b/.test(
      q,
    ) ||
    /\bwhat (have i|did i) (won|bought|bid on|win|buy)\b|\bwhat am i (winning|leading|bidding on|watching)\b|\bwhat (have|do) i (got |have )?bids? on\b|\bam i (leading|winning) (anything|any)\b|\b(i am|i have been) (watching|following|keeping (an eye|tabs) on)\b|^(show me |see |open |list |what is (on|in) )?my (watch ?list|favorites|saved (cars|lots))\b/.test(
      q,
    )
  )
    return lotNumber === null ? { about: 'positions' } : { about: 'outcome', lotNumber }
  if (
    OUTCOME.test(q) &&
    !/\b(changed my mind|who do i|how come|before i w[io]n|regret|not want|why do|everyone|anyone|at once|instantly|immediately|right away|straight away|internet|connection|wifi|network|browser|page|phone|offline|crash\w*|password|login|authenticator|keys?|titles?|reserve (price )?(is |was )?not)\b/.test(
      q,
    )
  )
    return { about: 'outcome', lotNumber }
  return null
}
