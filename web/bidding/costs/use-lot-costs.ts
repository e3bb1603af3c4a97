import { useQuery } from '@tanstack/react-query'
import { costsParts } from '#contract/seo/first-answers.ts'
import type { CostTermsOfLot, readLotCosts } from '#contract/lots/lot-costs.ts'
import { call, route } from '#web/platform/request.ts'

const COSTS = route<typeof readLotCosts>('GET', '/api/lots/:lotId/costs')

/** The terms that add costs to a lot's price; undefined until loaded. They never change for a lot. */
export function useLotCosts(lotId: string): CostTermsOfLot | undefined {
  const { data } = useQuery<CostTermsOfLot>({
    queryKey: costsParts(lotId),
    queryFn: ({ signal }) => call(COSTS, { params: { lotId } }, signal),
  })
  return data
}
