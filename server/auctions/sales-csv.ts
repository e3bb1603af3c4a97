import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import { findSales, type SaleFilter } from './staff-store.ts'

const PAGE = 500

const HEAD = ['Sale', 'State', 'Kind', 'Lots', 'Opens', 'First lot', 'Last lot ends', 'Place', 'Currency', 'Id']

/** All sales of a list, in its order. Instants in UTC. */
export function salesCsv<T>(db: Kysely<T>, filter: SaleFilter): Promise<Readable> {
  return csvStream<number>(HEAD, async (place) => {
    const offset = place ?? 0
    const rows = await findSales(db, filter, { limit: PAGE, offset })
    const records = rows.map((row) => [
      row.title,
      row.state,
      row.kind,
      row.lot_count,
      csvInstant(row.opens_at),
      csvInstant(row.starts_at),
      csvInstant(row.ends_at),
      row.location,
      row.currency,
      row.id,
    ])
    return { records, next: rows.length < PAGE ? null : offset + PAGE }
  })
}
