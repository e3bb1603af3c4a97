import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useParams, useSearch } from 'wouter'
import { lotsOfComparison } from '#web/lots/comparison.ts'
import { LotAbsent, LotSkeleton } from '#web/lots/lot-absent.tsx'
import { WhenSeen } from '#web/lots/when-seen.tsx'
import { serverNow } from '#web/platform/clock.ts'
import { keepSeenLot } from '#web/lots/seen-lots.ts'
import { previewByNumber, useLotByNumber } from '#web/lots/use-lot.ts'
import { type Answer, useAnswerLink } from '#web/notifications/use-answer-link.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { readToken } from '#web/platform/token.ts'

/** What people who may see prices see; the summary that a visitor sees does without it. */
const live = lazyPart(async () => ({ default: (await import('#web/bidding/live-lot-page.tsx')).LiveLotPage }))
const AnswerNotice = lazy(() => import('#web/notifications/answer-notice.tsx'))
const SimilarLots = lazy(() => import('#web/catalog/similar-lots.tsx'))
const VerifyLot = lazy(() => import('#web/bidding/ledger/verify-lot.tsx'))
const Settlement = lazy(() => import('#web/invoices/settlement.tsx').then((file) => ({ default: file.Settlement })))
const MoreLots = lazy(() => import('./more-lots.tsx'))
const CompareLots = lazy(() => import('./compare/compare-lots.tsx'))

/** The screen with what it shows a person who is signed in. */
export async function whole(): Promise<{ default: ComponentType }> {
  if (readToken() !== null) await live.load()
  return { default: LotScreen }
}

/** `/lot/{lotNumber}`; with `?compare=` and numbers, this lot next to those. */
export default function LotScreen() {
  const { lotNumber = '' } = useParams()
  const compared = lotsOfComparison(Number(lotNumber), new URLSearchParams(useSearch()).get('compare'))
  if (compared === null) return <OneLot lotNumber={lotNumber} />
  return (
    <Suspense fallback={<LotSkeleton />}>
      <CompareLots lotNumbers={compared} />
    </Suspense>
  )
}

function OneLot({ lotNumber }: { lotNumber: string }) {
  const { lot, failure, again } = useLotByNumber(lotNumber)
  const answer = useAnswerLink()
  useEffect(() => {
    if (lot === undefined) return
    const { title, scheduledCloseAt, closedAt } = lot
    const closesAt = closedAt === null ? scheduledCloseAt : null
    keepSeenLot({ lotNumber: lot.lotNumber, title, closesAt, seenAt: serverNow() })
  }, [lot])
  if (lot !== undefined) {
    return (
      <Suspense fallback={<LotSkeleton />}>
        <OpenedLink answer={answer} currency={lot.currency} />
        <live.Part
          key={lot.id}
          lot={lot}
          prefill={answer.state === 'open' ? answer.nextBid : null}
          settlement={
            <Suspense fallback={null}>
              <Settlement lotId={lot.id} />
            </Suspense>
          }
          similar={
            <WhenSeen>
              <SimilarLots lotId={lot.id} />
            </WhenSeen>
          }
        />
      </Suspense>
    )
  }
  if (failure === null) return <LotSkeleton />
  return (
    <>
      <OpenedLink answer={answer} currency={null} />
      <LotAbsent
        failure={failure}
        preview={previewByNumber(lotNumber)}
        ledgerOf={(lotId) => (
          <Suspense fallback={null}>
            <VerifyLot lotId={lotId} />
          </Suspense>
        )}
        othersOf={(preview) => (
          <WhenSeen>
            <MoreLots lot={preview} />
          </WhenSeen>
        )}
        again={again}
      />
    </>
  )
}

function OpenedLink(given: { answer: Answer; currency: string | null }) {
  if (given.answer.state === 'none') return null
  return (
    <Suspense fallback={null}>
      <AnswerNotice {...given} />
    </Suspense>
  )
}
