import { castCrowd } from '#test/cast.ts'
import { valueText } from './figure-text.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { HOT_LOT_LOAD, hotLotRound, type HotLotRound } from './load/hot-lot.ts'
import { rejectPlanted } from './load/planted.ts'
import { loadRowLock } from './load/row-lock.ts'
import { alternate, restMsMax, roundsOf } from './rounds.ts'
import { openStage } from './stage.ts'
import { median, quantile } from './statistics.ts'

const CLIENTS = 128
const ROW_LOCK_CONNECTIONS = 32
/** Warm-up, until the bid path is compiled. */
const WARM_MS = 9000

/**
 * B1: durable acknowledged bids per second on one lot, against one row-locking transaction per bid without HTTP, on the same
 * database. A B A B, medians. Void if an invariant is broken or a planted faulty server isn't detected.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const forMs = smoke ? 1000 : quick ? 4000 : 10_000
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.app.pool, CLIENTS)
    await rejectPlanted(stage, crowd)
    await hotLotRound(stage, crowd, smoke ? 500 : WARM_MS)
    await rowLock(stage.databaseUrl, smoke ? 200 : 1000)
    await stage.settled(restMsMax(options))
    const rounds = await alternate(
      roundsOf(options),
      () => hotLotRound(stage, crowd, forMs),
      async () => {
        await stage.settled(restMsMax(options))
        return rowLock(stage.databaseUrl, forMs)
      },
      (ours, theirs) => `ours ${shape(ours)}; row-lock ${valueText(theirs, '/s')}`,
    )
    return outcomeOf(rounds.ours, rounds.yardstick, forMs)
  } finally {
    await stage.close()
  }
}

async function rowLock(url: string, forMs: number): Promise<number> {
  const { accepted, seconds } = await loadRowLock(url, { connections: ROW_LOCK_CONNECTIONS, forMs })
  return accepted / seconds
}

function outcomeOf(ours: HotLotRound[], rowLocks: number[], forMs: number): Outcome {
  const percentile = (share: number) => median(ours.map(({ latencies }) => quantile(latencies, share)))
  const answered = median(ours.map((round) => round.answered / round.seconds))
  return {
    id: 'B1',
    title: 'hot lot',
    load: `${HOT_LOT_LOAD}; rounds of ${forMs / 1000} s. Row-lock: one transaction per bid locks the lot, inserts the bid, moves the price and commits, over ${ROW_LOCK_CONNECTIONS} connections directly to the same database, without HTTP.`,
    figures: [
      {
        what: 'durable acknowledged bids',
        unit: '/s',
        better: 'more',
        ours: ours.map(({ accepted, seconds }) => accepted / seconds),
        yardstick: { what: 'row-lock', values: rowLocks },
        must: 10,
        aim: 25,
      },
    ],
    notes: [
      `Accepted, refused and repeated together: ${valueText(answered, '/s')}.`,
      `From request to answer: median ${valueText(percentile(0.5), 'ms')}, p99 ${valueText(percentile(0.99), 'ms')}.`,
      `Median bids per transaction: ${Math.round(median(ours.flatMap(({ batches }) => batches)))}.`,
    ],
  }
}

function shape({ accepted, answered, seconds, latencies }: HotLotRound): string {
  const [p50, p99] = [0.5, 0.99].map((share) => valueText(quantile(latencies, share), 'ms'))
  return `${valueText(accepted / seconds, '/s')} accepted, ${valueText(answered / seconds, '/s')} answered, p50 ${p50}, p99 ${p99}`
}
