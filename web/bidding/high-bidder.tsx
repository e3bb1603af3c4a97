import { t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'

/** Says in a list that the person leads a lot or won it; an auction's standings include no other positions. */
export function HighBidder({ standing, paddle }: { standing: Standing | undefined; paddle: number | null }) {
  if (standing === undefined || paddle === null || standing.leader !== paddle) return null
  return (
    <span className="block text-sm font-semibold text-leading">
      {standing.status === 'sold' ? t`Sold to you` : t`You’re the high bidder`}
    </span>
  )
}
