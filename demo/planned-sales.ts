import type { DemoSale } from './sales.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const DEMO_NOTE =
  'Demonstration sale: the vehicles are invented, the pictures are renderings (see the credits), and no money moves.'

/** The title of the sale that is over; a demo has it once. */
export const PAST_SALE = 'Trade clearance'

/** The title of the sale whose invoices have had time to be paid, or not; a demo has it once. */
export const OLD_SALE = 'Fleet returns'

/** Over for twelve days. */
export function oldSale(now: number): DemoSale {
  return {
    title: OLD_SALE,
    kind: 'timed',
    description: `Vans and cars of two fleets, all sold by the end of the day. ${DEMO_NOTE}`,
    yard: 2,
    lots: 16,
    opensAt: now - 17 * DAY_MS,
    startsAt: now - 12 * DAY_MS,
    lotEveryMs: 3 * MINUTE_MS,
  }
}

/** Over since this morning. */
export function pastSale(now: number): DemoSale {
  return {
    title: PAST_SALE,
    kind: 'timed',
    description: `Vehicles returned by fleets, insurers and dealers. ${DEMO_NOTE}`,
    yard: 1,
    lots: 20,
    opensAt: now - 6 * DAY_MS,
    startsAt: now - 6 * HOUR_MS,
    lotEveryMs: 2 * MINUTE_MS,
  }
}

/** A lot ends every minute and a half for about three hours, the first one two minutes from now. */
export function runningSale(now: number): DemoSale {
  return {
    title: `Daily timed sale, ${dayName(now)}`,
    kind: 'timed',
    description: `Cars, vans and machines from three yards, one lot after another. ${DEMO_NOTE}`,
    yard: 0,
    lots: 120,
    opensAt: now - 20 * HOUR_MS,
    startsAt: now + 2 * MINUTE_MS,
    lotEveryMs: 1.5 * MINUTE_MS,
  }
}

/** Begins two minutes from now and runs for about half an hour. */
export function liveSale(now: number): DemoSale {
  return {
    title: `Live ring, ${dayName(now)}`,
    kind: 'live',
    description: `One lot after another, half a minute each and longer while people bid. ${DEMO_NOTE}`,
    yard: 1,
    lots: 40,
    opensAt: now - HOUR_MS,
    startsAt: now + 2 * MINUTE_MS,
    lotEveryMs: MINUTE_MS,
  }
}

/** Tomorrow at the same hour; maximums are taken from now on. */
export function comingSale(now: number): DemoSale {
  return {
    title: 'Live evening: classics and commercials',
    kind: 'live',
    description: `Lots come up one after another; leave a maximum now or bid along live. ${DEMO_NOTE}`,
    yard: 2,
    lots: 28,
    opensAt: now - HOUR_MS,
    startsAt: Math.ceil((now + DAY_MS) / HOUR_MS) * HOUR_MS,
    lotEveryMs: MINUTE_MS,
  }
}

function dayName(at: number): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    at,
  )
}
