import { t } from '#web/platform/language/text.ts'
import type { Lot, LotSummary } from '#contract/lots/lots.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BidPanel } from './bid-panel.tsx'
import { PriceBlock } from './price-block.tsx'
import { useBid } from '../bid/use-bid.ts'
import { useLiveLot } from '../use-live-lot.ts'

/** The bid box of a lot that opens later, above the running auction. If the lot opens meanwhile, bids can be placed in it. */
export default function PreBid({ lotSummary, onClose }: { lotSummary: LotSummary; onClose: () => void }) {
  const { lot, failure } = useLotByNumber(String(lotSummary.lotNumber))
  return (
    <Dialog onClose={onClose} title={t`Lot ${lotSummary.lotNumber}`} description={lotSummary.title}>
      {failure === null ? null : <RequestFailed title={t`We couldn’t load this lot`} failure={failure} />}
      {lot === undefined ? failure === null ? <Skeleton className="h-48" /> : null : <Box lot={lot} />}
    </Dialog>
  )
}

function Box({ lot }: { lot: Lot }) {
  const view = useLiveLot(lot.id, lot.auctionKind === 'live')
  const bidding = useBid(lot.id, lot.currency)
  return (
    <div className="flex flex-col gap-4">
      <PriceBlock lot={lot} view={view} />
      <BidPanel lot={lot} view={view} bidding={bidding} />
    </div>
  )
}
