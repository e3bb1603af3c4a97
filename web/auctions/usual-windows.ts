import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { UsualWindows } from './auction-form.tsx'

/** The default window by kind of auction; a live one equals the time that a bid leaves on its clock. */
export function windowsOf(terms: CompanyTerms | undefined): UsualWindows | undefined {
  if (terms === undefined) return undefined
  const { timed, live } = terms
  return { timed, live: { extensionWindowMs: live.extensionMs, extensionMs: live.extensionMs } }
}
