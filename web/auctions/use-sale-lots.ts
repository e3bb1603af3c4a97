import { useQuery } from '@tanstack/react-query'
import { listLots, type LotTeaser } from '#contract/lots.ts'
import { call } from '#web/platform/request.ts'

const LOTS_A_READ = 100
/** A sale of more lots than this is shown as far as it goes; it is a bound, not a rule. */
const READS_MAX = 20

/** All lots of a sale in the order of their planned ends. */
export function useSaleLots(auctionId: string) {
  return useQuery<LotTeaser[]>({
    queryKey: ['/api/lots', 'of-sale', auctionId],
    queryFn: async ({ signal }) => {
      const lots: LotTeaser[] = []
      let cursor: string | undefined
      for (let read = 0; read < READS_MAX; read++) {
        const query = { auction: auctionId, limit: LOTS_A_READ, ...(cursor === undefined ? {} : { cursor }) }
        const page = await call(listLots, { query }, signal)
        lots.push(...page.items)
        if (page.next === null) break
        cursor = page.next
      }
      return lots
    },
  })
}
