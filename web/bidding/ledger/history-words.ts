import { FACTS_CORRECTED } from '#contract/lots/facts-corrected.ts'
import type { BidMark, LedgerLine } from '#contract/bidding/bidding.ts'
import type { SealedLine } from '#contract/bidding/ledger.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'

type Say = (line: LedgerLine, money: (amount: number) => string) => string

/** One sentence for each kind of ledger line; exhaustive by type. */
const SENTENCES: Record<LedgerLine['type'], Say> = {
  opened: () => 'Bidding opened',
  'bid-placed': (line, money) => bidSentence(line, money),
  'maximum-changed': (line) => `${bidderOf(line)} ${CHANGES[line.change ?? ''] ?? 'changed'} a sealed maximum`,
  'reserve-met': (line, money) =>
    typeof line.price === 'number' ? `Reserve met at ${money(line.price)}` : 'Reserve met',
  extended: (line) => {
    const until = line.closesAt === undefined ? '' : ` to ${formatTimeOfDay(line.closesAt)}`
    return `Extended${until}: ${CAUSES[line.cause ?? ''] ?? 'by us'}`
  },
  paused: (line) => `Paused by the auctioneer: ${line.cause ?? ''}`,
  resumed: (line) =>
    `Resumed with the time left${line.closesAt === undefined ? '' : `, to ${formatTimeOfDay(line.closesAt)}`}`,
  'fair-warning': () => 'Fair warning',
  'bought-now': (line) => `Paddle ${line.paddle ?? '–'} bought it now`,
  voided: (line, money) => {
    const what = line.cause === FACTS_CORRECTED ? 'The high bidder withdrew after a correction' : 'We voided bids'
    return typeof line.price === 'number' ? `${what}; the price is ${money(line.price)}` : `${what}; no bids left`
  },
  'passed-over': (line) => `Paddle ${line.paddle ?? '–'} can’t hold the lead; the next bidder in line leads`,
  closed: (line) => {
    const outcome = OUTCOMES[line.outcome ?? ''] ?? 'Closed'
    return line.cause === 'auctioneer' ? `${outcome}, by the auctioneer` : outcome
  },
  withdrawn: () => 'Withdrawn from the auction',
  approved: () => 'Sold: the seller accepted the high bid',
  countered: () => 'We made a counter-offer; the amount is sealed',
  offered: (line) => `Paddle ${line.paddle ?? '–'} made an offer; the amount is sealed`,
  declined: (line) => (line.by === 'company' ? 'We declined the offer' : 'The bidder declined the counter-offer'),
  retracted: (line) => (line.by === 'company' ? 'We withdrew our counter-offer' : 'The bidder withdrew the offer'),
  freed: () => 'The high bidder was released',
  agreed: (line, money) => `Sold by agreement${typeof line.price === 'number' ? ` at ${money(line.price)}` : ''}`,
  lapsed: (line) => (line.cause === 'company' ? 'Not sold: the seller keeps it' : 'Not sold: no agreement in time'),
  'sale-voided': () => 'We undid the sale',
}

const CHANGES: Record<string, string> = { raised: 'raised', lowered: 'lowered', withdrawn: 'withdrew' }

const CAUSES: Record<string, string> = {
  bid: 'late bid',
  outage: 'we couldn’t take bids',
  operator: 'by the auctioneer',
}

const OUTCOMES: Record<string, string> = {
  sold: 'Sold',
  'reserve-not-met': 'Closed below the reserve',
  passed: 'Passed: no bids',
}

/** What happened, in one sentence. Amounts in minor units of `currency`. */
export function sentenceOf(line: LedgerLine | SealedLine, currency: string): string {
  const shown: LedgerLine = 'number' in line ? { ...line, sequence: line.after } : line
  return SENTENCES[shown.type](shown, (amount) => formatMoney(amount, currency))
}

/** `Paddle 117 (by phone)` where the auctioneer entered the bid. */
function bidderOf({ paddle, mark }: LedgerLine): string {
  return `Paddle ${paddle ?? '–'}${mark === undefined ? '' : ` (${MARK_WORDS[mark]})`}`
}

const MARK_WORDS: Record<BidMark, string> = { floor: 'in the room', phone: 'by phone', absentee: 'absentee' }

function bidSentence(line: LedgerLine, money: (amount: number) => string): string {
  const who = bidderOf(line)
  const what = line.kind === 'maximum' || line.amount === undefined ? 'set a maximum' : `bid ${money(line.amount)}`
  const { reason } = line
  if (reason === undefined) return `${who} ${what}`
  switch (reason.code) {
    case 'first-bid':
      return `${who} ${what}: the first bid`
    case 'took-the-lead':
      return `${who} ${what} and took the lead from paddle ${reason.from}`
    case 'answered-by-proxy':
      return `${who} ${what}; answered immediately by paddle ${reason.by}’s maximum`
    case 'earlier-equal-maximum':
      return `${who} ${what}; paddle ${reason.by} had set the same amount first`
    case 'jumped-to-reserve':
      return `${who} ${what}; the price moved to the reserve`
    case 'completed-own-cap':
      return `${who} raised a maximum that had held the price below a full increment`
    case 'raised-own-price':
      return `${who} ${what}, raising their own price`
    default:
      return reason satisfies never
  }
}
