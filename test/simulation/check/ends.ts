import type { Story } from '../story.ts'
import { worldTime } from './ledger.ts'
import type { StoryRunner } from './story-runner.ts'

/**
 * For a timed lot only its last five minutes count, for a live one its whole clock. Losing more than `outageMs` of that time is an
 * outage.
 */
const RULES = {
  timed: { windowMs: 300_000, outageMs: 60_000 },
  live: { windowMs: Number.POSITIVE_INFINITY, outageMs: 3000 },
}
/** Margin for a heartbeat to reach the database, in ms. */
const DOUBT_MS = 1000
/** Aftermath of a fault, in ms: dead connections are detected, and the database is found again. */
const AFTERMATH_MS = 15_000
/** A process that dies or stalls may have sent its last heartbeat this long before, in ms. */
const BEAT_MS = 2000
/** A lot ends no later than 1 s after its end while a server runs. */
const LATE_MS = 1000

/** Lots end in time, and not silently after an outage. */
export function checkEnds(story: Story, runners: Map<string, StoryRunner>, faults: string[]): void {
  const before = new Map<string, string>()
  for (const row of story.database.model.rows('ledger')) {
    const type = String(row.type)
    const isBought = before.get(String(row.lot_id)) === 'bought-now'
    before.set(String(row.lot_id), type)
    const runner = runners.get(String(row.lot_id))!
    const { closesAt, countsFrom } = runner.shown[Number(row.sequence) - 1] ?? {}
    if ((type !== 'closed' && type !== 'extended') || closesAt === null || closesAt === undefined) continue
    const isOutage = String(row.text).includes('"cause":"outage"')
    if (type === 'extended' && !isOutage) continue
    const at = Number(row.at_ms)
    // Bought with buy-now: its bidder ended it. The auctioneer's hammer has to mind outages like the clock.
    if (type === 'closed' && isBought) continue
    const { windowMs, outageMs } = RULES[runner.lot.terms.auctionKind]
    const due = worldTime(Math.min(closesAt, at))
    const from = Math.max(due - windowMs, worldTime(countsFrom ?? at))
    const name = `lot ${runner.lot.id.slice(-1)}`
    const missing = missingMs(story, from, due)
    if (type === 'closed' && missing > outageMs + DOUBT_MS)
      faults.push(`${name} was hammered down though nobody could bid for ${Math.round(missing)} ms`)
    if (isOutage && missing + disturbedMs(story, from, due) < outageMs)
      faults.push(`${name} was extended for an outage of ${Math.round(missing)} ms`)
    const late = worldTime(at) - due
    if (late > LATE_MS && isFairWeather(story, due)) faults.push(`${name} ended ${Math.round(late)} ms late`)
  }
}

/** How long, between two instants (ms of the world), no process served since the first one did. */
function missingMs(story: Story, from: number, to: number): number {
  const services = story.fleet.allServices().toSorted((one, other) => one.from - other.from)
  let covered = Math.max(from, services[0]?.from ?? to)
  let missing = 0
  for (const service of services) {
    if (service.from > covered) missing += Math.max(0, Math.min(service.from, to) - covered)
    covered = Math.max(covered, Math.min(service.to, to))
    if (covered >= to) return missing
  }
  return missing + Math.max(0, to - covered)
}

/** The longest that running processes may have been unable, in between, to take bids or to send heartbeats. */
function disturbedMs({ plan, fleet }: Story, from: number, to: number): number {
  const { slow, verySlow, turnedBack } = plan.weather
  if (slow + verySlow + turnedBack > 0) return to - from
  const struck = plan.faults.map(({ atMs, forMs }) => ({ from: atMs - BEAT_MS, to: atMs + forMs + AFTERMATH_MS }))
  const ends = fleet.allServices().map((service) => ({ from: service.to - BEAT_MS, to: service.to + BEAT_MS }))
  return [...struck, ...ends].reduce(
    (sum, each) => sum + Math.max(0, Math.min(each.to, to) - Math.max(each.from, from)),
    0,
  )
}

/** No disturbance shortly before and after: no faults, slow statements or processes that had just started. */
function isFairWeather({ plan, fleet }: Story, at: number): boolean {
  const { slow, verySlow, turnedBack } = plan.weather
  if (slow + verySlow + turnedBack > 0) return false
  const isStruck = plan.faults.some(({ atMs, forMs }) => at > atMs - 2000 && at < atMs + forMs + 15_000)
  return !isStruck && fleet.allServices().some(({ from, to }) => from < at - 1000 && to > at + 2000)
}
