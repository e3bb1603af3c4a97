import type { Lot, LotTeaser } from '#contract/lots.ts'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BidPanel } from './bid-panel.tsx'
import { PriceBlock } from './price-block.tsx'
import { useBid } from '../bid/use-bid.ts'
import { useLiveLot } from '../use-live-lot.ts'
import { wordsOf } from '#web/platform/request.ts'

/** The bid box of a lot that comes up later, over the sale that goes on. Where it comes up meanwhile, bids can be placed in it. */
export default function PreBid({ teaser, onClose }: { teaser: LotTeaser; onClose: () => void }) {
  const { lot, failure } = useLotByNumber(String(teaser.lotNumber))
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={`Lot ${teaser.lotNumber}`} description={teaser.title}>
        {failure === null ? null : (
          <Notice tone="bad" title="The lot could not be read">
            {wordsOf(failure)}
          </Notice>
        )}
        {lot === undefined ? failure === null ? <Skeleton className="h-48" /> : null : <Box lot={lot} />}
      </DialogContent>
    </Dialog>
  )
}

function Box({ lot }: { lot: Lot }) {
  const view = useLiveLot(lot.id, lot.saleKind === 'live')
  const bidding = useBid(lot.id, lot.currency)
  return (
    <div className="flex flex-col gap-4">
      <PriceBlock lot={lot} view={view} />
      <BidPanel lot={lot} view={view} bidding={bidding} />
    </div>
  )
}
