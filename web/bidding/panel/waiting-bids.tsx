import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OwnParkForm, ParkedList } from '../parked/parked-line.tsx'
import { useParkedBids } from '../parked/use-parked-bids.ts'

/** Maximums of somebody verified that join in when their lots open; nothing where there are none. */
export function WaitingBids() {
  const { data } = useParkedBids()
  const waiting = data?.items.filter(({ waitsFor }) => waitsFor === 'opening') ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-bids" className="mb-8">
      <h2 id="waiting-bids" className="text-lg">
        Waiting for their lots to open <span className="tabular text-slate">{waiting.length}</span>
      </h2>
      <p className="mt-1 max-w-[44rem] text-sm text-slate">
        You parked these before you were verified. Each joins in as an auto-bid the moment its lot opens, by the
        ordinary rules and within your bidding limit.
      </p>
      <ParkedList bids={waiting} linked />
    </section>
  )
}

/** On the lot's own page, while it is not open: the maximum that waits for it, to be changed or taken back. */
export function WaitingBid({ lotId }: { lotId: string }) {
  const { data } = useParkedBids()
  const bid = data?.items.find((each) => each.lotId === lotId && each.waitsFor === 'opening')
  if (bid === undefined) return null
  return (
    <Notice tone="info" title="Your parked bid joins in when bidding opens">
      <p className="text-sm">
        {bid.opensAt === null ? null : `That is ${formatInstant(bid.opensAt)}. `}Until then you can change it or take it
        back.
      </p>
      <div className="mt-2">
        <OwnParkForm bid={bid} />
      </div>
    </Notice>
  )
}
