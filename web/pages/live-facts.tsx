import { plural, t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { ClosesIn } from '#web/bidding/bid/closes-in.tsx'
import { priceWords, resultWords } from '#web/bidding/standing-words.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { serverNow } from '../platform/clock.ts'

const DAY_MS = 86_400_000

type TimeLeftProps = {
  lot: LotSummary
  standing: Standing | undefined
  /** Whether the lot is known not to have ended; null if it may have. */
  isOpen: true | null
}

/** Price, bids and the time left of a lot, as far as the person may see them. */
export default function LiveFacts({ lot, standing, isOpen }: TimeLeftProps) {
  return (
    <>
      {standing === undefined ? null : (
        <>
          <strong className="text-ink">{priceWords(standing, lot.currency)}</strong>
          {standing.bidCount === 0 ? '' : plural(standing.bidCount, { one: ' · # bid', other: ' · # bids' })}
          {' · '}
        </>
      )}
      <TimeLeft lot={lot} standing={standing} isOpen={isOpen} />
    </>
  )
}

/** A countdown in the last day; before that, when the lot closes. A late bid extends a close, and only the standing says so. */
export function TimeLeft({ lot, standing, isOpen }: TimeLeftProps) {
  const result = standing === undefined ? null : resultWords(standing)
  if (result !== null) return result
  if (standing?.status === 'open' && standing.closesAt === null) return t`Paused`
  const closesAt = standing?.closesAt ?? lot.scheduledCloseAt
  const now = serverNow()
  if (closesAt === null || closesAt - now > DAY_MS) return closingWords(closesAt, now)
  if (standing === undefined && closesAt <= now) return closingWords(closesAt, now, isOpen)
  return <ClosesIn closesAt={closesAt} />
}
