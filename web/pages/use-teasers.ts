import { useQuery } from '@tanstack/react-query'
import type { Auction } from '#contract/auctions.ts'
import type { LotTeaser } from '#contract/lots.ts'

type Teasers = { items: LotTeaser[]; next: string | null }

/** Sales come and lots close while the start page stands open: read anew after a minute. */
const FRESH_MS = 60_000

/** The lots that close next, soonest first. */
export function useEndingSoon() {
  return useQuery<Teasers>({ queryKey: ['/api/lots?ending=soon&limit=9'], staleTime: FRESH_MS })
}

/** Every sale that the house announces. */
export function useSales() {
  return useQuery<{ items: Auction[] }>({ queryKey: ['/api/auctions'], staleTime: FRESH_MS })
}
