import { castCrowd, type CastMember } from '#test/cast.ts'
import { seeded } from '#test/many-lots.ts'
import { valueText } from './figure-text.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { openBidders } from './load/bidders.ts'
import { closedLoop, type LoopResult } from './load/closed-loop.ts'
import { mustHold, type History } from './load/history.ts'
import { castLots, manyLotsPlan } from './load/many-lots.ts'
import { rejectPlanted } from './load/planted.ts'
import { loadRowLock } from './load/row-lock.ts'
import { zipf } from './load/zipf.ts'
import { alternate, restMsMax, roundsOf } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { median, quantile } from './statistics.ts'

const CLIENTS = 128
const LOTS = 1000
const EXPONENT = 1.1
const ROW_LOCK_CONNECTIONS = 64
const WARM_MS = 6000
const SEED = 20_261_121

type Round = LoopResult & { accepted: number; history: History }

/**
 * B2: durable acknowledged bids per second over a thousand lots, some hot and most cold, against one row-locking transaction per bid
 * over as many lots drawn in the same way. All rounds bid on the same lots; they are checked together at the end.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const forMs = smoke ? 1000 : quick ? 4000 : 10_000
  const lots = smoke ? 100 : LOTS
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.app.pool, CLIENTS)
    await rejectPlanted(stage, crowd)
    const lotIds = await castLots(stage, lots)
    const plan = manyLotsPlan(lotIds, zipf(lots, EXPONENT, seeded(SEED)))
    const bids = (ms: number) => oneRound(stage, crowd, plan, ms)
    const drawLot = zipf(lots, EXPONENT, seeded(SEED))
    const rowLock = async (ms: number) => {
      const each = { connections: ROW_LOCK_CONNECTIONS, lots, drawLot, forMs: ms }
      const { accepted, seconds } = await loadRowLock(stage.databaseUrl, each)
      return accepted / seconds
    }
    const warm = await bids(smoke ? 500 : WARM_MS)
    await rowLock(smoke ? 200 : 1000)
    const { ours, yardstick } = await alternate(
      roundsOf(options),
      () => bids(forMs),
      async () => {
        await stage.settled(restMsMax(options))
        return rowLock(forMs)
      },
      (round, theirs) => `ours ${shape(round)}; row-lock ${valueText(theirs, '/s')}`,
    )
    await mustHold(stage.app.pool, lotIds, merged([warm, ...ours]))
    return outcomeOf(ours, yardstick, { forMs, lots })
  } finally {
    await stage.close()
  }
}

async function oneRound(
  stage: Stage,
  crowd: CastMember[],
  plan: ReturnType<typeof manyLotsPlan>,
  forMs: number,
): Promise<Round> {
  const bidders = await openBidders({ port: stage.port, pool: stage.app.pool, crowd, plan })
  const result = await closedLoop(bidders, forMs).finally(() => bidders.close())
  return { ...result, accepted: bidders.counts.accepted, history: await bidders.history() }
}

function merged(rounds: Round[]): History {
  const histories = rounds.map(({ history }) => history)
  return {
    bids: histories.flatMap(({ bids }) => bids),
    repeats: histories.flatMap(({ repeats }) => repeats),
    errors: new Map(histories.flatMap(({ errors }) => [...errors])),
    answeredEarly: histories.flatMap(({ answeredEarly }) => answeredEarly),
  }
}

function outcomeOf(ours: Round[], rowLocks: number[], of: { forMs: number; lots: number }): Outcome {
  const percentile = (share: number) => median(ours.map(({ latencies }) => quantile(latencies, share)))
  const refused = median(ours.map(({ accepted, answered }) => 1 - accepted / answered))
  return {
    id: 'B2',
    title: 'many lots',
    load: `${CLIENTS} keep-alive authenticated clients over HTTP bid on ${of.lots.toLocaleString('en-US')} lots drawn by Zipf's law with exponent ${EXPONENT}, seed ${SEED}; one bid in ten is a maximum (auto-bid); rounds of ${of.forMs / 1000} s. Row-lock: one transaction per bid on as many lots drawn alike, over ${ROW_LOCK_CONNECTIONS} connections straight to the same database, without HTTP and without auto-bids.`,
    figures: [
      {
        what: 'durable acknowledged bids',
        unit: '/s',
        better: 'more',
        ours: ours.map(({ accepted, seconds }) => accepted / seconds),
        yardstick: { what: 'row-lock', values: rowLocks },
        must: 1.5,
        aim: 3,
      },
    ],
    notes: [
      `From request to answer: median ${valueText(percentile(0.5), 'ms')}, p99 ${valueText(percentile(0.99), 'ms')}.`,
      `${Math.round(100 * refused)}% of the bids were refused, since an auto-bid had answered them before.`,
    ],
  }
}

function shape({ accepted, answered, seconds, latencies }: Round): string {
  const [p50, p99] = [0.5, 0.99].map((share) => valueText(quantile(latencies, share), 'ms'))
  return `${valueText(accepted / seconds, '/s')} accepted, ${valueText(answered / seconds, '/s')} answered, p50 ${p50}, p99 ${p99}`
}
