import { useParams } from 'wouter'
import { LiveLotPage } from '#web/bidding/live-lot-page.tsx'
import { Settlement } from '#web/invoices/settlement.tsx'
import SimilarLots from '#web/catalog/similar-lots.tsx'
import { LotAbsent, LotSkeleton } from '#web/lots/lot-absent.tsx'
import { previewOfVehicle, useLotOfVehicle } from '#web/lots/use-lot.ts'

/** `/vehicle/{id}`: the newest lot that offers the vehicle. */
export default function VehicleScreen() {
  const { id = '' } = useParams()
  const { lot, failure, again } = useLotOfVehicle(id)
  if (lot !== undefined)
    return (
      <LiveLotPage
        key={lot.id}
        lot={lot}
        similar={<SimilarLots lotId={lot.id} />}
        settlement={<Settlement lotId={lot.id} />}
      />
    )
  if (failure === null) return <LotSkeleton />
  return <LotAbsent failure={failure} preview={previewOfVehicle(id)} again={again} />
}
