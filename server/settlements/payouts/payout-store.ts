import { sql, type Kysely } from 'kysely'
import type { listPayouts, PayoutBatch } from '#contract/settlements/payouts.ts'
import { newId } from '#server/platform/id.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { IN_PAYOUT, IS_READY, STATEMENT_STATE } from '../statements/statement-store.ts'

export type DueStatement = {
  id: string
  number: string
  seller_id: string
  currency: string
  net: number
  /** The number of a lot on it whose buyer's payment was taken back or is under review; null: all are paid. */
  unpaid_lot: number | null
  /** The number of a lot on it whose seller gets less by now, which no statement says yet, such as of a sale that was undone; null: none. */
  corrected_lot: number | null
}

/** Statements that are in no payout: those chosen, and what the same sellers owe us in the same currencies. */
export async function lockDueStatements<T>(trx: Kysely<T>, ids: readonly string[]): Promise<DueStatement[]> {
  const chosen = [...ids]
  // Locks the sellers' rows to the end of the transaction: two batches made at one time never pay the same statement.
  await sql`
    select 1 from seller where id in (select seller_id from seller_statement where id = any(${chosen}::uuid[]))
    order by id for no key update`.execute(trx)
  const found = await sql<DueStatement>`
    select st.id, st.number, st.seller_id, st.currency, st.net, (
      select min(l.lot_number) from seller_statement_entry se join seller_entry e on e.id = se.entry_id join lot l on l.id = e.lot_id
      where se.statement_id = st.id and not ${IS_READY}) as unpaid_lot, (
      select min(l.lot_number) from seller_statement_entry se join seller_entry e on e.id = se.entry_id join lot l on l.id = e.lot_id
      where se.statement_id = st.id and (
        select sum(later.amount + later.tax) from seller_entry later
        where later.lot_id = e.lot_id and not exists (
          select 1 from seller_statement_entry other where other.entry_id = later.id)) < 0) as corrected_lot
    from seller_statement st ${IN_PAYOUT}
    where (${STATEMENT_STATE} = 'due' and st.id = any(${chosen}::uuid[]))
      or (${STATEMENT_STATE} = 'owed-by-seller' and (st.seller_id, st.currency) in (
        select seller_id, currency from seller_statement where id = any(${chosen}::uuid[])))
    order by st.id`.execute(trx)
  return found.rows
}

export type NewBatch = {
  id: string
  number: string
  format: PayoutBatch['format']
  currency: string
  total: number
  sealed: Buffer
  /** In ms. */
  madeAt: number
  actorId: string
  payouts: { sellerId: string; amount: number; paysTo: string; statementIds: string[] }[]
}

export async function insertBatch<T>(trx: Kysely<T>, batch: NewBatch): Promise<void> {
  await sql`
    insert into payout_batch (id, number, format, currency, total, sealed, made_at, actor_id)
    values (${batch.id}, ${batch.number}, ${batch.format}, ${batch.currency}, ${batch.total}, ${batch.sealed},
      to_timestamp(${batch.madeAt} / 1000.0), ${batch.actorId})`.execute(trx)
  for (const { sellerId, amount, paysTo, statementIds } of batch.payouts) {
    const id = newId()
    await sql`
      insert into payout (id, batch, seller_id, amount, pays_to)
      values (${id}, ${batch.id}, ${sellerId}, ${amount}, ${paysTo})`.execute(trx)
    await sql`
      insert into payout_statement (payout_id, statement_id)
      select ${id}::uuid, unnest(${statementIds}::uuid[])`.execute(trx)
  }
}

/** How many batches of a format were made since an instant in ms; canceled ones count, because the bank may have their file. */
export async function countMadeSince<T>(trx: Kysely<T>, format: PayoutBatch['format'], since: number): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from payout_batch
    where format = ${format} and made_at >= to_timestamp(${since} / 1000.0)`.execute(trx)
  return found.rows[0]!.count
}

export type BatchRow = {
  id: string
  number: string
  format: PayoutBatch['format']
  state: PayoutBatch['state']
  currency: string
  total: number
  sellers: number
  made_at: number
  made_by: string
  decided_at: number | null
  decided_by: string | null
  reason: string | null
}

const BATCH_COLUMNS =
  sql.raw(`b.id, b.number, b.format, b.state, b.currency, b.total, b.made_at, a.name as made_by, b.decided_at,
  d.name as decided_by, b.reason, (select count(*) from payout p where p.batch = b.id)::int as sellers`)
const BATCH_FROM = sql.raw(
  'payout_batch b join account a on a.id = b.actor_id left join account d on d.id = b.decided_by',
)

export const PAYOUT_LIST: ListSql<typeof listPayouts> = {
  columns: BATCH_COLUMNS,
  from: BATCH_FROM,
  id: 'b.id',
  sorts: { made: 'b.made_at', number: 'b.number', total: 'b.total' },
  where({ q = '', state = null }) {
    const like = likeTyped(q.trim())
    return sql`(${q.trim()} = '' or b.number ilike ${like} or exists (
        select 1 from payout p join seller s on s.id = p.seller_id
        where p.batch = b.id and (s.name ilike ${like} or s.code ilike ${like})))
      and (${state}::text is null or b.state = ${state})`
  },
}

export async function batchById<T>(db: Kysely<T>, id: string): Promise<BatchRow | undefined> {
  const found = await sql<BatchRow>`select ${BATCH_COLUMNS} from ${BATCH_FROM} where b.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Whether the batch of this id has this format and exactly these statements, also those that it has released since. */
