import { PendingBids } from '#web/bidding/pending/pending-bids-section.tsx'
import { WaitingForReviewer } from '#web/verification/waiting-for-reviewer.tsx'

/** `/verification-pending`: the progress of the check, and bids that wait for it. */
export default function VerificationPendingScreen() {
  return (
    <WaitingForReviewer>
      <PendingBids />
    </WaitingForReviewer>
  )
}
