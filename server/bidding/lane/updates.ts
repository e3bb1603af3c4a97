import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { LeadChange, LotNews, LotUpdate } from '../lot-update.ts'
import { standingOf } from '../present.ts'

/** What a committed batch changed for everybody, lot by lot, for the feed. */
export function updatesOf(batch: DecidedBatch): LotUpdate[] {
  return batch.books
    .filter((book) => book.rows.length > 0)
    .map((book) => {
      const news = newsOf(book)
      return {
        lotId: book.lotId,
        auctionId: book.auctionId,
        standing: standingOf(book.lotId, book.terms, book.state),
        lines: book.rows.map((row) => row.line),
        positions: news === null ? leadChangesOf(book) : [],
        bound: boundBy(book),
        news,
      }
    })
}

/**
 * Whose own commitments a committed batch changed on lots of which it changed nothing else. It is told to them alone and not with the
 * lot: whoever watches the lot, in any process, must not find out that something happened.
 */
export function sealedChangesOf(batch: DecidedBatch): string[] {
  return [...new Set(batch.books.filter((book) => book.rows.length === 0).flatMap(boundBy))]
}

function newsOf({ before, state, rows }: LotBook): LotNews | null {
  const isOver = state.status !== 'scheduled' && state.status !== 'open'
  if (isOver && state.status !== before.status) return 'ended'
  return rows.some(({ event }) => event.type === 'voided' || event.type === 'passed-over') ? 'voided' : null
}

/** Only who leads a lot, or has bought it, is bound by it; who led in between the two ends of a batch is as free as before. */
function boundBy({ before, state }: LotBook): string[] {
  const isSame =
    before.leader?.id === state.leader?.id &&
    before.leaderMaximum === state.leaderMaximum &&
    before.status === state.status
  if (isSame) return []
  return [...new Set([before.leader, state.leader].flatMap((leader) => (leader === null ? [] : [leader.id])))]
}

/** Whose lead changed between the beginning and the end of the batch. Who lost and won the lead within it is told once. */
function leadChangesOf({ before, state, rows }: LotBook): LeadChange[] {
  const leader = state.leader?.id ?? null
  const positions: LeadChange[] = []
  const bidders = new Set(rows.flatMap(({ event }) => ('bidder' in event ? [event.bidder.id] : [])))
  if (before.leader !== null) bidders.add(before.leader.id)
  if (leader !== null && leader !== before.leader?.id) positions.push({ accountId: leader, position: 'leading' })
  for (const accountId of bidders) if (accountId !== leader) positions.push({ accountId, position: 'outbid' })
  return positions
}
