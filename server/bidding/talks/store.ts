import { sql, type Kysely } from 'kysely'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'

/** A lot that closed below its reserve, with its close and, where it is decided, its end as the exact texts of the ledger. */
export type TalkLotRow = StandingRow & {
  lot_number: number
  title: string
  currency: string
  closed_text: string
  end_text: string | null
  /** The database's clock in ms. */
  now: number
}

const S_COLUMNS = sql.raw(
  STANDING_COLUMNS.split(',')
    .map((column) => `s.${column.trim()}`)
    .join(', '),
)
const NOW_MS = sql.raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint')

/** The columns of {@link TalkLotRow} and where they come from; what follows narrows it down. */
const TALK_LOTS = sql`
  select ${S_COLUMNS}, l.lot_number, l.title, a.currency, closed.text as closed_text, ended.text as end_text, ${NOW_MS} as now
  from standing s join lot l on l.id = s.lot_id join auction a on a.id = l.auction_id
    join ledger closed on closed.lot_id = s.lot_id and closed.type = 'closed'
      and closed.text::jsonb ->> 'outcome' = 'reserve-not-met'
    left join ledger ended on ended.lot_id = s.lot_id and ended.type in ('approved', 'agreed', 'lapsed')`

export async function findTalk<T>(db: Kysely<T>, lotId: string): Promise<TalkLotRow | undefined> {
  const found = await sql<TalkLotRow>`${TALK_LOTS} where s.lot_id = ${lotId}`.execute(db)
  return found.rows[0]
}

/** Those that wait for an agreement, next deadline first. */
export async function runningTalks<T>(db: Kysely<T>, limit: number): Promise<TalkLotRow[]> {
  const found = await sql<TalkLotRow>`
    ${TALK_LOTS} where s.talk_due_at_ms is not null and s.status = 'reserve-not-met'
    order by s.talk_due_at_ms, s.lot_id limit ${limit}`.execute(db)
  return found.rows
}

/** Those that were decided, latest first. */
export async function talksOver<T>(db: Kysely<T>, limit: number): Promise<TalkLotRow[]> {
  const found = await sql<TalkLotRow>`
    ${TALK_LOTS} where ended.type in ('approved', 'agreed', 'lapsed') order by ended.at_ms desc, s.lot_id limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export type StepRow = { sequence: number; text: string; sealed: Buffer | null; bid_id: string | null }

/** What happened in a talk, from the close on, oldest first. */
export async function stepsOf<T>(db: Kysely<T>, lotId: string): Promise<StepRow[]> {
  const found = await sql<StepRow>`
    select sequence, text, sealed, bid_id from ledger where lot_id = ${lotId}
    and type in ('closed', 'approved', 'countered', 'offered', 'declined', 'retracted', 'freed', 'agreed', 'lapsed')
    order by sequence`.execute(db)
  return found.rows
}

export async function stepAt<T>(db: Kysely<T>, lotId: string, sequence: number): Promise<StepRow | undefined> {
  const found = await sql<StepRow>`
    select sequence, text, sealed, bid_id from ledger where lot_id = ${lotId} and sequence = ${sequence}`.execute(db)
  return found.rows[0]
}

/** Undefined: there is no such lot; null: it has none. In minor units. */
export async function reserveOf<T>(db: Kysely<T>, lotId: string): Promise<number | null | undefined> {
  const found = await sql<{ reserve: number | null }>`
    select (terms ->> 'reserve')::bigint as reserve from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]?.reserve
}

/** Who decides for the house: the auctioneers, and where there is none the owners. */
export async function auctioneers<T>(db: Kysely<T>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with staff as (select id, role from account where role in ('auctioneer', 'owner') and account_status = 'active')
    select id from staff
    where role = 'auctioneer' or not exists (select 1 from staff where role = 'auctioneer')`.execute(db)
  return found.rows.map((row) => row.id)
}
