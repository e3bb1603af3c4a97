import { t } from '#web/platform/language/text.ts'
import {
  type BidKind,
  decide,
  DEFAULT_INCREMENTS,
  evolve,
  initialLot,
  type LotEvent,
  type LotState,
  nextBid,
  type Rejection,
  type Terms,
} from '#engine'
import { formatMoney } from '#web/platform/money.ts'

/** A simulated auction of one lot: the real rules, without a server or a clock. Amounts in minor units. */
export type Simulation = { terms: Terms; state: LotState; events: readonly LotEvent[]; refused: Rejection | null }

export const CURRENCY = 'USD'
export const YOU = { id: 'you', paddle: 7 }
export const RIVAL = { id: 'rival', paddle: 12 }

const AN_HOUR_MS = 3_600_000
const FREE = { ineligible: null, limit: null, bidIdReused: false }

/** A lot open for an hour from instant 0, without a bid. `reserve` null: no reserve. */
export function begin(openingBid: number, reserve: number | null): Simulation {
  const terms: Terms = {
    auctionKind: 'timed',
    openingBid,
    reserve,
    buyNow: null,
    buyNowUntil: 'reserve-met',
    bidUnit: 100,
    increments: DEFAULT_INCREMENTS,
    opensAt: 0,
    scheduledCloseAt: AN_HOUR_MS,
    extensionWindowMs: 120_000,
    extensionMs: 120_000,
    hardEndAt: null,
    liveStartMs: 30_000,
    outageExtensionMs: 600_000,
  }
  return { terms, state: initialLot(terms), events: [], refused: null }
}

/** The simulation after a bid, decided by the same engine that decides real bids. */
export function bid(simulation: Simulation, bidder: typeof YOU, kind: BidKind, amount: number): Simulation {
  const { terms, state, events } = simulation
  const type = kind === 'firm' ? 'firm-bid' : 'maximum'
  const decision = decide(terms, state, { type, bidder, amount, facts: FREE }, events.length + 1)
  if (!decision.ok) return { ...simulation, refused: decision.rejection }
  return { terms, state: decision.events.reduce(evolve, state), events: [...events, ...decision.events], refused: null }
}

export function nextBidOf({ terms, state }: Simulation): number {
  return nextBid(terms, state)
}

/** What happened, in one sentence; null for events that add nothing here. */
export function sentenceOfEvent(event: LotEvent): string | null {
  const money = (amount: number) => formatMoney(amount, CURRENCY)
  switch (event.type) {
    case 'bid-placed': {
      const who = nameOf(event.bidder.id)
      const what = event.kind === 'firm' ? t`bid ${money(event.amount)}` : t`set a maximum of ${money(event.amount)}`
      return t`${who} ${what}. ${leaderSentence(event.leader.id)} at ${money(event.price)}.`
    }
    case 'maximum-changed':
      return t`${nameOf(event.bidder.id)} raised the maximum to ${money(event.amount)}. The price doesn’t change.`
    case 'reserve-met':
      return t`The reserve is met at ${money(event.price)}.`
    default:
      return null
  }
}

function nameOf(id: string): string {
  return id === YOU.id ? t`You` : t`The rival`
}

function leaderSentence(id: string): string {
  return id === YOU.id ? t`You lead` : t`The rival leads`
}
