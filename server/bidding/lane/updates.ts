import type { DecidedBatch } from './decide-batch.ts'
import type { LotBook } from './lot-book.ts'
import type { LeadChange, LotNews, LotUpdate } from '../lot-update.ts'
import { standingOf } from '../present.ts'

/** The public changes of a committed batch, lot by lot, for the feed. */
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
 * Accounts whose commitments a committed batch changed on lots where nothing public changed. Only they are notified, separately from the
 * lot: a lot's watchers, in any process, must not find out that something happened.
 */
export function sealedChangesOf(batch: DecidedBatch): string[] {
  return [...new Set(batch.books.filter((book) => book.rows.length === 0).flatMap(boundBy))]
}

function newsOf({ before, state, rows }: LotBook): LotNews | null {
  const isOver = state.status !== 'scheduled' && state.status !== 'open'
  if (isOver && state.status !== before.status) return 'ended'
  return rows.some(({ event }) => event.type === 'voided' || event.type === 'passed-over') ? 'voided' : null
}

/** Only the leader or buyer of a lot is bound by it; a bidder who led only within a batch is as free as before. */
function boundBy({ before, state }: LotBook): string[] {
  const isSame =
    before.leader?.id === state.leader?.id &&
    before.leaderMaximum === state.leaderMaximum &&
    before.status === state.status
  if (isSame) return []
  return [...new Set([before.leader, state.leader].flatMap((leader) => (leader === null ? [] : [leader.id])))]
}

/** Lead changes between the beginning and the end of the batch. A bidder who gained and lost the lead within it is notified once. */
function leadChangesOf({ before, state, rows }: LotBook): LeadChange[] {
  const leader = state.leader?.id ?? null
  const positions: LeadChange[] = []
  const bidders = new Set(rows.flatMap(({ event }) => ('bidder' in event ? [event.bidder.id] : [])))
  if (before.leader !== null) bidders.add(before.leader.id)
  if (leader !== null && leader !== before.leader?.id) positions.push({ accountId: leader, position: 'leading' })
  for (const accountId of bidders) if (accountId !== leader) positions.push({ accountId, position: 'outbid' })
  return positions
}
