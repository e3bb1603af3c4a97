import { sql } from 'kysely'
import { isOutage, type Absence, type SaleKind } from '#engine'
import type { House } from '#server/platform/house.ts'
import { absencesBetween } from '#server/platform/health/heartbeat.ts'
import type { HouseAct } from './command.ts'
import type { Lanes } from './lane/lanes.ts'

/** How often the clock is asked what is due. A lot closes at most this, and a commit, after its end. */
const EVERY_MS = 250
const DUE_MAX = 500
/** Absences are read so far back from a lot's end: a pause moves what counts, its last five minutes, away from it. */
const LOOK_BACK_MS = 86_400_000

type Due = { lot_id: string }
type DueToClose = Due & { sale_kind: SaleKind; closes_at_ms: number }
type Running = Due & { closes_at_ms: number; since_ms: number; now: number }

/**
 * Opens and closes lots when they are due. Every process does this; each act is judged again under the lot's lock, so it happens
 * exactly once. The database's clock decides; this timer only wakes.
 */
export function startClock(house: House, lanes: Lanes): { tick(): Promise<void>; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const tick = () => (running ??= act(house, lanes).finally(() => (running = null)))
  const timer = setInterval(
    () => void tick().catch((err: unknown) => house.log.error({ err }, 'the closing clock failed')),
    EVERY_MS,
  )
  return {
    tick,
    async stop() {
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

async function act(house: House, lanes: Lanes): Promise<void> {
  const acts = [
    ...(await toOpen(house)),
    ...(await toBringUp(house)),
    ...(await toRestart(house)),
    ...(await toClose(house)),
    ...(await toLapse(house)),
  ]
  const settled = await Promise.allSettled(acts.map((each) => lanes.submit(each)))
  for (const result of settled) {
    if (result.status === 'rejected')
      house.log.warn({ err: result.reason as Error }, 'a due lot could not be handled yet')
  }
}

const NOW_MS = sql.raw('floor(extract(epoch from clock_timestamp()) * 1000)')

function clockAct(lotId: string, command: HouseAct['command']): HouseAct {
  return { by: 'house', lotId, command, actorId: null }
}

async function toOpen(house: House): Promise<HouseAct[]> {
  const due = await sql<Due>`
    select lot_id from standing
    where status = 'scheduled' and sale_kind = 'timed' and opens_at_ms <= ${NOW_MS}
    order by opens_at_ms limit ${DUE_MAX}`.execute(house.db)
  return due.rows.map((row) => clockAct(row.lot_id, { type: 'open' }))
}

/** In a live sale that has begun, the next lot of the run list comes up when none is open. */
async function toBringUp(house: House): Promise<HouseAct[]> {
  const next = await sql<Due>`
    select distinct on (s.auction_id) s.lot_id from standing s join auction a on a.id = s.auction_id
    where s.status = 'scheduled' and s.sale_kind = 'live' and a.starts_at <= clock_timestamp()
    and not exists (select 1 from standing o where o.auction_id = s.auction_id and o.status = 'open')
    order by s.auction_id, s.position`.execute(house.db)
  return next.rows.map((row) => clockAct(row.lot_id, { type: 'open' }))
}

/**
 * Live lots that lost time in which they were open: their clock restarts at the first moment at which bids are taken again, so only a
 * process that takes bids does it.
 */
async function toRestart(house: House): Promise<HouseAct[]> {
  if (!house.config.roles.has('api')) return []
  const running = await sql<Running>`
    select s.lot_id, s.closes_at_ms, clock.at_ms as since_ms, ${NOW_MS}::bigint as now
    from standing s cross join lateral (
      select at_ms from ledger l where l.lot_id = s.lot_id
      and (l.type = 'opened' or (l.type = 'extended' and l.text::jsonb ->> 'cause' = 'outage'))
      order by sequence desc limit 1) clock
    where s.status = 'open' and s.sale_kind = 'live' and s.closes_at_ms is not null`.execute(house.db)
  const acts = running.rows.map(async ({ lot_id, closes_at_ms, since_ms, now }) => {
    const absences = await notableAbsences(house, 'live', since_ms, Math.min(closes_at_ms, now))
    return absences.length === 0 ? [] : [clockAct(lot_id, { type: 'restart-clock', absences })]
  })
  return (await Promise.all(acts)).flat()
}

async function toClose(house: House): Promise<HouseAct[]> {
  const due = await sql<DueToClose>`
    select lot_id, sale_kind, closes_at_ms from standing
    where status = 'open' and closes_at_ms <= ${NOW_MS}
    order by closes_at_ms limit ${DUE_MAX}`.execute(house.db)
  return Promise.all(
    due.rows.map(async ({ lot_id, sale_kind, closes_at_ms }) => {
      const absences = await notableAbsences(house, sale_kind, closes_at_ms - LOOK_BACK_MS, closes_at_ms)
      return clockAct(lot_id, { type: 'close', absences })
    }),
  )
}

/** When no server took bids between two instants (ms), or nothing where that is no outage for any lot: most histories are never read. */
async function notableAbsences(house: House, saleKind: SaleKind, from: number, to: number): Promise<Absence[]> {
  const absences = await absencesBetween(house.pool, from, to)
  const absentMs = absences.reduce((sum, absence) => sum + absence.to - absence.from, 0)
  return isOutage({ saleKind }, absentMs) ? absences : []
}

/** What silence about a high bid below the reserve brings: its bidder is freed, then the talk lapses. */
async function toLapse(house: House): Promise<HouseAct[]> {
  const due = await sql<Due>`
    select lot_id from standing
    where talk_due_at_ms <= ${NOW_MS}
    order by talk_due_at_ms limit ${DUE_MAX}`.execute(house.db)
  return due.rows.map((row) => clockAct(row.lot_id, { type: 'lapse' }))
}
