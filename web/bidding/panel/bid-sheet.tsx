import { t } from '#web/platform/language/text.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { BidPanel } from './bid-panel.tsx'
import { PriceBlock } from './price-block.tsx'
import type { Bidding } from '../bid/use-bid.ts'
import type { LiveView } from '../use-live-lot.ts'

/** The whole bid box over the page, on a phone. */
export default function BidSheet({
  lot,
  view,
  bidding,
  prefill,
  onClose,
}: {
  lot: Lot
  view: LiveView
  bidding: Bidding
  prefill: number | null
  onClose: () => void
}) {
  return (
    <Sheet title={t`${isOver(view) ? t`Result of` : t`Bid on`} lot ${lot.lotNumber}`} onClose={onClose}>
      <div className="flex flex-col gap-4 pt-2">
        <PriceBlock lot={lot} view={view} />
        <BidPanel lot={lot} view={view} bidding={bidding} prefill={prefill} />
      </div>
    </Sheet>
  )
}

function isOver({ live }: LiveView): boolean {
  return live !== undefined && live.standing.status !== 'open' && live.standing.status !== 'scheduled'
}