export async function isBatchOf<T>(
  db: Kysely<T>,
  { id, format, statementIds }: { id: string; format: PayoutBatch['format']; statementIds: readonly string[] },
): Promise<boolean> {
  const found = await sql<{ same: boolean }>`
    select b.format = ${format} and array(
        select ps.statement_id from payout p join payout_statement ps on ps.payout_id = p.id where p.batch = b.id order by 1)
      = array(select distinct wished from unnest(${[...statementIds]}::uuid[]) as wished order by 1) as same
    from payout_batch b where b.id = ${id}`.execute(db)
  return found.rows[0]?.same === true
}

/** The file for the bank, sealed. */
export async function sealedFileOf<T>(db: Kysely<T>, id: string): Promise<Buffer> {
  const found = await sql<{ sealed: Buffer }>`select sealed from payout_batch where id = ${id}`.execute(db)
  return found.rows[0]!.sealed
}

export async function lockBatch<T>(trx: Kysely<T>, id: string): Promise<BatchRow | undefined> {
  // Locks the batch's row to the end of the transaction: it is paid or canceled once.
  await sql`select 1 from payout_batch where id = ${id} for update`.execute(trx)
  return batchById(trx, id)
}

/** Batches that wait for the bank and whose number, without separators, is in a text of the bank. */
export async function batchesNamedIn<T>(
  db: Kysely<T>,
  text: string,
): Promise<{ id: string; number: string; total: number; currency: string }[]> {
  const found = await sql<{ id: string; number: string; total: number; currency: string }>`
    select id, number, total, currency from payout_batch
    where state = 'made' and position(replace(number, '-', '') in ${text}) > 0 order by id`.execute(db)
  return found.rows
}

/** The number of the batch that a line of the bank paid; undefined: it paid none. */
export async function batchPaidBy<T>(db: Kysely<T>, lineId: string): Promise<string | undefined> {
  const found = await sql<{ number: string }>`
    select number from payout_batch where bank_line_id = ${lineId}`.execute(db)
  return found.rows[0]?.number
}

export type PayoutRow = {
  id: string
  seller_id: string
  seller: string
  account_id: string | null
  amount: number
  pays_to: string
  statements: { id: string; number: string; net: number }[]
}

export async function payoutsOf<T>(db: Kysely<T>, batchId: string): Promise<PayoutRow[]> {
  const found = await sql<PayoutRow>`
    select p.id, p.seller_id, s.name as seller, s.account_id, p.amount, p.pays_to, (
      select jsonb_agg(jsonb_build_object('id', st.id, 'number', st.number, 'net', st.net) order by st.number)
      from payout_statement ps join seller_statement st on st.id = ps.statement_id where ps.payout_id = p.id) as statements
    from payout p join seller s on s.id = p.seller_id where p.batch = ${batchId} order by lower(s.name), p.id`.execute(
    db,
  )
  return found.rows
}

export type Decision = {
  state: 'paid' | 'canceled'
  decidedBy: string | null
  reason: string | null
  bankLineId: string | null
}

export async function decideBatch<T>(trx: Kysely<T>, id: string, decision: Decision): Promise<void> {
  await sql`
    update payout_batch set state = ${decision.state}, decided_at = clock_timestamp(), decided_by = ${decision.decidedBy},
      reason = ${decision.reason}, bank_line_id = ${decision.bankLineId}
    where id = ${id}`.execute(trx)
  if (decision.state === 'paid') return
  await sql`
    update payout_statement set released_at = clock_timestamp()
    where payout_id in (select id from payout where batch = ${id}) and released_at is null`.execute(trx)
}
