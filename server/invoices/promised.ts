import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { addDays, dayOf, startOfDay } from './business-days.ts'
import type { InvoiceRow } from './store.ts'

/** The maximum later charges of a sale, announced with its invoice. */
export type Promised = Pick<
  InvoiceRow,
  'late_fee' | 'late_fee_tax' | 'storage_per_day' | 'storage_tax' | 'storage_from'
>

export const NOTHING_PROMISED: Promised = {
  late_fee: 0,
  late_fee_tax: 0,
  storage_per_day: 0,
  storage_tax: 0,
  storage_from: null,
}

/** By the current terms, for a sale at an instant in ms. */
export function promisedBy(terms: CompanyTerms, soldAt: number): Promised {
  const { lateFee, storage, taxByKind, taxBasisPoints, timeZone } = terms
  return {
    late_fee: lateFee,
    late_fee_tax: taxByKind['late-fee'] ?? taxBasisPoints,
    storage_per_day: storage.perDay,
    storage_tax: taxByKind.storage ?? taxBasisPoints,
    storage_from: startOfDay(addDays(dayOf(soldAt, timeZone), storage.freeDays + 1), timeZone),
  }
}
