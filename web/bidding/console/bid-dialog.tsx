import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EnterBid } from '../desk-bid/enter-bid.tsx'
import { t } from '#web/platform/language/text.ts'

/** A client's bid on any lot of the run list, such as a maximum they left before the auction. */
export function BidDialog({
  lot,
  standing,
  currency,
  onClose,
}: {
  lot: LotSummary | undefined
  standing: Standing | undefined
  currency: string
  onClose: () => void
}) {
  if (lot === undefined || standing === undefined) return null
  return (
    <Dialog onClose={onClose} title={t`Enter a bid on lot ${lot.lotNumber}`} description={lot.title}>
      <EnterBid key={lot.id} standing={standing} currency={currency} />
    </Dialog>
  )
}
