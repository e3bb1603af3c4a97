import { t, translated } from '#web/platform/language/text.ts'
import { FACTS_CORRECTED } from '#contract/lots/facts-corrected.ts'
import type { BidMark, LedgerLine } from '#contract/bidding/bidding.ts'
import type { SealedLine } from '#contract/bidding/ledger.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'

/** `named`: a paddle's number, and whether it is the reader's. */
type Say = (line: LedgerLine, money: (amount: number) => string, named: Named) => string
type Named = (paddle: number | undefined) => string

/** One sentence for each kind of ledger line; exhaustive by type. */
const SENTENCES: Record<LedgerLine['type'], Say> = {
  opened: () => t`Bidding opened`,
  'bid-placed': bidSentence,
  'maximum-changed': (line, _, named) => (CHANGES[line.change ?? ''] ?? CHANGED)(bidderOf(line, named)),
  'reserve-met': (line, money) =>
    typeof line.price === 'number' ? t`Reserve met at ${money(line.price)}` : t`Reserve met`,
  extended: (line) => {
    const until = line.closesAt === undefined ? '' : t` to ${formatTimeOfDay(line.closesAt)}`
    return t`Extended${until}: ${CAUSES[line.cause ?? ''] ?? t`by us`}`
  },
  paused: (line) => t`Paused by the auctioneer: ${translated(line.cause ?? '')}`,
  resumed: (line) =>
    t`Resumed with the time left${line.closesAt === undefined ? '' : t`, to ${formatTimeOfDay(line.closesAt)}`}`,
  'fair-warning': () => t`Fair warning`,
  'bought-now': ({ paddle }, _, named) => t`Paddle ${named(paddle)} bought it now`,
  voided: (line, money) => {
    const what = line.cause === FACTS_CORRECTED ? t`The high bidder withdrew after a correction` : t`We voided bids`
    return typeof line.price === 'number' ? t`${what}; the price is ${money(line.price)}` : t`${what}; no bids left`
  },
  'passed-over': ({ paddle, leader }, _, named) =>
    typeof leader === 'number'
      ? t`Paddle ${named(paddle)} can’t hold the lead; the next bid in line leads`
      : t`Paddle ${named(paddle)} can’t hold the lead; no bids left`,
  closed: (line) => {
    const outcome = OUTCOMES[line.outcome ?? ''] ?? t`Closed`
    return line.cause === 'auctioneer' ? t`${outcome}, by the auctioneer` : outcome
  },
  withdrawn: () => t`Withdrawn from the auction`,
  approved: () => t`Sold: the seller accepted the high bid`,
  countered: () => t`We made a counteroffer; the amount is sealed`,
  offered: ({ paddle }, _, named) => t`Paddle ${named(paddle)} made an offer; the amount is sealed`,
  declined: (line) => (line.by === 'company' ? t`We declined the offer` : t`The bidder declined the counteroffer`),
  retracted: (line) => (line.by === 'company' ? t`We withdrew our counteroffer` : t`The bidder withdrew the offer`),
  freed: () => t`The high bidder was released`,
  agreed: (line, money) => t`Sold by agreement${typeof line.price === 'number' ? t` at ${money(line.price)}` : ''}`,
  lapsed: (line) => (line.cause === 'company' ? t`Not sold: the seller keeps it` : t`Not sold: no agreement in time`),
  'sale-voided': () => t`We undid the sale`,
}

const CHANGES: Record<string, (who: string) => string> = {
  raised: (who) => t`${who} raised a sealed maximum`,
  lowered: (who) => t`${who} lowered a sealed maximum`,
  withdrawn: (who) => t`${who} withdrew a sealed maximum`,
}
const CHANGED = (who: string) => t`${who} changed a sealed maximum`

const CAUSES: Record<string, string> = {
  bid: t`late bid`,
  outage: t`we couldn’t take bids`,
  operator: t`by the auctioneer`,
}

const OUTCOMES: Record<string, string> = {
  sold: t`Sold`,
  'reserve-not-met': t`Closed below the reserve`,
  passed: t`Passed: no bids`,
}

/** What happened, in one sentence. Amounts in minor units of `currency`; `reader`: the paddle of the person who reads it. */
export function sentenceOf(line: LedgerLine | SealedLine, currency: string, reader: number | null = null): string {
  const shown: LedgerLine = 'number' in line ? { ...line, sequence: line.after } : line
  const named: Named = (paddle) =>
    paddle === undefined ? '–' : paddle === reader ? t`${paddle} (you)` : String(paddle)
  return SENTENCES[shown.type](shown, (amount) => formatMoney(amount, currency), named)
}

/** `Paddle 117 (by phone)` where the auctioneer entered the bid. */
function bidderOf({ paddle, mark }: LedgerLine, named: Named): string {
  return t`Paddle ${named(paddle)}${mark === undefined ? '' : ` (${MARK_WORDS[mark]})`}`
}

const MARK_WORDS: Record<BidMark, string> = { floor: t`in the room`, phone: t`by phone`, absentee: t`absentee` }

function bidSentence(line: LedgerLine, money: (amount: number) => string, named: Named): string {
  const who = bidderOf(line, named)
  const what = line.kind === 'maximum' || line.amount === undefined ? t`set a maximum` : t`bid ${money(line.amount)}`
  const { reason } = line
  if (reason === undefined) return `${who} ${what}`
  switch (reason.code) {
    case 'first-bid':
      return t`${who} ${what}: the first bid`
    case 'took-the-lead':
      return t`${who} ${what} and took the lead from paddle ${named(reason.from)}`
    case 'answered-by-proxy':
      return t`${who} ${what}; answered immediately by the maximum of paddle ${named(reason.by)}`
    case 'earlier-equal-maximum':
      return t`${who} ${what}; paddle ${named(reason.by)} had set the same amount first`
    case 'jumped-to-reserve':
      return t`${who} ${what}; the price moved to the reserve`
    case 'completed-own-cap':
      return t`${who} raised a maximum that had held the price below a full increment`
    case 'raised-own-price':
      return t`${who} ${what}, raising their own price`
    default:
      return reason satisfies never
  }
}
