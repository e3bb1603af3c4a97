import type { Kysely } from 'kysely'
import { dayOf } from '../business-days.ts'
import { lockSeries, takeNumber, type Series } from './number-store.ts'

/**
 * The number and the instant (ms) of a new document of a series that a later feature issues. Locks the series to the end of the
 * transaction, so that documents are issued one after the other, with dates in the order of their numbers.
 */
export async function nextNumber<T>(
  trx: Kysely<T>,
  series: Exclude<Series, 'invoice' | 'credit-note'>,
  timeZone: string,
): Promise<{ number: string; issuedAt: number }> {
  const issuedAt = await lockSeries(trx, series, null)
  return { number: await takeNumber(trx, series, dayOf(issuedAt, timeZone).slice(0, 4)), issuedAt }
}
