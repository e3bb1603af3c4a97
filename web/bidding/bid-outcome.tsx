import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Bidding } from './use-bid.ts'

/** What came of the last press, and a way to ask again while nobody knows. */
export function BidOutcome({ bidding }: { bidding: Bidding }) {
  const { words, askAgain } = bidding
  if (words === null) return null
  return (
    <Notice tone={words.tone} title={words.headline}>
      <p className="text-sm">{words.advice}</p>
      {askAgain === null ? null : (
        <Button variant="outline" size="sm" className="mt-2" onClick={askAgain}>
          Ask again now
        </Button>
      )}
    </Notice>
  )
}
