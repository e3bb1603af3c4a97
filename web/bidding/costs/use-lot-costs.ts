import { useQuery } from '@tanstack/react-query'
import { costsParts } from '#contract/first-answers.ts'
import type { CostTermsOfLot, readLotCosts } from '#contract/lot-costs.ts'
import { call, route } from '#web/platform/request.ts'

const COSTS = route<typeof readLotCosts>('GET', '/api/lots/:lotId/costs')

/** By what terms a lot costs more than its price; undefined until they are there. They never change for a lot. */
export function useLotCosts(lotId: string): CostTermsOfLot | undefined {
  const { data } = useQuery<CostTermsOfLot>({
    queryKey: costsParts(lotId),
    queryFn: ({ signal }) => call(COSTS, { params: { lotId } }, signal),
  })
  return data
}
