import { t } from '#web/platform/language/text.ts'
import type { LiveLot, Standing } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

/** Below this time left, in ms, a lot is shown as ending. */
const ENDING_MS = 60_000
/** How long an extension is highlighted, in ms. */
export const EXTENSION_SHOWN_MS = 10_000

export type BoxState =
  | 'closed-to-you'
  | 'not-open'
  | 'open'
  | 'leading'
  | 'outbid'
  | 'closing'
  | 'paused'
  | 'sold-to-you'
  | 'sold-to-another'
  | 'sold'
  | 'passed'
  | 'reserve-not-met'
  | 'reserve-not-met-yours'
  | 'withdrawn'

export type Bar = { state: BoxState; tone: 'good' | 'bad' | 'quiet'; headline: string; advice: string }

type AuctionKind = 'timed' | 'live'

const NO_BID = t`no bid`

type Facts = { price: string; nextBid: string; reserve: 'none' | 'not-met' | 'met'; preBids: boolean }
type Say = (facts: Facts) => Omit<Bar, 'state'>

/** Each state of the bid box has its own text. Source: the design page, "Behaviour". */
const WORDS: Record<Exclude<BoxState, 'closed-to-you'>, Say> = {
  'not-open': ({ preBids }) =>
    quiet(
      t`Not open yet`,
      preBids ? t`Set an auto-bid now. It starts when the lot opens.` : t`Bidding opens at the time shown.`,
    ),
  open: () => quiet(t`Open for bids`, t`You haven’t bid yet.`),
  leading: ({ price, reserve }) =>
    good(
      t`You’re the high bidder`,
      reserve === 'not-met' ? t`At ${price}. The reserve isn’t met yet.` : t`At ${price}.`,
    ),
  outbid: ({ price, nextBid }) =>
    price === NO_BID
      ? quiet(t`Your bid no longer counts`, t`There are no bids now. Bid ${nextBid} or more.`)
      : bad(t`You’ve been outbid`, t`The price is ${price}. Bid ${nextBid} or more.`),
  paused: () => quiet(t`Paused`, t`The clock is stopped. The lot resumes with the time left; every bid stands.`),
  closing: () => quiet(t`Time is up`, t`We’re closing the lot. The result follows in a moment.`),
  'sold-to-you': (facts) => good(t`Sold to you`, soldAt(facts)),
  'sold-to-another': (facts) => quiet(t`Sold to another bidder`, soldAt(facts)),
  sold: (facts) => quiet(t`Sold`, soldAt(facts)),
  passed: ({ reserve, price }) =>
    reserve === 'not-met' && price !== NO_BID
      ? quiet(t`Not sold`, t`The high bid of ${price} was below the reserve, and there was no agreement.`)
      : quiet(t`Passed`, t`There were no bids.`),
  'reserve-not-met': ({ price }) =>
    quiet(t`Reserve not met`, t`The high bid was ${price}. The seller may accept it or ask for more.`),
  'reserve-not-met-yours': ({ price }) =>
    good(
      t`You’re the high bidder; reserve not met`,
      t`The sale at ${price} isn’t decided yet. See the next steps below.`,
    ),
  withdrawn: () => quiet(t`Withdrawn`, t`The lot was removed from the auction. No bids on it count.`),
}

/** The text of the bar across the panel. `now` is the server's clock in ms. */
export function barOf(live: LiveLot, currency: string, auctionKind: AuctionKind, now: number): Bar {
  const { standing } = live
  const state = stateOf(live, auctionKind, now)
  const facts: Facts = {
    price: standing.price === null ? NO_BID : formatMoney(standing.price, currency),
    nextBid: formatMoney(standing.nextBid, currency),
    reserve: standing.reserve,
    preBids: auctionKind === 'live',
  }
  return { state, ...WORDS[state](facts) }
}

function stateOf(
  { standing, you }: LiveLot,
  auctionKind: AuctionKind,
  now: number,
): Exclude<BoxState, 'closed-to-you'> {
  switch (standing.status) {
    case 'sold':
      return you.position === 'won' ? 'sold-to-you' : you.position === 'lost' ? 'sold-to-another' : 'sold'
    case 'passed':
      return 'passed'
    case 'withdrawn':
      return 'withdrawn'
    case 'reserve-not-met':
      return standing.leader === you.paddle ? 'reserve-not-met-yours' : 'reserve-not-met'
    case 'scheduled':
    case 'open':
      break
    default:
      standing.status satisfies never
  }
  if (isPaused(standing)) return 'paused'
  if (standing.closesAt !== null && now >= standing.closesAt) return 'closing'
  if (you.position === 'leading') return 'leading'
  if (you.position === 'outbid') return 'outbid'
  return isUp(standing, auctionKind, now) ? 'open' : 'not-open'
}

/** True for the high bidder of a lot that closed below its reserve, including after the negotiation is over. */
export function hadNegotiation({ standing, you }: LiveLot): boolean {
  const isOver = standing.status !== 'scheduled' && standing.status !== 'open'
  return isOver && standing.reserve === 'not-met' && standing.leader !== null && standing.leader === you.paddle
}

/** An open lot without an end: the auctioneer has paused its clock. */
export function isPaused(standing: Pick<Standing, 'status' | 'closesAt'>): boolean {
  return standing.status === 'open' && standing.closesAt === null
}

/** The clock decides, not the job that opens lots: a timed lot is up from opensAt. A lot of a live auction is up only once opened. */
function isUp({ status, opensAt }: Standing, auctionKind: AuctionKind, now: number): boolean {
  return status === 'open' || (auctionKind === 'timed' && status === 'scheduled' && opensAt !== null && now >= opensAt)
}

/** True where a bid can be sent. The server decides, by its own clock. */
export function takesBids(state: BoxState): boolean {
  return state === 'open' || state === 'leading' || state === 'outbid'
}

/** True where a firm bid can be sent. Before its lot is up only a maximum can be set, no matter who leads. */
export function takesFirmBids(state: BoxState, standing: Standing, auctionKind: AuctionKind, now: number): boolean {
  return takesBids(state) && isUp(standing, auctionKind, now)
}

/** The text shown next to the countdown; null while there is nothing to add. */
export function clockWords(leftMs: number, extendedAt: number | null, now: number, extensionMs: number): string | null {
  if (leftMs <= 0) return null
  if (extendedAt !== null && now - extendedAt < EXTENSION_SHOWN_MS) return t`Extended +${minutes(extensionMs)}`
  if (leftMs <= ENDING_MS) return t`Ending`
  return null
}

/** `2:00` for 120,000 ms. */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The hammer price stands right above. */
function soldAt({ price, reserve }: Facts): string {
  return reserve === 'not-met' ? t`Agreed at ${price}.` : ''
}

function good(headline: string, advice: string): Omit<Bar, 'state'> {
  return { tone: 'good', headline, advice }
}

function bad(headline: string, advice: string): Omit<Bar, 'state'> {
  return { tone: 'bad', headline, advice }
}

function quiet(headline: string, advice: string): Omit<Bar, 'state'> {
  return { tone: 'quiet', headline, advice }
}
