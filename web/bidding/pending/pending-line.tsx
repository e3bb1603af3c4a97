import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LotSummary } from '#contract/lots/lots.ts'
import type { PendingBid } from '#contract/bidding/pending-bids.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Plate } from '#web/ui/plate.tsx'
import { PendingBidForm } from './pending-bid-form.tsx'

type Line = Pick<LotSummary, 'lotNumber' | 'title' | 'heroPhoto' | 'opensAt' | 'scheduledCloseAt'>

/** Waiting maximums, each to be changed or withdrawn. `linked`: the viewer may open the pages of their lots. */
export function PendingBidList({ bids, linked = false }: { bids: readonly PendingBid[]; linked?: boolean }) {
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {bids.map((bid) => (
        <li key={bid.lotId}>
          <PendingBidLine lot={bid} linked={linked}>
            <OwnPendingBidForm bid={bid} />
          </PendingBidLine>
        </li>
      ))}
    </ul>
  )
}

/** A maximum changed elsewhere is filled in again. */
export function OwnPendingBidForm({ bid }: { bid: PendingBid }) {
  const { lotId, lotNumber, currency, maximum } = bid
  return <PendingBidForm key={maximum} lotId={lotId} lotNumber={lotNumber} currency={currency} pending={maximum} />
}

/** What anyone may see of a lot, and what can be done with it. `linked`: the viewer may open its page. */
export function PendingBidLine({
  lot,
  linked = false,
  children,
}: {
  lot: Line
  linked?: boolean
  children: ReactNode
}) {
  return (
    <article className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 py-4 sm:grid-cols-[8rem_1fr]">
      <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-sm" sizes="8rem" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex items-start gap-2 font-semibold">
          <Plate number={lot.lotNumber} size="sm" />
          {linked ? (
            <Link href={paths.lot(lot.lotNumber)} className="hover:underline">
              {lot.title}
            </Link>
          ) : (
            lot.title
          )}
        </p>
        <Times lot={lot} />
        {children}
      </div>
    </article>
  )
}

function Times({ lot: { opensAt, scheduledCloseAt } }: { lot: Line }) {
  const now = useServerNow(opensAt)
  return (
    <p className="tabular text-sm text-slate">
      {opensAt !== null && opensAt > now ? t`Opens ${formatInstant(opensAt)}. ` : ''}
      {closingWords(scheduledCloseAt, now)}
    </p>
  )
}
