import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { LotUpdate } from './lot-update.ts'
import { standingOf } from './present.ts'

/** What a committed batch changed, lot by lot, for the feed. */
export function updatesOf(batch: DecidedBatch): LotUpdate[] {
  return batch.books
    .filter((book) => book.rows.length > 0)
    .map((book) => ({
      lotId: book.lotId,
      auctionId: book.auctionId,
      standing: standingOf(book.lotId, book.terms, book.state),
      lines: book.rows.map((row) => row.line),
      positions: positionsOf(book),
    }))
}

/** Whose position changed between the beginning and the end of the batch. Who lost and won the lead within it is told once. */
function positionsOf({ before, state, rows }: LotBook): LotUpdate['positions'] {
  const leader = state.leader?.id ?? null
  const positions: LotUpdate['positions'] = []
  const bidders = new Set(rows.flatMap(({ event }) => ('bidder' in event ? [event.bidder.id] : [])))
  if (before.leader !== null) bidders.add(before.leader.id)
  if (state.status === 'sold') {
    for (const accountId of bidders) positions.push({ accountId, position: accountId === leader ? 'won' : 'lost' })
    if (leader !== null && !bidders.has(leader)) positions.push({ accountId: leader, position: 'won' })
    return positions
  }
  if (leader !== null && leader !== before.leader?.id) positions.push({ accountId: leader, position: 'leading' })
  for (const accountId of bidders) if (accountId !== leader) positions.push({ accountId, position: 'outbid' })
  return positions
}
