import { useQuery } from '@tanstack/react-query'
import { costsParts } from '#contract/seo/first-answers.ts'
import { type CostTermsOfLot, readLotCosts } from '#contract/lots/lot-costs.ts'
import { call } from '#web/platform/request.ts'

/** The terms that add costs to a lot's price; undefined until loaded. They never change for a lot. */
export function useLotCosts(lotId: string): CostTermsOfLot | undefined {
  const { data } = useQuery<CostTermsOfLot>({
    queryKey: costsParts(lotId),
    queryFn: ({ signal }) => call(readLotCosts, { params: { lotId } }, signal),
  })
  return data
}
