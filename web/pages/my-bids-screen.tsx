import { MyBids } from '#web/bidding/my-bids/my-bids-screen.tsx'
import { Settlement } from '#web/invoices/settlement.tsx'
import { SellingLink } from '#web/selling/selling-link.tsx'

/** `/my-bids`, with what is left to pay and pick up of the lots won, and the way to the lots that the person sells. */
export default function MyBidsScreen() {
  return (
    <MyBids above={<SellingLink />} settlementOf={(lotId, lotIds) => <Settlement lotId={lotId} lotIds={lotIds} />} />
  )
}
