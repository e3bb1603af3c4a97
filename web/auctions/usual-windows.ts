import type { HouseTerms } from '#contract/auctions.ts'
import type { UsualWindows } from './sale-form.tsx'

/** The house's usual window by kind of sale; a live one's is as long as what a bid leaves on its clock. */
export function windowsOf(terms: HouseTerms | undefined): UsualWindows | undefined {
  if (terms === undefined) return undefined
  const { timed, live } = terms
  return { timed, live: { extensionWindowMs: live.extensionMs, extensionMs: live.extensionMs } }
}
