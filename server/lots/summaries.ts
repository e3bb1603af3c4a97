import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { listLots } from '#contract/lots/lots.ts'
import type { App } from '#server/platform/app.ts'
import { presentSummary } from './present.ts'
import { findSummaries, type After, type SummaryRow } from './store.ts'
import { invalidInput } from '#server/platform/problem.ts'

const PAGE_LOTS = 24

/** One page of lots as anyone may see them, earliest due first. */
export async function summariesOf(app: App, query: QueryOf<typeof listLots>): Promise<ReplyOf<typeof listLots>> {
  const { cursor, limit = PAGE_LOTS, ending, ...filter } = query
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await findSummaries(app.db, { ...filter, notClosed: ending === 'soon' }, after, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last !== undefined ? cursorAfter(last) : null
  return { items: page.map(presentSummary), next }
}

/** Where the next page begins, as opaque text for clients. */
function cursorAfter(row: SummaryRow): string {
  return Buffer.from(`${row.due_at}/${row.id}`).toString('base64url')
}

/** Throws `invalid-input` for a text not made by {@link cursorAfter}. */
function readCursor(cursor: string): After {
  const [, dueAt, id] =
    /^(\d{1,15})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ??
    []
  if (dueAt === undefined || id === undefined) {
    throw invalidInput([{ field: 'cursor', message: 'Start again from the first page.' }])
  }
  return { dueAt: Number(dueAt), id }
}
