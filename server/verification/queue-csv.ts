import type { Readable } from 'node:stream'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { casesIn, type CaseFilter, type Mark } from './queue-store.ts'

const PAGE = 500
const HEAD = ['Name', 'Email', 'Country', 'Document', 'State', 'Sent', 'Decided', 'By', 'Pictures kept']

/** All cases of a list, in its order. Instants in UTC. */
export function queueCsv(house: House, filter: CaseFilter): Promise<Readable> {
  return csvStream<Mark>(HEAD, async (after) => {
    const rows = await casesIn(house.db, { ...filter, after, limit: PAGE })
    const records = rows.map((row) => [
      row.name,
      row.email,
      row.country,
      row.kind,
      row.state,
      csvInstant(row.submitted_at),
      csvInstant(row.decided_at),
      row.reviewer,
      row.pictures.length,
    ])
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return { records, next: null }
    return {
      records,
      next: { at: (filter.state === 'submitted' ? last.submitted_at : last.decided_at) ?? 0, id: last.id },
    }
  })
}
