import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useDeferredValue, useState } from 'react'
import type { PendingBid } from '#contract/bidding/pending-bids.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSummaries } from '#web/lots/use-lot.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PendingBidLine, PendingBidList } from './pending-line.tsx'
import { PendingBidForm } from './pending-bid-form.tsx'
import { usePendingBids } from './use-pending-bids.ts'
import { failureMessage } from '#web/platform/request.ts'

const LOTS_A_PAGE = 8
const LOTS_MAX = 96

/** For a person whose document is under review: lots that end soon, and maximums that wait for the decision. */
export function PendingBids() {
  const pending = usePendingBids()
  return (
    <section aria-labelledby="pending-bids" className="mt-12">
      <h2 id="pending-bids" className="text-lg">
        {t`Bid now; it counts once you’re verified`}
      </h2>
      <p className="mt-2 max-w-[44rem] text-slate">
        {t`Set the most you’d pay. It’s sealed, and becomes an auto-bid within your bidding limit once you’re verified and the lot is open. Until then it doesn’t affect the price, and you can change or withdraw it. Only verified members see prices.`}
      </p>
      {pending.error === null || pending.data !== undefined ? null : (
        <div className="mt-4">
          <RequestFailed title={t`We couldn’t load your pending bids`} failure={pending.error} />
        </div>
      )}
      {pending.isLoading ? <Skeleton className="mt-6 h-24" /> : null}
      {pending.data === undefined || pending.data.items.length === 0 ? null : <Mine bids={pending.data.items} />}
      <Offered pending={pending.data?.items ?? []} />
    </section>
  )
}

function Mine({ bids }: { bids: readonly PendingBid[] }) {
  return (
    <>
      <h3 className="mt-8 text-base">
        <Trans>
          Your pending bids <span className="tabular text-slate">{bids.length}</span>
        </Trans>
      </h3>
      <PendingBidList bids={bids} />
    </>
  )
}

/** Lots to set a pending bid on, soonest end first. */
function Offered({ pending }: { pending: readonly PendingBid[] }) {
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(LOTS_A_PAGE)
  const [openLot, setOpenLot] = useState<string | null>(null)
  const q = useDeferredValue(words.trim())
  const taken = new Set(pending.map(({ lotId }) => lotId))
  // Pending lots are listed above, so that many more are read.
  const { data, isLoading, error } = useSummaries({
    ending: 'soon',
    limit: Math.min(100, limit + taken.size),
    ...(q === '' ? {} : { q }),
  })
  const now = useServerNow(null)
  const lots = (data?.items ?? []).filter((lot) => !taken.has(lot.id) && !isClosing(lot, now)).slice(0, limit)
  return (
    <>
      <h3 className="mt-8 text-base">{t`Lots ending soon`}</h3>
      <div className="mt-2 max-w-80">
        <Field label={t`Make or model`}>
          <Input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </div>
      {isLoading ? <Skeleton className="mt-4 h-56" /> : null}
      {error === null || data !== undefined ? null : (
        <p role="alert" className="mt-4 text-outbid">
          {t`We couldn’t load the lots. ${failureMessage(error)}`}
        </p>
      )}
      {!isLoading && data !== undefined && lots.length === 0 ? (
        <p className="mt-4 text-slate">
          {q === '' ? t`No lots are open for pending bids.` : t`No open lots match “${q}”.`}
        </p>
      ) : null}
      <ul className="mt-4 grid border-t border-line *:border-b *:border-line empty:hidden lg:grid-cols-2 lg:gap-x-12">
        {lots.map((lot) => (
          <li key={lot.id}>
            <PendingBidLine lot={lot}>
              {openLot === lot.id ? (
                <PendingBidForm
                  lotId={lot.id}
                  lotNumber={lot.lotNumber}
                  currency={lot.currency}
                  pending={null}
                  onDone={() => setOpenLot(null)}
                />
              ) : (
                <Button
                  variant="outline"
                  className="self-start"
                  aria-label={t`Set pending bid on lot ${lot.lotNumber}`}
                  onClick={() => setOpenLot(lot.id)}
                >
                  {t`Set pending bid`}{' '}
                </Button>
              )}
            </PendingBidLine>
          </li>
        ))}
      </ul>
      {data === undefined || data.next === null || limit >= LOTS_MAX ? null : (
        <Button variant="outline" className="mt-4" onClick={() => setLimit(limit + LOTS_A_PAGE)}>
          {t`Show more lots`}
        </Button>
      )}
    </>
  )
}

/** A lot past its planned end may close at any moment: a maximum set now would hardly become active in time. */
function isClosing({ scheduledCloseAt }: LotSummary, now: number): boolean {
  return scheduledCloseAt !== null && scheduledCloseAt <= now
}
