import { useParams } from 'wouter'
import { LiveLotPage } from '#web/bidding/live-lot-page.tsx'
import { SimilarLots } from '#web/catalogue/similar-lots.tsx'
import { LotAbsent, LotSkeleton } from '#web/lots/lot-absent.tsx'
import { teaserUrl, useLotByNumber } from '#web/lots/use-lot.ts'
import { AnswerNotice } from '#web/notifications/answer-notice.tsx'
import { useAnswerLink } from '#web/notifications/use-answer-link.ts'

/** `/lot/{lotNumber}` */
export default function LotScreen() {
  const { lotNumber = '' } = useParams()
  const { lot, failure, again } = useLotByNumber(lotNumber)
  const answer = useAnswerLink()
  if (lot !== undefined) {
    return (
      <>
        <AnswerNotice answer={answer} currency={lot.currency} />
        <LiveLotPage
          key={lot.id}
          lot={lot}
          prefill={answer.state === 'open' ? answer.nextBid : null}
          similar={<SimilarLots lotId={lot.id} />}
        />
      </>
    )
  }
  if (failure === null) return <LotSkeleton />
  return (
    <>
      <AnswerNotice answer={answer} currency={null} />
      <LotAbsent failure={failure} teaserUrl={teaserUrl(lotNumber)} again={again} />
    </>
  )
}
