import { FACTS_CORRECTED } from '#contract/facts-corrected.ts'
import type { LedgerLine } from '#contract/bidding.ts'
import type { SealedLine } from '#contract/ledger.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'

type Say = (line: LedgerLine, money: (amount: number) => string) => string

/** One sentence for each kind of ledger line; complete by type. */
const SENTENCES: Record<LedgerLine['type'], Say> = {
  opened: () => 'Bidding opened',
  'bid-placed': (line, money) => bidSentence(line, money),
  'maximum-changed': (line) =>
    `Paddle ${line.paddle ?? '–'} ${CHANGES[line.change ?? ''] ?? 'changed'} a sealed maximum`,
  'reserve-met': (line, money) =>
    typeof line.price === 'number' ? `Reserve met at ${money(line.price)}` : 'Reserve met',
  extended: (line) => {
    const until = line.closesAt === undefined ? '' : ` to ${formatTimeOfDay(line.closesAt)}`
    return `Extended${until}: ${CAUSES[line.cause ?? ''] ?? 'by the house'}`
  },
  paused: (line) => `Paused by the auctioneer: ${line.cause ?? ''}`,
  resumed: (line) =>
    `Goes on with the time it had left${line.closesAt === undefined ? '' : `, to ${formatTimeOfDay(line.closesAt)}`}`,
  'bought-now': (line) => `Paddle ${line.paddle ?? '–'} bought it now`,
  voided: (line, money) => {
    const what =
      line.cause === FACTS_CORRECTED
        ? 'The high bidder withdrew after a correction of facts'
        : 'Bids voided by the house'
    return typeof line.price === 'number' ? `${what}; the price is ${money(line.price)}` : `${what}; there is no bid`
  },
  'passed-over': (line) => `Paddle ${line.paddle ?? '–'} can’t hold the lead; the next bidder in line leads`,
  closed: (line) => OUTCOMES[line.outcome ?? ''] ?? 'Closed',
  withdrawn: () => 'Withdrawn from the sale',
  approved: () => 'Sold: the seller accepted the highest bid',
  countered: () => 'The house made a counter-offer; the amount is sealed',
  offered: (line) => `Paddle ${line.paddle ?? '–'} made an offer; the amount is sealed`,
  declined: (line) => (line.by === 'house' ? 'The house declined the offer' : 'The bidder declined the counter-offer'),
  retracted: (line) =>
    line.by === 'house' ? 'The house took its counter-offer back' : 'The bidder took the offer back',
  freed: () => 'The high bidder is free of the bid',
  agreed: (line, money) => `Sold by agreement${typeof line.price === 'number' ? ` at ${money(line.price)}` : ''}`,
  lapsed: (line) => (line.cause === 'house' ? 'Not sold: the seller keeps it' : 'Not sold: nobody accepted in time'),
  'sale-voided': () => 'The sale was undone by the house',
}

const CHANGES: Record<string, string> = { raised: 'raised', lowered: 'lowered', withdrawn: 'withdrew' }

const CAUSES: Record<string, string> = {
  bid: 'a bid came in the last minutes',
  outage: 'the house could not take bids',
  operator: 'by the auctioneer',
}

const OUTCOMES: Record<string, string> = {
  sold: 'Sold',
  'reserve-not-met': 'Closed below the reserve',
  passed: 'Passed: no bid',
}

/** What happened, in one sentence. Amounts in minor units of `currency`. */
export function sentenceOf(line: LedgerLine | SealedLine, currency: string): string {
  const shown: LedgerLine = 'number' in line ? { ...line, sequence: line.after } : line
  return SENTENCES[shown.type](shown, (amount) => formatMoney(amount, currency))
}

function bidSentence(line: LedgerLine, money: (amount: number) => string): string {
  const who = `Paddle ${line.paddle ?? '–'}`
  const what = line.kind === 'maximum' || line.amount === undefined ? 'left a maximum' : `bid ${money(line.amount)}`
  const { reason } = line
  if (reason === undefined) return `${who} ${what}`
  switch (reason.code) {
    case 'first-bid':
      return `${who} ${what}: the first bid`
    case 'took-the-lead':
      return `${who} ${what} and took the lead from paddle ${reason.from}`
    case 'answered-by-proxy':
      return `${who} ${what}; answered at once by paddle ${reason.by}’s maximum`
    case 'earlier-equal-maximum':
      return `${who} ${what}; paddle ${reason.by} had left the same before`
    case 'jumped-to-reserve':
      return `${who} ${what}; the price went to the reserve`
    case 'completed-own-cap':
      return `${who} raised a maximum that had held the price below a full step`
    case 'raised-own-price':
      return `${who} ${what} over the own bid`
    default:
      return reason satisfies never
  }
}
