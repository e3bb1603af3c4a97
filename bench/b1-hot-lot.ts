import { castCrowd, type CastMember } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants, type Seen } from '#test/invariants.ts'
import { loadHotLot, type LoadResult } from './load/hot-lot-load.ts'
import { loadRowLock } from './load/row-lock.ts'
import type { RunOptions } from './figures.ts'
import { openStage, type Stage } from './stage.ts'

const CLIENTS = 128
const ROW_LOCK_CONNECTIONS = 32
const RATIO_MUST = 10
/** Until the compiler has seen enough of the way of a bid. */
const WARM_MS = 6000

/**
 * Durable acknowledged bids per second on one lot: 128 keep-alive authenticated clients over HTTP, one bid in five too low, one in
 * twenty a repeated id; against one row-locking transaction per bid without HTTP, on the same database. A B A B, medians. Void if an
 * invariant is broken.
 */
export async function run({ quick, smoke }: RunOptions): Promise<string> {
  const rounds = smoke ? 1 : quick ? 3 : 5
  const forMs = quick || smoke ? 4000 : 10_000
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.house.pool, CLIENTS)
    await oneRound(stage, crowd, WARM_MS)
    await loadRowLock(stage.databaseUrl, ROW_LOCK_CONNECTIONS, 1000)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const result = await oneRound(stage, crowd, forMs)
      ours.push(result.accepted / result.seconds)
      const yardstick = await loadRowLock(stage.databaseUrl, ROW_LOCK_CONNECTIONS, forMs)
      theirs.push(yardstick.accepted / yardstick.seconds)
      console.log(
        `round ${round}: ours ${perSecond(ours.at(-1)!)} accepted, ${perSecond(result.answered / result.seconds)} answered, ` +
          `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms; row-lock ${perSecond(theirs.at(-1)!)}`,
      )
    }
    const ratio = median(ours) / median(theirs)
    const spread = `min ${(Math.min(...ours) / Math.max(...theirs)).toFixed(1)}, max ${(Math.max(...ours) / Math.min(...theirs)).toFixed(1)}`
    console.log(
      `${CLIENTS} clients, ${rounds} rounds of ${forMs / 1000} s each, every commit forced to disk; ratio ${spread}`,
    )
    const line = `B1 hot lot: ${ratio.toFixed(1)} x (ours ${perSecond(median(ours))}, row-lock ${perSecond(median(theirs))})`
    if (ratio < RATIO_MUST && !smoke) throw new Error(`${line}: at least ${RATIO_MUST} x is needed`)
    return line
  } finally {
    await stage.close()
  }
}

/** A lot of its own each round, so that the history of one does not weigh on the next; checked afterwards. */
async function oneRound(stage: Stage, crowd: CastMember[], forMs: number): Promise<LoadResult> {
  const lot = await castLot(stage.house, { openingBid: 100, bidUnit: 1, ladder: [[0, 1]] })
  let amount = 100
  const result = await loadHotLot({
    port: stage.port,
    lotId: lot.lotId,
    tokens: crowd.map(({ token }) => token),
    nextAmount: () => (amount += 1),
    forMs,
  })
  const seen = result.sent.map((bid): Seen => ({
    bidId: bid.bidId,
    lotId: lot.lotId,
    bidderId: crowd[bid.client]!.id,
    kind: 'firm',
    amount: bid.amount,
    acknowledged: bid.accepted,
  }))
  const faults = await brokenInvariants(stage.house.pool, [lot.lotId], seen)
  if (result.errors > 0) faults.unshift(`${result.errors} requests were answered with an error`)
  if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
  return result
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en-US')}/s`
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
