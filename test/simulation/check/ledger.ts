import { chain, chainStart, lineOf } from '#server/bidding/ledger-line.ts'
import type { Sent } from '../actors/bidder.ts'
import type { Commit, Row } from '../database/model.ts'
import type { Story } from '../story.ts'
import { EPOCH } from '../world/world.ts'
import { LotClerk, type Entry } from './lot-clerk.ts'

/**
 * Invariants 1 to 4 and 8: goes through all commits in their order, each lot with a clerk of its own. Answers the clerks, who know then
 * where every lot stood at every sequence.
 */
export function checkLedgers(story: Story, faults: string[]): Map<string, LotClerk> {
  const clerks = new Map(story.plan.lots.map((lot) => [lot.id, new LotClerk(lot)]))
  const hashes = new Map(story.plan.lots.map(({ id }) => [id, chainStart(id)]))
  const byBid = sentByBid(story)
  for (const commit of story.database.model.commits) {
    for (const row of rowsInOrder(commit)) {
      const lotId = String(row.lot_id)
      const hash = chain(hashes.get(lotId)!, String(row.text))
      hashes.set(lotId, hash)
      if (!hash.equals(row.hash as Buffer))
        faults.push(`lot ${lotId.slice(-1)}: the chain breaks at ${String(row.sequence)}`)
      const entry = entryOf(row, commit)
      clerks.get(lotId)!.take(entry, entry.bidId === null ? undefined : byBid(row))
    }
    checkLimits(story, commit, [...clerks.values()], faults)
  }
  for (const clerk of clerks.values()) {
    clerk.end()
    checkStanding(story, clerk, hashes.get(clerk.lot.id)!, faults)
    faults.push(...clerk.faults)
  }
  return clerks
}

function rowsInOrder(commit: Commit): Row[] {
  return (commit.rows.get('ledger') ?? []).toSorted((one, other) => Number(one.sequence) - Number(other.sequence))
}

function entryOf(row: Row, commit: Commit): Entry {
  return {
    line: lineOf(String(row.text)),
    bidId: row.bid_id as string | null,
    bidderId: row.bidder_id as string | null,
    committedAt: commit.at,
  }
}

/** The bid that made a row: an id may have been sent with two contents, of which the one that was recorded first had its effect. */
function sentByBid({ sent, database, keys }: Story): (row: Row) => Sent | undefined {
  const attempts = new Map(database.model.rows('attempt').map((row) => [row.bid_id, row]))
  const printOf = ({ kind, amount, lotId, bidderId }: Sent) => {
    const content = `${kind} ${amount ?? ''}`
    if (kind === 'firm' || kind === 'buy-now') return content
    return keys.mac('bid-content', `${lotId} ${bidderId} ${content}`).toString('base64')
  }
  return (row) => {
    const attempt = attempts.get(row.bid_id)
    if (attempt === undefined) return undefined
    return sent.find(
      (each) => each.bidId === row.bid_id && each.lotId === row.lot_id && printOf(each) === attempt.fingerprint,
    )
  }
}

/** Nobody's commitments pass his limit, whatever he does on several lots and processes at once. */
function checkLimits(story: Story, commit: Commit, clerks: LotClerk[], faults: string[]): void {
  const moved = new Set((commit.rows.get('ledger') ?? []).map((row) => row.bidder_id))
  for (const { id, limit, paddle } of story.plan.bidders) {
    if (limit === null || !moved.has(id)) continue
    const bound = clerks.reduce((sum, clerk) => sum + clerk.boundOf(id), 0)
    if (bound > limit) faults.push(`paddle ${paddle} is bound to ${bound}, the limit is ${limit}`)
  }
}

/** The row that every bid locks says what the ledger says. */
function checkStanding(story: Story, clerk: LotClerk, hash: Buffer, faults: string[]): void {
  const { id } = clerk.lot
  const row = story.database.model.rows('standing').find((each) => each.lot_id === id)!
  const shown = clerk.shown[clerk.sequence]!
  const differs =
    row.sequence !== clerk.sequence ||
    row.price !== shown.price ||
    row.leader_paddle !== shown.leader ||
    row.status !== shown.status ||
    row.closes_at_ms !== shown.closesAt ||
    row.extensions !== clerk.extensions ||
    !hash.equals(row.last_hash as Buffer)
  if (differs) faults.push(`lot ${id.slice(-1)}: the standing is not what the ledger gives`)
  checkEffects(story, clerk, faults)
}

/** What a sale must leave behind, once: the message to later rooms, and what the buyer owes. */
function checkEffects({ database }: Story, clerk: LotClerk, faults: string[]): void {
  const { id } = clerk.lot
  const told = database.model.rows('outbox').filter((row) => {
    const { lotId } = row.payload as { lotId?: string }
    return row.topic === 'lot-sold' && lotId === id
  })
  const owed = database.model.rows('purchase_due').filter((row) => row.lot_id === id)
  const wanted = clerk.status === 'sold' ? 1 : 0
  if (told.length !== wanted) faults.push(`lot ${id.slice(-1)}: ${told.length} messages that it was sold`)
  if (
    owed.length !== wanted ||
    (wanted === 1 && owed[0]!.amount !== clerk.totalOf(clerk.shown[clerk.sequence]!.price ?? 0))
  )
    faults.push(`lot ${id.slice(-1)}: what its buyer owes is not what the hammer price comes to`)
}

/** Instants of the ledger as ms of the world. */
export function worldTime(at: number): number {
  return at - EPOCH
}
