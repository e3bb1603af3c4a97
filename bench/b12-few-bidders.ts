import { castCrowd, type CastMember } from '#test/cast.ts'
import { valueText } from './figure-text.ts'
import type { Figure, Outcome, RunOptions } from './figures.ts'
import { judge } from './judge.ts'
import { closedLoop } from './load/closed-loop.ts'
import { mustHold } from './load/history.ts'
import { openHotLot } from './load/hot-lot.ts'
import { late } from './load/late.ts'
import { rejectPlanted } from './load/planted.ts'
import { openRowLockPosts } from './load/row-lock-posts.ts'
import type { Target } from './load/target.ts'
import { ROW_LOCK_CONNECTIONS } from './row-lock-post.ts'
import { restMsMax, roundsOf } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { quantile } from './statistics.ts'

/** `must` and `aim`: how many times the yardstick's latency. */
type Load = { clients: number; must: number; aim: number }

/**
 * The quality page sets the ends. Two clients are held to the must of one: a bid shares its commit with at most one other, so there is as
 * little to gain. Eight are halfway from two to 32 by the logarithm, and so are their must and aim.
 */
const LOADS: Load[] = [
  { clients: 1, must: 1.5, aim: 1 },
  { clients: 2, must: 1.5, aim: 1 },
  { clients: 8, must: 1, aim: 0.6 },
  { clients: 32, must: 0.5, aim: 0.2 },
]
const MOST = 32
/** Warm-up, until both paths are compiled. */
const WARM_MS = 6000
/** Both sides take turns this often: one client waits on a processor that others may use, and the wait must meet both. */
const TURN_MS = 250

/** The percentiles, and how often the planted server is late to move them: always, and once in twenty answers. */
const PERCENTILES = [
  { name: 'p50', share: 0.5, lateEvery: 1 },
  { name: 'p99', share: 0.99, lateEvery: 20 },
]

type Setting = { stage: Stage; crowd: CastMember[]; restMs: number }

/** Latencies in ms of one round, or, in `Rounds`, of each. */
type Round = { ours: number[]; theirs: number[] }
type Rounds = Load & { rounds: Round[] }

/**
 * B12: how long a bidder waits for an answer where few bid on a lot, against the row-locking transaction that the same clients send to
 * the same server. Bids that share a commit must not wait for company where there is none.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const turns = smoke ? 1 : quick ? 4 : 12
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.app.pool, MOST)
    const setting = { stage, crowd, restMs: restMsMax(options) }
    await rejectPlanted(stage, crowd)
    await oneRound({ ...setting, restMs: 0 }, MOST, smoke ? 1 : WARM_MS / TURN_MS)
    await rejectLate(setting)
    const measured: Rounds[] = []
    for (const load of LOADS) {
      const rounds: Round[] = []
      for (let round = 1; round <= roundsOf(options); round += 1) {
        const { ours, theirs } = await oneRound(setting, load.clients, turns)
        rounds.push({ ours, theirs })
        console.log(`  round ${round}, ${clientsText(load)}: ours ${shape(ours)}; row-lock ${shape(theirs)}`)
      }
      measured.push({ ...load, rounds })
    }
    return outcomeOf(measured, turns)
  } finally {
    await stage.close()
  }
}

/** `plant`: what stands before our server. Void if an invariant is broken on either side. */
async function oneRound(
  { stage, crowd, restMs }: Setting,
  clients: number,
  turns: number,
  plant: (bidders: Target) => Target = (bidders) => bidders,
): Promise<Round> {
  const some = crowd.slice(0, clients)
  const { lotId, bidders } = await openHotLot(stage, some)
  const posts = await openRowLockPosts(stage, some)
  const planted = plant(bidders)
  const round: Round = { ours: [], theirs: [] }
  try {
    if (restMs > 0) await stage.settled(restMs)
    // The pool closes connections that were idle; opening them again isn't measured.
    await closedLoop(posts, TURN_MS)
    for (let turn = 0; turn < turns; turn += 1) {
      round.ours.push(...(await closedLoop(planted, TURN_MS)).latencies)
      round.theirs.push(...(await closedLoop(posts, TURN_MS)).latencies)
    }
  } finally {
    bidders.close()
    posts.close()
  }
  await mustHold(stage.app.pool, [lotId], await bidders.history())
  await posts.mustBeKept()
  return round
}

/** Throws unless a server that is late with its answers by twice the must would be judged short of it. */
async function rejectLate(setting: Setting): Promise<void> {
  const [alone] = LOADS
  const { theirs } = await oneRound(setting, alone!.clients, 1)
  for (const percentile of PERCENTILES) {
    const lateMs = 2 * alone!.must * quantile(theirs, percentile.share)
    const { ours } = await oneRound({ ...setting, restMs: 0 }, alone!.clients, 1, (bidders) =>
      late(bidders, percentile.lateEvery, lateMs),
    )
    if (judge(figureOf({ ...alone!, rounds: [{ ours, theirs }] }, percentile)).isMustMet)
      throw new Error(`void: a server that is ${valueText(lateMs, 'ms')} late went unnoticed`)
  }
}

/** A percentile of one load, round by round. */
export function figureOf(
  { rounds, must, aim, ...load }: Rounds,
  { name, share }: Pick<(typeof PERCENTILES)[number], 'name' | 'share'>,
): Figure {
  return {
    what: `${name} from request to answer, ${clientsText(load)}`,
    unit: 'ms',
    better: 'less',
    ours: rounds.map(({ ours }) => quantile(ours, share)),
    yardstick: { what: 'row-lock', values: rounds.map(({ theirs }) => quantile(theirs, share)) },
    must,
    aim,
  }
}

function outcomeOf(measured: Rounds[], turns: number): Outcome {
  return {
    id: 'B12',
    title: 'few bidders',
    load: `1, 2, 8 and 32 keep-alive authenticated clients over HTTP bid on one lot with the mix of B1, each as soon as its last bid is answered. Row-lock: the same clients send the same bids to an endpoint of the same server that checks who sends them in the same way; one transaction per bid locks the lot, checks the amount, inserts the bid, moves the price and commits, over a pool of ${ROW_LOCK_CONNECTIONS} connections. In a round both take turns every ${TURN_MS} ms, for ${(turns * TURN_MS) / 1000} s each.`,
    figures: measured.flatMap((load) => PERCENTILES.map((percentile) => figureOf(load, percentile))),
  }
}

function clientsText({ clients }: Pick<Load, 'clients'>): string {
  return clients === 1 ? '1 client' : `${clients} clients`
}

function shape(latencies: number[]): string {
  return PERCENTILES.map(({ name, share }) => `${name} ${valueText(quantile(latencies, share), 'ms')}`).join(' and ')
}
