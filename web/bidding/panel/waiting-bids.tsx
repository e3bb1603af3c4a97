import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPendingBidForm, PendingBidList } from '../pending/pending-line.tsx'
import { usePendingBids } from '../pending/use-pending-bids.ts'

/** A verified member's maximums that become active when their lots open; renders nothing if there are none. */
export function WaitingBids() {
  const { data } = usePendingBids()
  const waiting = data?.items.filter(({ waitsFor }) => waitsFor === 'opening') ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-bids" className="mb-8">
      <h2 id="waiting-bids" className="text-lg">
        <Trans>
          Waiting to open <span className="tabular text-slate">{waiting.length}</span>
        </Trans>
      </h2>
      <p className="mt-1 max-w-[44rem] text-sm text-slate">
        {t`You set these before you were verified. Each becomes an auto-bid as soon as its lot takes bids, within your bidding limit.`}
      </p>
      <PendingBidList bids={waiting} linked />
    </section>
  )
}

/** On the lot's own page, before it opens: the waiting maximum, to be changed or withdrawn. */
export function WaitingBid({ lotId }: { lotId: string }) {
  const { data } = usePendingBids()
  const bid = data?.items.find((each) => each.lotId === lotId && each.waitsFor === 'opening')
  if (bid === undefined) return null
  return (
    <Notice tone="info" title={t`Your pending bid starts when bidding opens`}>
      <p className="text-sm">
        <Trans>
          {bid.opensAt === null ? null : t`Bidding opens ${formatInstant(bid.opensAt)}. `}Until then, you can change or
          withdraw it.
        </Trans>
      </p>
      <div className="mt-2">
        <OwnPendingBidForm bid={bid} />
      </div>
    </Notice>
  )
}
