import { useParams } from 'wouter'
import { LiveLotPage } from '#web/bidding/live-lot-page.tsx'
import { SimilarLots } from '#web/catalogue/similar-lots.tsx'
import { LotAbsent, LotSkeleton } from '#web/lots/lot-absent.tsx'
import { useLotOfVehicle, vehicleTeaserUrl } from '#web/lots/use-lot.ts'

/** `/vehicle/{id}`: the newest lot in which the vehicle is offered. */
export default function VehicleScreen() {
  const { id = '' } = useParams()
  const { lot, failure, again } = useLotOfVehicle(id)
  if (lot !== undefined) return <LiveLotPage key={lot.id} lot={lot} similar={<SimilarLots lotId={lot.id} />} />
  if (failure === null) return <LotSkeleton />
  return <LotAbsent failure={failure} teaserUrl={vehicleTeaserUrl(id)} again={again} />
}
