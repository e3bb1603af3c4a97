import { useParams } from 'wouter'
import { LiveLotPage } from '#web/bidding/live-lot-page.tsx'
import { LotAbsent, LotSkeleton } from '#web/lots/lot-absent.tsx'
import { teaserUrl, useLotByNumber } from '#web/lots/use-lot.ts'

/** `/lot/{lotNumber}` */
export default function LotScreen() {
  const { lotNumber = '' } = useParams()
  const { lot, failure, again } = useLotByNumber(lotNumber)
  if (lot !== undefined) return <LiveLotPage key={lot.id} lot={lot} />
  if (failure === null) return <LotSkeleton />
  return <LotAbsent failure={failure} teaserUrl={teaserUrl(lotNumber)} again={again} />
}
