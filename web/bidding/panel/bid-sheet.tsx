import { t } from '#web/platform/language/text.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { BidPanel, type BidPanelProps } from './bid-panel.tsx'
import { PriceBlock } from './price-block.tsx'
import type { LiveView } from '../use-live-lot.ts'

/** The whole bid box over the page, on a phone. */
export default function BidSheet({ onClose, ...box }: BidPanelProps & { onClose: () => void }) {
  const { lot, view } = box
  return (
    <Sheet title={t`${isOver(view) ? t`Result of` : t`Bid on`} lot ${lot.lotNumber}`} onClose={onClose}>
      <div className="flex flex-col gap-4 pt-2">
        <PriceBlock lot={lot} view={view} />
        <BidPanel {...box} />
      </div>
    </Sheet>
  )
}

function isOver({ live }: LiveView): boolean {
  return live !== undefined && live.standing.status !== 'open' && live.standing.status !== 'scheduled'
}
