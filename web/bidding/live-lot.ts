import type { BidAnswer, LedgerLine, LiveLot, Standing } from '#contract/bidding/bidding.ts'
import type { LotMessage } from '#contract/bidding/feed.ts'

type Position = LiveLot['you']['position']

/** What a message does to the held lot: `gap` means lines are missing and the lot must be reloaded. */
export type Patched = { live: LiveLot; gap: boolean }

/** The lot after a feed message. A standing older than the one held changes nothing: a price never goes back. */
export function afterMessage(held: LiveLot, message: LotMessage): Patched {
  const { standing } = message
  if (standing.lotId !== held.standing.lotId || standing.sequence < held.standing.sequence)
    return { live: held, gap: false }
  const gap = message.from > held.standing.sequence
  const tookPart = message.lines.some((line) => line.type === 'bid-placed' && line.paddle === held.you.paddle)
  return { live: withStanding(held, standing, tookPart, message.serverTime), gap }
}

/** Merges a fresh read with the held lot: the newer standing wins. */
export function afterReading(held: LiveLot | undefined, read: LiveLot): LiveLot {
  if (held === undefined || held.standing.lotId !== read.standing.lotId) return read
  if (read.standing.sequence >= held.standing.sequence) return read
  return { ...read, standing: held.standing, you: { ...read.you, position: held.you.position } }
}

/** The lot after the viewer's own bid was answered; the feed brings the counts that an answer omits. */
export function afterAnswer(held: LiveLot, answer: BidAnswer, maximum: number | null | undefined): LiveLot {
  const you = maximum === undefined ? held.you : { ...held.you, maximum }
  if (answer.sequence < held.standing.sequence) return { ...held, you }
  const standing: Standing = {
    ...held.standing,
    status: answer.bought ? 'sold' : held.standing.status,
    sequence: answer.sequence,
    price: answer.price,
    nextBid: answer.nextBid,
    increment: answer.price === null ? held.standing.increment : Math.max(answer.nextBid - answer.price, 1),
    closesAt: answer.closesAt,
    reserve: answer.reserve,
    leader: answer.leading ? held.you.paddle : leaderOf(answer, held.standing.leader),
  }
  return withStanding({ ...held, you }, standing, true, held.serverTime)
}

function leaderOf({ reason }: BidAnswer, before: number | null): number | null {
  return reason !== null && 'by' in reason ? reason.by : before
}

function withStanding(held: LiveLot, standing: Standing, tookPart: boolean, serverTime: number): LiveLot {
  const position = positionIn(standing, held.you.paddle, tookPart || held.you.position !== 'none')
  return { standing, serverTime, you: { ...held.you, position } }
}

/** The viewer's position in a standing; none without a bid. */
export function positionIn(standing: Standing, paddle: number, tookPart: boolean): Position {
  const ahead = standing.leader === paddle
  switch (standing.status) {
    case 'sold':
      if (ahead) return 'won'
      return tookPart ? 'lost' : 'none'
    case 'passed':
    case 'withdrawn':
      return tookPart || ahead ? 'lost' : 'none'
    case 'scheduled':
    case 'open':
    case 'reserve-not-met':
      if (ahead) return 'leading'
      return tookPart ? 'outbid' : 'none'
    default:
      return standing.status satisfies never
  }
}

/** Lines newest first, each sequence once. */
export function mergeLines(held: readonly LedgerLine[], added: readonly LedgerLine[]): LedgerLine[] {
  const bySequence = new Map<number, LedgerLine>()
  for (const line of held) bySequence.set(line.sequence, line)
  for (const line of added) bySequence.set(line.sequence, line)
  return [...bySequence.values()].toSorted((a, b) => b.sequence - a.sequence)
}
