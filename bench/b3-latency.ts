import { castCrowd, type CastMember } from '#test/cast.ts'
import { seeded } from '#test/many-lots.ts'
import { spreadText, valueText } from './figure-text.ts'
import { batchPlot, burstPlot, latencyPlot, type Step } from './b3-plots.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { spread } from './judge.ts'
import { openEmptyPosts } from './load/empty-posts.ts'
import { mustHold } from './load/history.ts'
import { batchSizes, HOT_LOT_LOAD, hotLotRound, openHotLot } from './load/hot-lot.ts'
import { drawArrivals, latenciesOf, openLoop, type OpenLoopResult, type Phase } from './load/open-loop.ts'
import { rejectPlanted } from './load/planted.ts'
import { rejectUnfeltStall } from './load/stall.ts'
import { alternate, restMsMax } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { median, quantile } from './statistics.ts'

const CLIENTS = 128
const SHARE_OF_CEILING = 0.3
const BURST = 10
const SEED = 20_261_121

/** Lengths in ms; warm until the server's code is compiled for its load. The burst comes in the last minute; where a round is shorter, the burst is shorter by as much. */
type Lengths = {
  rounds: number
  warm: number
  ceiling: number
  before: number
  burst: number
  after: number
  step: number
}

const FULL: Lengths = {
  rounds: 3,
  warm: 20_000,
  ceiling: 10_000,
  before: 60_000,
  burst: 5000,
  after: 25_000,
  step: 6000,
}
const QUICK: Lengths = { rounds: 3, warm: 4000, ceiling: 2500, before: 2600, burst: 240, after: 1200, step: 1000 }
const SMOKE: Lengths = { rounds: 1, warm: 300, ceiling: 400, before: 500, burst: 50, after: 250, step: 200 }

/** The loads of the plots, as shares of capacity. */
const STEPS = [0.1, 0.3, 0.5, 0.7, 0.9]

type People = { stage: Stage; crowd: CastMember[] }

/**
 * B3: how long a bidder waits for an answer. Bids arrive on schedule, whether earlier ones were answered or not, at 30% of the hot
 * lot's capacity (measured in the same run), with a burst at ten times that rate; compared with empty POSTs that arrive at the same
 * instants. Latencies count from when a bid was due.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const lengths = smoke ? SMOKE : quick ? QUICK : FULL
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.app.pool, CLIENTS)
    const people = { stage, crowd }
    await rejectPlanted(stage, crowd)
    await rejectUnfeltStall(() => openEmptyPosts(stage.port, tokensOf(crowd)))
    await hotLotRound(stage, crowd, lengths.warm)
    await stage.settled(restMsMax(options))
    const { answered, seconds } = await hotLotRound(stage, crowd, lengths.ceiling)
    const ceiling = answered / seconds
    const phases = phasesOf(ceiling, lengths)
    const arrivals = drawArrivals(phases, seeded(SEED))
    const { ours, yardstick } = await alternate(
      lengths.rounds,
      async () => {
        await stage.settled(restMsMax(options))
        return (await bids(people, arrivals)).result
      },
      async () => {
        await stage.settled(restMsMax(options))
        return emptyPosts(people, arrivals)
      },
      (a, b) => `ours ${shape(a, lengths)}; empty POST ${shape(b, lengths)}`,
    )
    const steps: Step[] = []
    for (const share of STEPS) {
      await stage.settled(restMsMax(options))
      steps.push(await oneStep(people, share * ceiling, lengths.step))
    }
    return outcomeOf({ ceiling, lengths, ours, yardstick, steps })
  } finally {
    await stage.close()
  }
}

function phasesOf(ceiling: number, { before, burst, after }: Lengths): Phase[] {
  const perSecond = SHARE_OF_CEILING * ceiling
  return [
    { perSecond, forMs: before },
    { perSecond: BURST * perSecond, forMs: burst },
    { perSecond, forMs: after },
  ]
}

/** A round of bids on its own lot; void if an invariant is broken. */
async function bids({ stage, crowd }: People, arrivals: number[]): Promise<{ result: OpenLoopResult; lotId: string }> {
  const { lotId, bidders } = await openHotLot(stage, crowd)
  const result = await openLoop(bidders, arrivals).finally(() => bidders.close())
  await mustHold(stage.app.pool, [lotId], await bidders.history())
  return { result, lotId }
}

