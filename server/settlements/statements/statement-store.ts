import { sql, type Kysely } from 'kysely'
import type { StatementDocument, StatementRow } from '#contract/settlements/statements.ts'
import { newId } from '#server/platform/id.ts'
import type { SellerEntryKind } from '../entries/commission.ts'

/**
 * Whether the money of entry `e` may go to its seller: the buyer of the lot has paid all of its invoice that wasn't credited, and no
 * bank is reviewing the payment. A fee on a lot without a sale waits for no one.
 */
export const IS_READY = sql<boolean>`not exists (
  select 1 from invoice i where i.lot_id = e.lot_id and i.kind = 'sale' and (i.total - i.credited > i.paid or exists (
    select 1 from payment p join dispute d on d.payment_id = p.id
    where p.purpose = 'invoice' and p.subject_id = i.id and d.state in ('inquiry', 'open'))))`

export type EntryRow = {
  id: string
  lot_id: string
  lot_number: number
  title: string
  kind: SellerEntryKind
  amount: number
  tax: number
  currency: string
  ready: boolean
}

/** A seller's entries of an auction that are on no statement yet, in the order of the run list. */
export async function unstatedEntries<T>(db: Kysely<T>, sellerId: string, auctionId: string): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    select e.id, e.lot_id, l.lot_number, l.title, e.kind, e.amount, e.tax, e.currency, ${IS_READY} as ready
    from seller_entry e join lot l on l.id = e.lot_id
    where e.seller_id = ${sellerId} and e.auction_id = ${auctionId}
      and not exists (select 1 from seller_statement_entry se where se.entry_id = e.id)
    order by l.position, e.position`.execute(db)
  return found.rows
}

/** Lots of a seller that ended in an auction without a sale and without an entry. */
export async function unsoldLots<T>(
  db: Kysely<T>,
  sellerId: string,
  auctionId: string,
): Promise<{ lotNumber: number; title: string }[]> {
  const found = await sql<{ lotNumber: number; title: string }>`
    select l.lot_number as "lotNumber", l.title from lot l
    where l.consignor_id = ${sellerId} and l.auction_id = ${auctionId} and l.outcome in ('passed', 'withdrawn')
      and not exists (select 1 from seller_entry e where e.lot_id = l.id)
    order by l.position`.execute(db)
  return found.rows
}

export type NewStatement = {
  sellerId: string
  auctionId: string
  net: number
  document: StatementDocument
  actorId: string
  entryIds: string[]
}

export async function insertStatement<T>(trx: Kysely<T>, statement: NewStatement): Promise<string> {
  const { sellerId, auctionId, net, document, actorId, entryIds } = statement
  const id = newId()
  await sql`
    insert into seller_statement (id, number, seller_id, auction_id, currency, net, document, issued_at, actor_id)
    values (${id}, ${document.number}, ${sellerId}, ${auctionId}, ${document.currency}, ${net}, ${JSON.stringify(document)}::jsonb,
      to_timestamp(${document.issuedAt} / 1000.0), ${actorId})`.execute(trx)
  await sql`
    insert into seller_statement_entry (entry_id, statement_id)
    select unnest(${entryIds}::uuid[]), ${id}::uuid`.execute(trx)
  return id
}

/** For a row of `seller_statement st`: the payout that it is in, and its state. */
export const IN_PAYOUT = sql.raw(`left join lateral (
    select b.id, b.number, b.state from payout_statement ps join payout p on p.id = ps.payout_id join payout_batch b on b.id = p.batch
    where ps.statement_id = st.id and ps.released_at is null) as batch on true`)
export const STATEMENT_STATE = sql<StatementRow['state']>`case
  when batch.state = 'paid' or st.net = 0 then 'paid' when batch.state = 'made' then 'in-payout'
  when st.net < 0 then 'owed-by-seller' else 'due' end`

export type StoredStatement = {
  id: string
  number: string
  seller_id: string
  account_id: string | null
  document: StatementDocument
}

export async function statementById<T>(db: Kysely<T>, id: string): Promise<StoredStatement | undefined> {
  const found = await sql<StoredStatement>`
    select st.id, st.number, st.seller_id, s.account_id, st.document
    from seller_statement st join seller s on s.id = st.seller_id where st.id = ${id}`.execute(db)
  return found.rows[0]
}
