import { chain, chainStart, lineOf, sealedChainStart, sealedLineOf } from '#server/bidding/ledger-line.ts'
import type { Sent } from '../actors/bidder.ts'
import type { Commit, Row } from '../database/model.ts'
import type { Story } from '../story.ts'
import { EPOCH } from '../world/world.ts'
import { StoryRunner, type Entry } from './story-runner.ts'

/**
 * Invariants 1 to 4 and 8: goes through all commits in order, with one story runner per lot. Returns the runners, which then hold the
 * state of every lot at every sequence.
 */
export function checkLedgers(story: Story, faults: string[]): Map<string, StoryRunner> {
  const runners = new Map(story.plan.lots.map((lot) => [lot.id, new StoryRunner(lot)]))
  const hashes = new Map(story.plan.lots.map(({ id }) => [id, chainStart(id)]))
  const sealedHashes = new Map(story.plan.lots.map(({ id }) => [id, sealedChainStart(id)]))
  const byBid = sentByBid(story)
  for (const commit of story.database.model.commits) {
    for (const row of rowsInOrder(commit)) {
      const lotId = String(row.lot_id)
      const chains = isSealed(row) ? sealedHashes : hashes
      const hash = chain(chains.get(lotId)!, String(row.text))
      chains.set(lotId, hash)
      if (!hash.equals(row.hash as Buffer))
        faults.push(`lot ${lotId.slice(-1)}: the chain breaks at ${String(row.sequence ?? row.number)}`)
      const entry = entryOf(row, commit)
      const runner = runners.get(lotId)!
      const head = sealedHashes.get(lotId)!.toString('hex')
      if (entry.line.type === 'closed' && entry.line.sealed?.head !== head)
        faults.push(`lot ${lotId.slice(-1)}: the close does not cover what is sealed`)
      runner.take(entry, entry.bidId === null ? undefined : byBid(row))
    }
    checkLimits(story, commit, [...runners.values()], faults)
  }
  for (const runner of runners.values()) {
    runner.end()
    const { id } = runner.lot
    checkStanding(story, runner, { hash: hashes.get(id)!, sealedHash: sealedHashes.get(id)! }, faults)
    faults.push(...runner.faults)
  }
  return runners
}

/** A commit's events, each sealed one behind the public one that it followed. */
function rowsInOrder({ rows }: Commit): Row[] {
  const all = [...(rows.get('ledger') ?? []), ...(rows.get('sealed_ledger') ?? [])]
  const placeOf = (row: Row) => [Number(row.sequence ?? row.after_sequence), Number(row.number ?? 0)] as const
  return all.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    return a[0] - b[0] || a[1] - b[1]
  })
}

function isSealed(row: Row): boolean {
  return row.number !== undefined
}

function entryOf(row: Row, commit: Commit): Entry {
  return {
    line: isSealed(row) ? sealedLineOf(String(row.text)) : lineOf(String(row.text)),
    bidId: row.bid_id as string | null,
    bidderId: row.bidder_id as string | null,
    committedAt: commit.at,
  }
}

/** The bid that made a row: an id may have been sent with two contents; the one recorded first took effect. */
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

/** No bidder's commitments exceed their limit, however many lots and processes they bid through concurrently. */
function checkLimits(story: Story, commit: Commit, runners: StoryRunner[], faults: string[]): void {
  const moved = new Set(rowsInOrder(commit).map((row) => row.bidder_id))
  for (const { id, limit, paddle } of story.plan.bidders) {
    if (limit === null || !moved.has(id)) continue
    const bound = runners.reduce((sum, runner) => sum + runner.boundOf(id), 0)
    if (bound > limit) faults.push(`paddle ${paddle} is bound to ${bound}, the limit is ${limit}`)
  }
}

/** The row that every bid locks agrees with the ledger. */
function checkStanding(
  story: Story,
  runner: StoryRunner,
  { hash, sealedHash }: { hash: Buffer; sealedHash: Buffer },
  faults: string[],
): void {
  const { id } = runner.lot
  const row = story.database.model.rows('standing').find((each) => each.lot_id === id)!
  const shown = runner.shown[runner.sequence]!
  const differs =
    row.sequence !== runner.sequence ||
    row.price !== shown.price ||
    row.leader_paddle !== shown.leader ||
    row.status !== shown.status ||
    row.closes_at_ms !== shown.closesAt ||
    row.extensions !== runner.extensions ||
    row.sealed_count !== runner.sealedCount ||
    !sealedHash.equals((row.sealed_hash as Buffer | null) ?? sealedChainStart(id)) ||
    !hash.equals(row.last_hash as Buffer)
  if (differs) faults.push(`lot ${id.slice(-1)}: the standing is not what the ledger gives`)
  checkEffects(story, runner, faults)
}

/** What an auction must leave behind, exactly once: the message to later features, and what the buyer owes. */
function checkEffects({ database }: Story, runner: StoryRunner, faults: string[]): void {
  const { id } = runner.lot
  const messages = database.model.rows('outbox').filter((row) => {
    const { lotId } = row.payload as { lotId?: string }
    return row.topic === 'lot-sold' && lotId === id
  })
  const owed = database.model.rows('purchase_due').filter((row) => row.lot_id === id)
  const wanted = runner.status === 'sold' ? 1 : 0
  if (messages.length !== wanted) faults.push(`lot ${id.slice(-1)}: ${messages.length} messages that it was sold`)
  if (
    owed.length !== wanted ||
    (wanted === 1 && owed[0]!.amount !== runner.totalOf(runner.shown[runner.sequence]!.price ?? 0))
  )
    faults.push(`lot ${id.slice(-1)}: what its buyer owes is not what the hammer price comes to`)
}

/** Instants of the ledger as ms of the world. */
export function worldTime(at: number): number {
  return at - EPOCH
}
