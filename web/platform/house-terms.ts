import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { HouseTerms } from '#contract/auctions.ts'
import { FIRST_TERMS } from '#contract/first-answers.ts'
import { readOf } from './query.ts'
import { keepStored, readStored } from './stored.ts'

const LAST_SEEN_KEY = 'house-terms-3'

/** Fees, increments, times and contact details of the house; undefined until they are there. */
export function useHouseTerms(): HouseTerms | undefined {
  return useHouseTermsState().terms
}

/**
 * The same, and whether reading them failed. What was seen last is shown at once and without a connection, and is always asked
 * for again.
 */
export function useHouseTermsState(): { terms: HouseTerms | undefined; failed: boolean } {
  const { data, isError } = useQuery<HouseTerms | null>({
    queryKey: [FIRST_TERMS],
    queryFn: readAndKeep,
    initialData: lastSeen,
    initialDataUpdatedAt: 0,
  })
  return { terms: data ?? undefined, failed: isError }
}

async function readAndKeep(context: QueryFunctionContext): Promise<HouseTerms | null> {
  const terms = await readOf<HouseTerms>('fail')(context)
  keepStored(LAST_SEEN_KEY, JSON.stringify(terms))
  return terms
}

function lastSeen(): HouseTerms | undefined {
  const stored = readStored(LAST_SEEN_KEY)
  if (stored === null) return undefined
  try {
    const terms: HouseTerms = JSON.parse(stored)
    return terms
  } catch {
    return undefined
  }
}
