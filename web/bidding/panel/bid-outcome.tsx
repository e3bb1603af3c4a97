import { t } from '#web/platform/language/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Words } from '../bid/bid-message.ts'
import type { Bidding } from '../bid/use-bid.ts'

/** The outcome of the last press, and a way to ask again while it is unknown. */
export function BidOutcome({
  bidding,
  sequence,
  said = null,
}: {
  bidding: Bidding
  /** Of the standing shown. */
  sequence: number
  /** A headline that is already shown next to it. */
  said?: string | null
}) {
  const { askAgain } = bidding
  const words = currentWords(bidding, sequence)
  if (words === null) return null
  if (words.headline === said) {
    return (
      <p role="status" className="text-sm">
        {words.advice}
      </p>
    )
  }
  return (
    <Notice tone={words.tone} title={words.headline}>
      <p className="text-sm">{words.advice}</p>
      {askAgain === null ? null : (
        <Button variant="outline" size="sm" className="mt-2" onClick={askAgain}>
          {t`Check again`}
        </Button>
      )}
    </Notice>
  )
}

/** The text for the last press as long as it holds: “You’re the high bidder” ends as soon as the lot has moved on. */
export function currentWords({ words, asOf }: Bidding, sequence: number): Words | null {
  return asOf !== null && sequence > asOf ? null : words
}
