import type { Kysely } from 'kysely'
import { dayOf } from '../business-days.ts'
import { lockSeries, takeNumber, type Series } from './number-store.ts'

/** A series of documents that a later feature issues. */
type LaterSeries = Exclude<Series, 'invoice' | 'credit-note'>

/**
 * The instant (ms) of a series' new document. Locks the series to the end of the transaction, so that documents are issued one after the
 * other, with dates in the order of their numbers.
 */
export function nextInstant<T>(trx: Kysely<T>, series: LaterSeries): Promise<number> {
  return lockSeries(trx, series, null)
}

/** The number of the document that is issued at `issuedAt`. */
export function nextNumber<T>(
  trx: Kysely<T>,
  series: LaterSeries,
  issuedAt: number,
  timeZone: string,
): Promise<string> {
  return takeNumber(trx, series, dayOf(issuedAt, timeZone).slice(0, 4))
}
