import type { Story } from '../story.ts'
import { worldTime } from './ledger.ts'
import type { LotClerk } from './lot-clerk.ts'

const WINDOW_MS = 300_000
const OUTAGE_MS = 60_000
/** Heartbeats are every 5 s and count for 10 s more: nearer to the limit than this, either is right. */
const DOUBT_MS = 25_000
/** A lot ends no later than 1 s after its end while a server runs. */
const LATE_MS = 1000

/** When lots end: in time, and not silently after an outage. */
export function checkEnds(story: Story, clerks: Map<string, LotClerk>, faults: string[]): void {
  for (const row of story.database.model.rows('ledger')) {
    const type = String(row.type)
    const clerk = clerks.get(String(row.lot_id))!
    const before = clerk.shown[Number(row.sequence) - 1]?.closesAt
    if ((type !== 'closed' && type !== 'extended') || before === null || before === undefined) continue
    const isOutage = String(row.text).includes('"cause":"outage"')
    if (type === 'extended' && !isOutage) continue
    // Bought at once: nothing fell due.
    if (type === 'closed' && Number(row.at_ms) < before) continue
    const due = worldTime(before)
    const missing = missingMs(story, due)
    const name = `lot ${clerk.lot.id.slice(-1)}`
    if (type === 'closed' && missing > OUTAGE_MS + DOUBT_MS)
      faults.push(`${name} was hammered down though nobody could bid for ${Math.round(missing)} ms`)
    if (isOutage && missing < OUTAGE_MS - DOUBT_MS)
      faults.push(`${name} was extended for an outage of ${Math.round(missing)} ms`)
    const late = worldTime(Number(row.at_ms)) - due
    if (late > LATE_MS && isFairWeather(story, due)) faults.push(`${name} ended ${Math.round(late)} ms late`)
  }
}

/** For how long of the five minutes before `due` (ms of the world) no process served, since the first one did. */
function missingMs(story: Story, due: number): number {
  const services = story.fleet.allServices().toSorted((one, other) => one.from - other.from)
  let covered = Math.max(due - WINDOW_MS, services[0]?.from ?? due)
  let missing = 0
  for (const { from, to } of services) {
    if (from > covered) missing += Math.min(from, due) - covered
    covered = Math.max(covered, Math.min(to, due))
    if (covered >= due) return missing
  }
  return missing + Math.max(0, due - covered)
}

/** Nothing was wrong shortly before and after: faults, slow statements, processes that had just begun. */
function isFairWeather({ plan, fleet }: Story, at: number): boolean {
  const { slow, verySlow, turnedBack } = plan.weather
  if (slow + verySlow + turnedBack > 0) return false
  const isStruck = plan.faults.some(({ atMs, forMs }) => at > atMs - 2000 && at < atMs + forMs + 15_000)
  return !isStruck && fleet.allServices().some(({ from, to }) => from < at - 1000 && to > at + 2000)
}