async function emptyPosts({ stage, crowd }: People, arrivals: number[]): Promise<OpenLoopResult> {
  const posts = await openEmptyPosts(stage.port, tokensOf(crowd))
  return openLoop(posts, arrivals).finally(() => posts.close())
}

/** One steady rate, for the plots. */
async function oneStep(people: People, perSecond: number, forMs: number): Promise<Step> {
  const arrivals = drawArrivals([{ perSecond, forMs }], seeded(SEED + 1))
  const { result, lotId } = await bids(people, arrivals)
  const empty = await emptyPosts(people, arrivals)
  const batches = await batchSizes(people.stage.app.pool, lotId)
  return { perSecond, ours: latenciesOf(result), empty: latenciesOf(empty), batches }
}

type Measured = {
  ceiling: number
  lengths: Lengths
  ours: OpenLoopResult[]
  yardstick: OpenLoopResult[]
  steps: Step[]
}

function outcomeOf({ ceiling, lengths, ours, yardstick, steps }: Measured): Outcome {
  const p99 = (rounds: OpenLoopResult[], until = Infinity) =>
    rounds.map((round) => quantile(latenciesOf(round, until), 0.99))
  const late = quantile(
    ours.flatMap(({ lateMs }) => lateMs),
    0.99,
  )
  const rate = valueText(SHARE_OF_CEILING * ceiling, '/s')
  const calm = { ours: p99(ours, lengths.before), yardstick: p99(yardstick, lengths.before) }
  return {
    id: 'B3',
    title: 'latency',
    load: `The mix of B1 (${HOT_LOT_LOAD}), but in an open loop: bids arrive independently of each other and of the answers at ${rate}, 30% of the ${valueText(ceiling, '/s')} that B1's load reached just before, for ${seconds(lengths.before)}, then ten times as many for ${seconds(lengths.burst)}, then as before for ${seconds(lengths.after)}. A bid that finds all ${CLIENTS} connections waiting waits too, and its latency counts from when it was due. Empty POST: POSTs that do nothing, at the same instants over as many connections to the same server.`,
    figures: [
      {
        what: 'p99 from due to answer, with the burst',
        unit: 'ms',
        better: 'less',
        must: 5,
        aim: 2,
        ours: p99(ours),
        yardstick: { what: 'empty POST', values: p99(yardstick) },
      },
    ],
    plots: [
      latencyPlot(steps),
      batchPlot(steps),
      burstPlot(ours, yardstick, lengths.before + lengths.burst + lengths.after),
    ],
    notes: [
      `Before the burst p99 was ${spreadText(spread(calm.ours), 'ms')}, of empty POSTs ${spreadText(spread(calm.yardstick), 'ms')}: ${valueText(median(calm.ours) / median(calm.yardstick), 'x')}. There is no requirement for it.`,
      `The burst is three times what the server can take, so its bids queue; median over the rounds of the longest wait: ${valueText(median(ours.map(longest)), 'ms')}; empty POSTs ${valueText(median(yardstick.map(longest)), 'ms')}.`,
      `The generator was at most ${valueText(late, 'ms')} late for 99% of its requests.`,
    ],
  }
}

function longest(round: OpenLoopResult): number {
  return quantile(latenciesOf(round), 1)
}

function tokensOf(crowd: CastMember[]): string[] {
  return crowd.map(({ token }) => token)
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}

function shape(round: OpenLoopResult, { before }: Lengths): string {
  const [all, calm] = [latenciesOf(round), latenciesOf(round, before)]
  return `p50 ${valueText(quantile(calm, 0.5), 'ms')} and p99 ${valueText(quantile(calm, 0.99), 'ms')} before the burst, p99 ${valueText(quantile(all, 0.99), 'ms')} overall`
}
