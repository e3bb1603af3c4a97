import { invalidInput } from '#server/platform/problem.ts'
import type { After, TeaserRow } from './store.ts'

/** Where the next page begins, as text that clients pass on without reading it. */
export function cursorAfter(row: TeaserRow): string {
  return Buffer.from(`${row.due_at}/${row.id}`).toString('base64url')
}

/** Throws `invalid-input` for a text that {@link cursorAfter} never made. */
export function readCursor(cursor: string): After {
  const [, dueAt, id] =
    /^(\d{1,15})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ??
    []
  if (dueAt === undefined || id === undefined) {
    throw invalidInput([{ field: 'cursor', message: 'Start again from the first page.' }])
  }
  return { dueAt: Number(dueAt), id }
}
