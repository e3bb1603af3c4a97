import { useQuery } from '@tanstack/react-query'
import type { Auction } from '#contract/auctions.ts'
import { FIRST_LOTS, FIRST_SALES } from '#contract/first-answers.ts'
import type { LotTeaser } from '#contract/lots.ts'

type Teasers = { items: LotTeaser[]; next: string | null }

/** Sales come and lots close while the start page stands open. What the page brought along is up to a minute old. */
const FRESH_MS = 120_000

/** The lots that close next, soonest first. */
export function useEndingSoon() {
  return useQuery<Teasers>({ queryKey: [FIRST_LOTS], staleTime: FRESH_MS })
}

/** Every sale that the house announces. */
export function useSales() {
  return useQuery<{ items: Auction[] }>({ queryKey: [FIRST_SALES], staleTime: FRESH_MS })
}
