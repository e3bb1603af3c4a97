import type { LiveLot, Standing } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'

/** From here on a lot is said to be ending. */
export const ENDING_MS = 60_000
/** How long an extension is pointed out. */
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
  | 'sold'
  | 'passed'
  | 'reserve-not-met'
  | 'reserve-not-met-yours'
  | 'withdrawn'

export type Bar = { state: BoxState; tone: 'good' | 'bad' | 'quiet'; headline: string; advice: string }

type SaleKind = 'timed' | 'live'

const NO_BID = 'no bid'

type Facts = { price: string; nextBid: string; reserve: 'none' | 'not-met' | 'met'; preBids: boolean }
type Say = (facts: Facts) => Omit<Bar, 'state'>

/** Each state of the bid box with its own words. Source: the design page, "Behaviour". */
const WORDS: Record<Exclude<BoxState, 'closed-to-you'>, Say> = {
  'not-open': ({ preBids }) =>
    quiet(
      'Not open yet',
      preBids ? 'Set an auto-bid now. It takes part as soon as the lot is up.' : 'Bidding opens at the time shown.',
    ),
  open: ({ reserve }) =>
    quiet('Open for bids', reserve === 'not-met' ? 'The reserve is not met yet.' : 'You have not bid here.'),
  leading: ({ price, reserve }) =>
    good('You are leading', reserve === 'not-met' ? `At ${price}. The reserve is not met yet.` : `At ${price}.`),
  outbid: ({ price, nextBid }) => bad('You are outbid', `The price is ${price}. ${nextBid} puts you back in.`),
  paused: () =>
    quiet(
      'Paused',
      'The auctioneer has stopped the clock. The lot goes on with the time it had left; every bid stands.',
    ),
  closing: () => quiet('Time is up', 'The house is closing the lot; the result follows in a moment.'),
  'sold-to-you': ({ price, reserve }) =>
    good('Sold to you', `${reserve === 'not-met' ? 'Agreed at' : 'Sold for'} ${price}. Your invoice is on its way.`),
  sold: ({ price, reserve }) => quiet('Sold', `${reserve === 'not-met' ? 'Agreed at' : 'Sold for'} ${price}.`),
  passed: ({ reserve, price }) =>
    reserve === 'not-met' && price !== NO_BID
      ? quiet('Not sold', `The highest bid, ${price}, was below the reserve, and there was no agreement.`)
      : quiet('Passed', 'There was no bid. The lot may come back in a later sale.'),
  'reserve-not-met': ({ price }) =>
    quiet('Reserve not met', `The highest bid was ${price}. The seller is asked whether it may be sold at that.`),
  'reserve-not-met-yours': ({ price }) =>
    good(
      'Yours is the highest bid; the reserve was not met',
      `At ${price} it is not decided yet. What happens now stands below.`,
    ),
  withdrawn: () => quiet('Withdrawn', 'The lot was taken out of the sale. No bid on it counts.'),
}

/** What the bar across the panel says. `now` is the house's clock in ms. */
export function barOf(live: LiveLot, currency: string, saleKind: SaleKind, now: number): Bar {
  const { standing } = live
  const state = stateOf(live, saleKind, now)
  const facts: Facts = {
    price: standing.price === null ? NO_BID : formatMoney(standing.price, currency),
    nextBid: formatMoney(standing.nextBid, currency),
    reserve: standing.reserve,
    preBids: saleKind === 'live',
  }
  return { state, ...WORDS[state](facts) }
}

function stateOf({ standing, you }: LiveLot, saleKind: SaleKind, now: number): Exclude<BoxState, 'closed-to-you'> {
  switch (standing.status) {
    case 'sold':
      return you.position === 'won' ? 'sold-to-you' : 'sold'
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
  return isUp(standing, saleKind, now) ? 'open' : 'not-open'
}

/** True for the high bidder of a lot that closed below its reserve, also when the talk about it is over. */
export function hadTalk({ standing, you }: LiveLot): boolean {
  const isOver = standing.status !== 'scheduled' && standing.status !== 'open'
  return isOver && standing.reserve === 'not-met' && standing.leader !== null && standing.leader === you.paddle
}

/** An open lot without an end: the auctioneer has stopped its clock. */
export function isPaused(standing: Pick<Standing, 'status' | 'closesAt'>): boolean {
  return standing.status === 'open' && standing.closesAt === null
}

/** The clock decides, not the job that opens: a timed lot is up from opensAt. A lot of a live sale is up only once it was opened. */
function isUp({ status, opensAt }: Standing, saleKind: SaleKind, now: number): boolean {
  return status === 'open' || (saleKind === 'timed' && status === 'scheduled' && opensAt !== null && now >= opensAt)
}

/** True where a bid can be sent. The server has the last word by its own clock. */
export function takesBids(state: BoxState): boolean {
  return state === 'open' || state === 'leading' || state === 'outbid'
}

/** True where a firm bid can be sent. Before its lot is up only a maximum can, whoever leads with one. */
export function takesFirmBids(state: BoxState, standing: Standing, saleKind: SaleKind, now: number): boolean {
  return takesBids(state) && isUp(standing, saleKind, now)
}

/** What the countdown says beside the time; null while there is nothing to add. */
export function clockWords(leftMs: number, extendedAt: number | null, now: number, extensionMs: number): string | null {
  if (leftMs <= 0) return null
  if (extendedAt !== null && now - extendedAt < EXTENSION_SHOWN_MS) return `Extended +${minutes(extensionMs)}`
  if (leftMs <= ENDING_MS) return 'Ending'
  return null
}

/** `2:00` for 120,000 ms. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
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
