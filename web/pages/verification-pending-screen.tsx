import { ParkedBids } from '#web/bidding/parked/parked-bids.tsx'
import { WaitingForReviewer } from '#web/verification/waiting-for-reviewer.tsx'

/** `/verification-pending`: how far the check is, and bids that wait for it. */
export default function VerificationPendingScreen() {
  return (
    <WaitingForReviewer>
      <ParkedBids />
    </WaitingForReviewer>
  )
}
