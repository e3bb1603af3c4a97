import type { DemoAuction } from './auctions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const DEMO_NOTE =
  'Demo auction: the vehicles are invented, the pictures are renderings (see the credits), and no money moves.'

/** The title of the finished auction; a demo has it once. */
export const PAST_AUCTION = 'Trade clearance'

/** The title of the auction whose invoices have had time to be paid, or not; a demo has it once. */
export const OLD_AUCTION = 'Fleet returns'

/** Ended twelve days ago. */
export function oldAuction(now: number): DemoAuction {
  return {
    title: OLD_AUCTION,
    kind: 'timed',
    description: `Vans and cars from two fleets, all sold by the end of the day. ${DEMO_NOTE}`,
    yard: 2,
    lots: 16,
    opensAt: now - 17 * DAY_MS,
    startsAt: now - 12 * DAY_MS,
    lotEveryMs: 3 * MINUTE_MS,
  }
}

/** Ended this morning. */
export function pastAuction(now: number): DemoAuction {
  return {
    title: PAST_AUCTION,
    kind: 'timed',
    description: `Vehicles returned by fleets, insurers and dealers. ${DEMO_NOTE}`,
    yard: 1,
    lots: 14,
    opensAt: now - 6 * DAY_MS,
    startsAt: now - 6 * HOUR_MS,
    lotEveryMs: 2 * MINUTE_MS,
  }
}

/** A lot ends every three minutes for an hour, the first one two minutes from now. */
export function runningAuction(now: number): DemoAuction {
  return {
    title: 'Daily timed auction',
    kind: 'timed',
    description: `Cars, vans and equipment from three yards, one lot after another. ${DEMO_NOTE}`,
    yard: 0,
    lots: 20,
    opensAt: now - 20 * HOUR_MS,
    startsAt: now + 2 * MINUTE_MS,
    lotEveryMs: 3 * MINUTE_MS,
  }
}

/** Begins two minutes from now and runs for about ten minutes. */
export function liveAuction(now: number): DemoAuction {
  return {
    title: 'Live ring',
    kind: 'live',
    description: `Live, lot by lot: 30 seconds each, longer while people bid. ${DEMO_NOTE}`,
    yard: 1,
    lots: 12,
    opensAt: now - HOUR_MS,
    startsAt: now + 2 * MINUTE_MS,
    lotEveryMs: MINUTE_MS,
  }
}

/** Tomorrow at the same hour; maximums are accepted from now on. */
export function comingAuction(now: number): DemoAuction {
  return {
    title: 'Live evening: classics and commercials',
    kind: 'live',
    description: `Lots are sold one after another. Set a maximum now, or bid live. ${DEMO_NOTE}`,
    yard: 2,
    lots: 8,
    opensAt: now - HOUR_MS,
    startsAt: Math.ceil((now + DAY_MS) / HOUR_MS) * HOUR_MS,
    lotEveryMs: MINUTE_MS,
  }
}
