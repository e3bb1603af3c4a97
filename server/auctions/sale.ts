import type { SaleKind, Terms } from '#engine'

/**
 * The terms that all lots of a sale share; a lot adds its own amounts and times. Durations in ms, amounts in minor units.
 * `lotEveryMs`: in a timed sale, how long after one lot's planned end the next one ends.
 */
export type SaleTerms = Pick<
  Terms,
  | 'buyNowUntil'
  | 'bidUnit'
  | 'ladder'
  | 'extensionWindowMs'
  | 'extensionMs'
  | 'hardEndAt'
  | 'liveStartMs'
  | 'outageExtensionMs'
  | 'talks'
> & { lotEveryMs: number }

/** What later rooms need to know of a sale. Instants in ms. */
export type Sale = {
  id: string
  title: string
  kind: SaleKind
  currency: string
  opensAt: number
  startsAt: number
  terms: SaleTerms
}
