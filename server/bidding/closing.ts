import { sql } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { noServerMs } from '#server/platform/health/heartbeat.ts'
import type { HouseAct } from './command.ts'
import type { Lanes } from './lane/lanes.ts'

/** How often the clock is asked what is due. A lot closes at most this, and a commit, after its end. */
const EVERY_MS = 250
const DUE_MAX = 500
/** The stretch before a lot's end in which an outage counts. Source: the rulebook, "How a lot ends". */
const OUTAGE_WINDOW_MS = 5 * 60_000

type Due = { lot_id: string; closes_at_ms: number }

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

async function toClose(house: House): Promise<HouseAct[]> {
  const due = await sql<Due>`
    select lot_id, closes_at_ms from standing
    where status = 'open' and closes_at_ms <= ${NOW_MS}
    order by closes_at_ms limit ${DUE_MAX}`.execute(house.db)
  return Promise.all(
    due.rows.map(async ({ lot_id, closes_at_ms }) => {
      const missing = await noServerMs(house.pool, closes_at_ms - OUTAGE_WINDOW_MS, closes_at_ms)
      return clockAct(lot_id, { type: 'close', noServerMs: missing })
    }),
  )
}

/** What silence about a high bid below the reserve brings: its bidder is freed, then the talk lapses. */
async function toLapse(house: House): Promise<HouseAct[]> {
  const due = await sql<Due>`
    select lot_id from standing
    where talk_due_at_ms <= ${NOW_MS}
    order by talk_due_at_ms limit ${DUE_MAX}`.execute(house.db)
  return due.rows.map((row) => clockAct(row.lot_id, { type: 'lapse' }))
}
