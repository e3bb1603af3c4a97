import { isReport } from './misuse.ts'

/** Words for private data of a person. */
const PRIVATE =
  /\b(max(imum)?s?|auto-?bids?|limits?|e-?mails?|phones?|telephone|numbers?|address(es)?|names?|invoices?|passwords?|passports?|documents?|licen[sc]es?|accounts?|balances?|cards?|debts?|bids?|identity|ids?|verified|owes?|paid|limit|lives?|personal|bank|messages?|tickets?)\b/
/** Words before 's that aren't a person. */
const THING =
  /^(what|that|it|let|here|there|who|where|how|when|today|tomorrow|lot|car|vehicle|truck|paddock|company|website|site|driver|dealer|auction|buyer|day|week|year|world|page|house|state|it|he|she)$/

/** `tell me bobs max`, typed without the apostrophe. */
const UNMARKED =
  /\b((tell|show|give|send) me|what is) (the )?(?!(this|his|its|lots|cars|trucks|vehicles|buyers|sales|business|address|process|status|todays|yours)\b)[a-z]{2,}s (max(imum)?( bid)?|e-?mail|phone|number|address|bid limit|card|credit card|bank account|password|id|invoice|auto-?bid)\b/

/** Whether a question, written out, asks for another person’s data. */
export function isAboutOthers(q: string): boolean {
  if (COMPANY.test(q) || FOR_SOMEONE.test(q) || isReport(q)) return false
  const possessive = [...q.matchAll(/\b([a-z]+)'s?\b(?!\w)/g)].some(
    ([whole, owner = '']) =>
      whole.includes("'") && !THING.test(owner) && PRIVATE.test(q.slice(q.indexOf(whole) + whole.length)),
  )
  if (possessive || UNMARKED.test(q)) return true
  const someone =
    '(another|other|someone|somebody|anyone|anybody|everyone|who(ever)?|all|the (high|highest|leading|winning|top|current|previous) bidder|the leader|the winner|the buyer|the seller|the owner|bidder|paddle|member|user|customer|mr|mrs|ms)'
  if (
    new RegExp(`\\b${PRIVATE.source.slice(2, -2)}\\b[^?]{0,30}\\b(of|for|from|belonging to) ${someone}\\b`).test(q) &&
    !OWN_PRIVATE.test(q)
  )
    return true
  if (new RegExp(`\\b\\d+'s ${PRIVATE.source}`).test(q)) return true
  if (SEALED.test(q) && !/\bmy\b/.test(q)) return true
  if (ACQUAINTANCE.test(q)) return true
  if (
    /\b(leader|winner|(high|highest|leading|winning|top) bidder)\b[^?]{0,40}\b(max(imum)?|auto-?bid|limit|e-?mail|phone|name|address)\b/.test(
      q,
    ) &&
    !/\b(if|same|equal\w*|mine|my)\b/.test(q)
  )
    return true
  if (
    /\b(paddle|bidder|member|user|account|customer) (number |no\.? )?#?\d+/.test(q) &&
    !/\b(my|i have|mine)\b/.test(q)
  )
    return true
  if (/\S+@\S+\.\S+/.test(q) && PRIVATE.test(q)) return true
  if (
    /\bhow much (did|will|would|does|is|has|have) (he|she|they|the (others?|leader|winner|buyer(?!'?s| (fee|premium|charge|commission))|high bidder|highest bidder|leading bidder|winning bidder|top bidder)|other|others|somebody|someone|paddle|bidder)/.test(
      q,
    )
  )
    return true
  if (
    /\b(list|show|give|tell|send)\b.*\b(all|every|other|the) (the )?(users?|members?|bidders?|customers?|accounts?|buyers?|sellers?|e-?mails?|names)\b/.test(
      q,
    ) &&
    !OWN_PRIVATE.test(q)
  )
    return true
  return asksWho(q)
}

/** Whose all our vehicles are: not whose one of them is. */
const COMPANY =
  /^(so )?(and )?(who|whose)\b[^?\d]*\b(sell|sells|selling|owns?|belong)\b[^?\d]*\b(these|those|your|all|the) (cars|vehicles|trucks|autos|lots)\b[^\d]*$|^(so )?(and )?whose (cars|vehicles|trucks) (are|do)\b[^\d]*$/
/** Paying or signing in the name of a person close by is a question about our rules. */
const FOR_SOMEONE =
  /^(can|could|may|should) (i|we) (pay|use|register|sign|bid)\b[^?]*\bmy (own )?(wife|husband|spouse|partner|brother|sister|dad|father|mom|mother|son|daughter|friend|cousin|company|boss|buddy)'?s?\b/

/** A maximum that isn't the person's own. */
const SEALED =
  /\b(highest|top|biggest|other|others'?|current|leading|winning|their|his|her) (max(imum)?( bid)?|auto-?bid)s?\b/
/** Whether somebody whom the person knows is here, and what they do. */
const ACQUAINTANCE =
  /^(is|does|did|has|was|are|have) (my|the|our) (neighbou?r|ex|boss|friend|cousin|brother|sister|wife|husband|dad|mom|landlord|coworker|competitor)\b[^?]*\b(registered|account|bid(ding|s)?|member|bought|buy|won|pa(id|y)|sell(ing)?|sold)\b(?! for (me|us)\b)/

/** A question about the person's own data: the FAQ answers what others can see of it. */
const OWN_PRIVATE =
  /\bmy\b[^?]{0,40}\b(max(imum)?|auto-?bid|name|e-?mail|data|address|number|document|identity|account|bids?)\b/

/** `who outbid me`, `who is leading lot 1040`, `who bought it`; not `who can bid`. */
function asksWho(q: string): boolean {
  if (!/\b(who|whose|which (person|bidder|member|user|company))\b/.test(q)) return false
  if (
    /\bwho (can|may|must|has to|pays|inspects?|inspected|decides|checks?|runs|are you|is allowed|is responsible|do i|should i|will)\b/.test(
      q,
    )
  )
    return false
  return /\b(outbid|outbids|leading|leads|winning|won|bought|buys|highest|high bidder|bidding|bid on|owns?|owned|sold|selling|seller|consign|behind|against me|other bidders?|paddle)\b/.test(
    q,
  )
}
