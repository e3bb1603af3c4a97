import { sql, type Kysely } from 'kysely'
import { timeOf, type Moment } from '../clock.ts'
import { readNumbering } from './numbering.ts'

/** Invoices of every kind are one series; credit notes, statements of sellers and payouts to them are one each. */
export type Series = 'invoice' | 'credit-note' | 'statement' | 'payout'

/** The instant of issue in ms: the database's clock after the lock, or `at`. */
export async function lockSeries<T>(trx: Kysely<T>, series: Series, at: Moment): Promise<number> {
  // Locks the series' row to the end of the transaction: documents of a series are issued one after the other, with dates in the order of
  // their numbers. A sale that is handled twice finds its invoice, and a number is taken together with its document or not at all.
  await sql`insert into document_series (series, last_at) values (${series}, '-infinity') on conflict do nothing`.execute(
    trx,
  )
  await sql`select 1 from document_series where series = ${series} for update`.execute(trx)
  const now = await timeOf(trx, at)
  // If the clock was set back by seconds, a later number still gets no earlier date.
  const dated = await sql<{ last_at: number }>`
    update document_series set last_at = case when last_at between to_timestamp(${now} / 1000.0)
      and to_timestamp(${now} / 1000.0) + interval '1 minute' then last_at else to_timestamp(${now} / 1000.0) end
    where series = ${series} returning last_at`.execute(trx)
  return dated.rows[0]!.last_at
}

/** The next number of the year in the company's format, such as `2026-000001` or `CN-2026-000001`; the series is locked. */
export async function takeNumber<T>(trx: Kysely<T>, series: Series, year: string): Promise<string> {
  const taken = await sql<{ last: number }>`
    insert into document_counter as c (series, year, last) values (${series}, ${year}::int, 1)
    on conflict (series, year) do update set last = c.last + 1 returning last`.execute(trx)
  const { invoice, creditNote } = await readNumbering(trx)
  const prefixes: Record<Series, string> = { invoice, 'credit-note': creditNote, statement: 'ST-', payout: 'PO-' }
  return numberText(prefixes[series], year, taken.rows[0]!.last)
}

/** A document's number as it is printed. */
export function numberText(prefix: string, year: string, count: number): string {
  return `${prefix}${year}-${String(count).padStart(6, '0')}`
}
