import { sql } from 'kysely'
import { isOutage, type Absence, type AuctionKind } from '#engine'
import type { App } from '#server/platform/app.ts'
import { absencesBetween } from '#server/platform/health/heartbeat.ts'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import type { StaffAction } from './command.ts'
import type { Lanes } from './lane/lanes.ts'

/** How often due lots are polled. A lot closes at most this late, plus one commit. */
const EVERY_MS = 250
const DUE_MAX = 500
/** How far back from a lot's end absences are read: a pause moves the five minutes that count away from the end. */
const LOOK_BACK_MS = 86_400_000

type Due = { lot_id: string }
type DueToClose = Due & { auction_kind: AuctionKind; closes_at_ms: number }
type Running = Due & { closes_at_ms: number; since_ms: number; now: number }

/**
 * Opens and closes lots when they are due. Every process does this; each action is checked again under the lot's lock, so it happens
 * exactly once. The database's clock decides; this timer only triggers the check.
 */
export function startClock(app: App, lanes: Lanes): { tick(): Promise<void>; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const tick = () => (running ??= processDueLots(app, lanes).finally(() => (running = null)))
  const timer = setInterval(
    () => void tick().catch((err: unknown) => app.log.error({ err }, 'the closing clock failed and will be retried')),
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

async function processDueLots(app: App, lanes: Lanes): Promise<void> {
  const actions = [
    ...(await toOpen(app)),
    ...(await toBringUp(app)),
    ...(await toRestart(app)),
    ...(await toClose(app)),
    ...(await toLapse(app)),
  ]
  const settled = await Promise.allSettled(actions.map((each) => lanes.submit(each)))
  for (const result of settled) {
    if (result.status === 'rejected')
      app.log.warn({ err: result.reason as Error }, 'could not process a due lot; it will be retried')
  }
}

function clockAction(lotId: string, command: StaffAction['command']): StaffAction {
  return { by: 'company', lotId, command, actorId: null }
}

async function toOpen(app: App): Promise<StaffAction[]> {
  const due = await sql<Due>`
    select lot_id from standing
    where status = 'scheduled' and auction_kind = 'timed' and opens_at_ms <= ${NOW_MS}
    order by opens_at_ms limit ${DUE_MAX}`.execute(app.db)
  return due.rows.map((row) => clockAction(row.lot_id, { type: 'open' }))
}

/** In a live auction that has begun and isn't canceled, the next lot of the run list comes up when none is open. */
async function toBringUp(app: App): Promise<StaffAction[]> {
  const next = await sql<Due>`
    select distinct on (s.auction_id) s.lot_id from standing s join auction a on a.id = s.auction_id
    where s.status = 'scheduled' and s.auction_kind = 'live' and a.starts_at <= clock_timestamp() and a.canceled_at is null
    and not exists (select 1 from standing o where o.auction_id = s.auction_id and o.status = 'open')
    order by s.auction_id, s.position`.execute(app.db)
  return next.rows.map((row) => clockAction(row.lot_id, { type: 'open' }))
}

/**
 * Live lots that were open during an outage: their clock restarts at the first moment bids are accepted again, so only a process that
 * accepts bids does this.
 */
async function toRestart(app: App): Promise<StaffAction[]> {
  if (!app.config.roles.has('api')) return []
  const running = await sql<Running>`
    select s.lot_id, s.closes_at_ms, clock.at_ms as since_ms, ${NOW_MS} as now
    from standing s cross join lateral (
      select at_ms from ledger l where l.lot_id = s.lot_id
      and (l.type = 'opened' or (l.type = 'extended' and l.text::jsonb ->> 'cause' = 'outage'))
      order by sequence desc limit 1) clock
    where s.status = 'open' and s.auction_kind = 'live' and s.closes_at_ms is not null`.execute(app.db)
  const actions = running.rows.map(async ({ lot_id, closes_at_ms, since_ms, now }) => {
    const absences = await notableAbsences(app, 'live', since_ms, Math.min(closes_at_ms, now))
    return absences.length === 0 ? [] : [clockAction(lot_id, { type: 'restart-clock', absences })]
  })
  return (await Promise.all(actions)).flat()
}

async function toClose(app: App): Promise<StaffAction[]> {
  const due = await sql<DueToClose>`
    select lot_id, auction_kind, closes_at_ms from standing
    where status = 'open' and closes_at_ms <= ${NOW_MS}
    order by closes_at_ms limit ${DUE_MAX}`.execute(app.db)
  return Promise.all(
    due.rows.map(async ({ lot_id, auction_kind, closes_at_ms }) => {
      const absences = await notableAbsences(app, auction_kind, closes_at_ms - LOOK_BACK_MS, closes_at_ms)
      return clockAction(lot_id, { type: 'close', absences })
    }),
  )
}

/** When no server took bids between two instants (ms); empty if too short to be an outage, so most histories are never read. */
async function notableAbsences(app: App, auctionKind: AuctionKind, from: number, to: number): Promise<Absence[]> {
  const absences = await absencesBetween(app.pool, from, to)
  const absentMs = absences.reduce((sum, absence) => sum + absence.to - absence.from, 0)
  return isOutage({ auctionKind }, absentMs) ? absences : []
}

/** The outages that a live lot on the block may still have to make up for, as for its close. */
export async function recentAbsences(app: App): Promise<Absence[]> {
  const clock = await sql<{ now: number }>`select ${NOW_MS} as now`.execute(app.db)
  const now = clock.rows[0]!.now
  return notableAbsences(app, 'live', now - LOOK_BACK_MS, now)
}

/** Deadlines in the negotiation about a high bid below the reserve: its bidder is released, then the negotiation lapses. */
async function toLapse(app: App): Promise<StaffAction[]> {
  const due = await sql<Due>`
    select lot_id from standing
    where negotiation_due_at_ms <= ${NOW_MS}
    order by negotiation_due_at_ms limit ${DUE_MAX}`.execute(app.db)
  return due.rows.map((row) => clockAction(row.lot_id, { type: 'lapse' }))
}
