import type { Sort } from '#contract/catalogue.ts'
import { invalidInput } from '#server/platform/problem.ts'
import type { After } from './find.ts'

/** Where the next page begins, as text that clients pass on without reading it. Good in every process. */
export function cursorAt({ key, lotNumber }: After, sort: Sort): string {
  return Buffer.from(`${sort}/${key}/${lotNumber}`).toString('base64url')
}

/** Throws `invalid-input` for a text that {@link cursorAt} never made for this order. */
export function readCursor(cursor: string, sort: Sort): After {
  const [, order, key, lotNumber] =
    /^([a-z-]+)\/(-?\d{1,17}(?:\.\d{1,9})?)\/(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (order !== sort) throw invalidInput([{ field: 'cursor', message: 'Start again from the first page.' }])
  return { key: Number(key), lotNumber: Number(lotNumber) }
}
