import type { Kysely } from 'kysely'
import type { CalendarSale } from '#contract/calendar.ts'
import { salesBetween } from '#server/auctions/read-sales.ts'
import { makesOfSales } from './store.ts'

/** The published sales of which lots are sold between two instants (ms), with what the calendar filters by. */
export async function calendarBetween<T>(
  db: Kysely<T>,
  span: { from: number; to: number },
): Promise<{ items: CalendarSale[] }> {
  const sales = await salesBetween(db, span)
  const makes = await makesOfSales(
    db,
    sales.map(({ id }) => id),
  )
  return { items: sales.map((sale) => ({ ...sale, makes: makes.get(sale.id) ?? [] })) }
}
