import { sql, type Kysely } from 'kysely'
import type { listNegotiations } from '#contract/bidding/negotiations.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'

/** A lot that closed below its reserve, with its close and, once decided, its end as the exact texts of the ledger. */
export type NegotiationLotRow = StandingRow & {
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
const NEGOTIATION_COLUMNS = sql`${S_COLUMNS}, l.lot_number, l.title, a.currency, closed.text as closed_text, ended.text as end_text, ${NOW_MS} as now`
const NEGOTIATION_LOTS = sql.raw(`standing s join lot l on l.id = s.lot_id join auction a on a.id = l.auction_id
  join ledger closed on closed.lot_id = s.lot_id and closed.type = 'closed'
    and closed.text::jsonb ->> 'outcome' = 'reserve-not-met'
  left join ledger ended on ended.lot_id = s.lot_id and ended.type in ('approved', 'agreed', 'lapsed')`)

export async function findNegotiation<T>(db: Kysely<T>, lotId: string): Promise<NegotiationLotRow | undefined> {
  const found =
    await sql<NegotiationLotRow>`select ${NEGOTIATION_COLUMNS} from ${NEGOTIATION_LOTS} where s.lot_id = ${lotId}`.execute(
      db,
    )
  return found.rows[0]
}

export const NEGOTIATION_LIST: ListSql<typeof listNegotiations> = {
  columns: NEGOTIATION_COLUMNS,
  from: NEGOTIATION_LOTS,
  id: 's.lot_id',
  idOrder: 'asc',
  sorts: { lot: 'l.lot_number', vehicle: 'lower(l.title)' },
  order: ({ state }) =>
    state === 'over' ? [{ by: 'ended.at_ms', way: 'desc' }] : [{ by: 's.negotiation_due_at_ms', way: 'asc' }],
  where({ state, q = '' }) {
    const stands =
      state === 'over'
        ? sql`ended.type in ('approved', 'agreed', 'lapsed')`
        : sql`s.negotiation_due_at_ms is not null and s.status = 'reserve-not-met'`
    return sql`${stands} and (l.title ilike ${likeTyped(q.trim())} or l.lot_number::text = ${q.trim()})`
  },
}

/** `by_seller`: the seller took it, and not staff for them. */
export type StepRow = {
  sequence: number
  text: string
  sealed: Buffer | null
  bid_id: string | null
  by_seller: boolean
}

/** Of a ledger row `g`. Who took a step is in its audit line, which names the entry of the ledger. */
const STEP_COLUMNS = sql.raw(`g.sequence, g.text, g.sealed, g.bid_id, exists (
    select 1 from audit u join account a on a.id = u.actor_id
    where u.subject_id = g.lot_id::text and u.subject_kind = 'lot' and (u.after ->> 'sequence')::bigint = g.sequence
      and (a.role = 'member' or a.id = (select seller_id from lot where lot.id = g.lot_id))) as by_seller`)

/** The steps of a negotiation, from the close on, oldest first. */
export async function stepsOf<T>(db: Kysely<T>, lotId: string): Promise<StepRow[]> {
  const found = await sql<StepRow>`
    select ${STEP_COLUMNS} from ledger g where g.lot_id = ${lotId}
    and g.type in ('closed', 'approved', 'countered', 'offered', 'declined', 'retracted', 'freed', 'agreed', 'lapsed')
    order by g.sequence`.execute(db)
  return found.rows
}

export async function stepAt<T>(db: Kysely<T>, lotId: string, sequence: number): Promise<StepRow | undefined> {
  const found = await sql<StepRow>`
    select ${STEP_COLUMNS} from ledger g where g.lot_id = ${lotId} and g.sequence = ${sequence}`.execute(db)
  return found.rows[0]
}

/** In minor units. Undefined: there is no such lot; null: it has no reserve. */
export async function reserveOf<T>(db: Kysely<T>, lotId: string): Promise<number | null | undefined> {
  const found = await sql<{ reserve: number | null }>`
    select (terms ->> 'reserve')::bigint as reserve from standing where lot_id = ${lotId}`.execute(db)
  return found.rows[0]?.reserve
}

/** Who decides for the company: the auctioneers, or the owners if there are none. */
export async function auctioneers<T>(db: Kysely<T>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with staff as (select id, role = 'auctioneer' or 'auctioneer' = any (more_roles) as is_auctioneer from account
      where (role in ('auctioneer', 'owner') or 'auctioneer' = any (more_roles)) and account_status = 'active')
    select id from staff where is_auctioneer or not exists (select 1 from staff where is_auctioneer)`.execute(db)
  return found.rows.map((row) => row.id)
}
