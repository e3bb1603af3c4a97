import type { LotMessage } from '#contract/feed.ts'
import type { Ask } from './bid-message.ts'

/**
 * Whether a message of the feed shows that a press was recorded: a public line of one's own paddle with what was asked for, after the
 * sequence that was held when the button was pressed. Changes of a maximum are sealed and never shown.
 */
export function showsBid({ lines }: LotMessage, ask: Ask, heldSequence: number, paddle: number): boolean {
  return lines.some((line) => {
    if (line.sequence <= heldSequence || line.paddle !== paddle) return false
    if (ask.kind === 'buy-now') return line.type === 'bought-now'
    if (line.type !== 'bid-placed' || line.kind !== ask.kind) return false
    return ask.kind === 'maximum' || line.amount === ask.amount
  })
}
