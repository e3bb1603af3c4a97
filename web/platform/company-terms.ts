import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { FIRST_TERMS } from '#contract/seo/first-answers.ts'
import { noteCompanyName } from './company-name.ts'
import { readOf } from './query.ts'
import { keepStored, readStored } from './stored.ts'

const LAST_SEEN_KEY = 'company-terms-4'

/** The company's fees, increments, times and contact details; undefined until loaded. */
export function useCompanyTerms(): CompanyTerms | undefined {
  return useCompanyTermsState().terms
}

/**
 * The same, and whether loading failed. The last known value is shown immediately and offline, and is always reloaded.
 */
export function useCompanyTermsState(): { terms: CompanyTerms | undefined; failed: boolean } {
  const { data, isError } = useQuery<CompanyTerms | null>({
    queryKey: [FIRST_TERMS],
    queryFn: readAndKeep,
    initialData: lastSeen,
    initialDataUpdatedAt: 0,
  })
  return { terms: data ?? undefined, failed: isError }
}

async function readAndKeep(context: QueryFunctionContext): Promise<CompanyTerms | null> {
  const terms = await readOf<CompanyTerms>('fail')(context)
  if (terms !== null) noteCompanyName(terms.companyName)
  keepStored(LAST_SEEN_KEY, JSON.stringify(terms))
  return terms
}

function lastSeen(): CompanyTerms | undefined {
  const stored = readStored(LAST_SEEN_KEY)
  if (stored === null) return undefined
  try {
    const terms: CompanyTerms = JSON.parse(stored)
    return terms
  } catch {
    return undefined
  }
}
