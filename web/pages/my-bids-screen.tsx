import { MyBids } from '#web/bidding/my-bids/my-bids-screen.tsx'
import { Settlement } from '#web/invoices/settlement.tsx'

/** `/my-bids`, with what is left to pay and pick up of the lots won. */
export default function MyBidsScreen() {
  return <MyBids settlementOf={(lotId) => <Settlement lotId={lotId} />} />
}
