import { t } from '#web/platform/language/text.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import { useAuction } from '#web/auctions/use-auctions.ts'
import { useStandings } from '../use-standings.ts'
import { usePlaces } from './use-places.ts'

/** When a lot of a live auction is likely to come up, on the lot's own page: `Lot 4 of 40, in about 12 min`. */
export default function LotTurn({ auctionId, lotId }: { auctionId: string; lotId: string }) {
  const { data: auction } = useAuction(auctionId)
  return <>{auction === undefined ? t`Upcoming` : <Turn auction={auction} lotId={lotId} />}</>
}

function Turn({ auction, lotId }: { auction: Auction; lotId: string }) {
  const { standings } = useStandings(auction.id, { allowed: true, isLive: true })
  return <>{usePlaces(auction, standings).get(lotId)?.place ?? t`Upcoming`}</>
}
