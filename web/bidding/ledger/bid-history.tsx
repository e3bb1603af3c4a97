import { t } from '#web/platform/language/text.ts'
import { lazy, memo } from 'react'
import { WhenSeen } from '#web/lots/when-seen.tsx'

const HistoryLines = lazy(() => import('./history-lines.tsx'))

/** Every event of a lot, newest first. The heading renders first, for navigation by headings; the list loads near the screen. */
export const BidHistory = memo(function BidHistory({
  lotId,
  currency,
  paddle,
}: {
  lotId: string
  currency: string
  paddle: number
}) {
  return (
    <section aria-labelledby="bid-history">
      <h2 id="bid-history" className="text-base">
        {t`Bid history`}
      </h2>
      <WhenSeen placeholderClass="min-h-40">
        <HistoryLines lotId={lotId} currency={currency} paddle={paddle} />
      </WhenSeen>
    </section>
  )
})
