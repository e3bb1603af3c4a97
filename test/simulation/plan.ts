import type { Terms } from '#engine'
import type { Weather } from './actors/database-server.ts'
import type { Random } from './world/random.ts'
import { EPOCH } from './world/world.ts'

export type PlannedLot = {
  id: string
  auctionId: string
  position: number
  sellerId: string
  terms: Terms
  costs: PlannedCosts
}

/** A premium and a tax in basis points, and a fee in minor units. */
type PlannedCosts = { premium: number; fee: number; tax: number }

export type PlannedBidder = {
  id: string
  paddle: number
  /** Minor units; null: none. */
  limit: number | null
  standing: 'complete' | 'not-complete' | 'suspended' | 'staff' | 'no-email' | 'no-address'
  actions: number
  thinkMs: number
  /** Bids only in the last seconds of a lot. */
  isLate: boolean
}

export type PlannedWatcher = { id: string; slot: number; pace: 'quick' | 'slow'; byAuction: boolean; comesAtMs: number }

type FaultKind = 'crash' | 'vanish' | 'pause' | 'cut' | 'hold' | 'database' | 'clock' | 'outage'

/** A fault at an instant (ms of the world); `slot`: the process it strikes. */
export type PlannedFault = { kind: FaultKind; atMs: number; slot: number; forMs: number; size: number }

/** Everything drawn before an auction begins. What happens during it is drawn on the way, from the same seed. */
export type Plan = {
  seed: number
  processes: number
  auctionStartsAtMs: number
  lots: PlannedLot[]
  bidders: PlannedBidder[]
  watchers: PlannedWatcher[]
  faults: PlannedFault[]
  weather: Weather
  /** Requests whose answer is lost on its way, as a share. */
  answersLost: number
}

const FINE: Weather = { slow: 0, verySlow: 0, turnedBack: 0, hints: 0 }

export function planOf(seed: number, random: Random): Plan {
  const processes = random.pick([1, 2, 2, 3])
  const isFine = random.chance(0.15)
  const faults = isFine ? [] : faultsOf(random, processes)
  // An outage costs a lot only time in which the lot was open: with outages long enough to matter, lots are open for longer.
  const isLong = faults.some(({ kind, forMs }) => kind === 'outage' && forMs > 60_000)
  const lots = lotsOf(random, isLong ? 85_000 : 0)
  return {
    seed,
    processes,
    auctionStartsAtMs: 2500,
    lots,
    bidders: biddersOf(random, lots.length),
    watchers: watchersOf(random, processes),
    faults,
    weather: isFine
      ? FINE
      : {
          slow: random.pick([0, 0.005, 0.03]),
          verySlow: random.pick([0, 0, 0, 0.0005]),
          turnedBack: random.pick([0, 0, 0.01, 0.05]),
          hints: random.pick([0, 0.05, 0.5]),
        },
    answersLost: isFine ? 0 : random.pick([0, 0.02, 0.1]),
  }
}

/** A made-up id that is the same for the same number: ids end in the number, which is what chooses a lane. */
export function idOf(kind: number, number: number): string {
  return `00000000-0000-7000-8000-${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`
}

function lotsOf(random: Random, longerMs: number): PlannedLot[] {
  const auctionKind = random.pick(['timed', 'timed', 'live'] as const)
  const shared = {
    bidUnit: random.pick([5, 100]),
    increments: random.pick([
      [[0, 100]],
      [
        [0, 100],
        [1000, 200],
        [3000, 500],
      ],
      [
        [0, 500],
        [5000, 1000],
        [10_000, 2500],
      ],
    ] as const),
  }
  const count = random.pick([1, 1, 2, 3])
  const auctionId = idOf(1, 1)
  return Array.from({ length: count }, (_, position) => ({
    id: idOf(2, position + 1),
    auctionId,
    position,
    sellerId: idOf(3, 1),
    terms: termsOf(random, auctionKind, shared, { position, longerMs }),
    costs: { premium: random.pick([0, 500, 1250]), fee: random.pick([0, 275]), tax: random.pick([0, 875]) },
  }))
}

function termsOf(
  random: Random,
  auctionKind: Terms['auctionKind'],
  shared: Pick<Terms, 'bidUnit' | 'increments'>,
  { position, longerMs }: { position: number; longerMs: number },
): Terms {
  const openingBid = random.pick([500, 1000, 2000])
  const endsAt = EPOCH + 7000 + longerMs + position * random.pick([500, 2000]) + random.int(5000)
  const isTimed = auctionKind === 'timed'
  const stretch = random.pick([1000, 2000, 4000])
  return {
    ...shared,
    auctionKind,
    openingBid,
    reserve: random.pick([null, null, 2000, 4000, 15_000]),
    buyNow: random.chance(0.2) ? random.pick([6000, 12_000]) : null,
    buyNowUntil: random.pick(['reserve-met', 'price-reached']),
    opensAt: isTimed ? EPOCH + 1500 + random.int(1500) : null,
    scheduledCloseAt: isTimed ? endsAt : null,
    extensionWindowMs: stretch,
    extensionMs: random.pick([stretch, 2 * stretch]),
    hardEndAt: isTimed && random.chance(0.3) ? endsAt + 4000 : null,
    liveStartMs: random.pick([3000, 8000]),
    outageExtensionMs: 5000,
    ...(random.chance(0.5) ? { negotiations: { boundMs: 3000, freeMs: 3000 } } : {}),
  }
}

function biddersOf(random: Random, lots: number): PlannedBidder[] {
  const count = 2 + random.int(6)
  return Array.from({ length: count }, (_, number) => ({
    id: number === 6 ? idOf(3, 1) : idOf(4, number + 1),
    paddle: 101 + number,
    limit: random.chance(0.35) ? random.pick([3000, 8000, 20_000]) * lots : null,
    standing: random.chance(0.72)
      ? 'complete'
      : random.pick(['not-complete', 'suspended', 'staff', 'no-email', 'no-address'] as const),
    actions: 3 + random.int(10),
    thinkMs: random.pick([50, 300, 800, 1500]),
    isLate: random.chance(0.3),
  }))
}

function watchersOf(random: Random, processes: number): PlannedWatcher[] {
  return Array.from({ length: 1 + random.int(4) }, (_, number) => ({
    id: idOf(5, number + 1),
    slot: random.int(processes),
    pace: random.chance(0.2) ? 'slow' : 'quick',
    byAuction: random.chance(0.4),
    comesAtMs: random.int(8000),
  }))
}

const USUAL: readonly FaultKind[] = ['crash', 'crash', 'vanish', 'pause', 'cut', 'cut', 'hold', 'database', 'clock']

function faultsOf(random: Random, processes: number): PlannedFault[] {
  const count = 1 + random.int(5)
  return Array.from({ length: count }, () => {
    const kind = random.chance(0.05) ? 'outage' : random.pick(USUAL)
    return {
      kind,
      atMs: 1500 + random.int(11_000),
      slot: random.int(processes),
      forMs:
        kind === 'outage' ? random.pick([20_000, 75_000, 90_000]) : 300 + random.int(random.pick([1500, 7000, 13_000])),
      size: random.next(),
    }
  })
}
