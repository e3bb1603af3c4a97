import { useQuery } from '@tanstack/react-query'
import { listAuctions, type StaffAuction } from '#contract/auctions/auction-entry.ts'
import { call } from '#web/platform/request.ts'

/** Every auction that has not begun, drafts and the latest first: vehicles can be added to it. */
export function usePlannedAuctions() {
  return useQuery({
    queryKey: [listAuctions.path, 'not-begun'],
    queryFn: async ({ signal }) => {
      const auctions: StaffAuction[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = await call(listAuctions, { query: { state: 'not-begun', page } }, signal)
        auctions.push(...found.items)
        pages = found.pages
      }
      return auctions
    },
    staleTime: 0,
  })
}
