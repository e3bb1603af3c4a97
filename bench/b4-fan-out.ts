import { setTimeout as wait } from 'node:timers/promises'
import { castCrowd } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { openFeedStage, type FeedServer, type FeedStage } from './feed-stage.ts'
import type { Figure, Outcome, RunOptions } from './figures.ts'
import { BroadcastYardstick } from './load/broadcast-yardstick.ts'
import { PacedBids } from './load/paced-bids.ts'
import { openTamperingRelay, TAMPERINGS } from './load/tampering-relay.ts'
import { castWatchers } from './load/watching-crowd.ts'
import { feedRequest, packedFeedRequest, Watchers } from './load/watchers.ts'
import { median } from './statistics.ts'

const BIDS_PER_SECOND = 200
const BIDDERS = 32
const AT_ONCE = 200
/** The first messages to many sockets are slower than all later ones. */
const WARM_MS = 1000
/** Attempts to get several bids, or exactly one, within one tick. */
const ATTEMPTS = 8
type Round = { perSecond: number; p99Ms: number; bidP99Ms?: number }
/** Ours, and the yardstick's. */
type Rounds = [Round[], Round[]]

type Scene = {
  /** Length, in bytes, of the text of the server's message of one event. */
  messageBytes: number
  stage: FeedStage
  lotId: string
  crowd: Watchers
  yardstick: BroadcastYardstick
  bids: PacedBids
  forMs: number
  /** A smoke run on a busy machine may bid more slowly. */
  atLeastPerSecond: number
}

/**
 * One lot under 200 bids a second, followed by every watcher.
 *
 * A delivery is one event of the ledger that reached one watcher. The server sends the events of one tick as one message that
 * contains each of them whole, with its sequence: a watcher shows, keeps and verifies them as if they had arrived one by one. So a
 * message of k events is k deliveries, for the server as for the yardstick, whose messages have one event each. The ratio compares
 * how many events per second reach people through each of them on this machine under the same load of bids and watchers. Bytes are no
 * measure: sending fewer of them for the same events is the point. The server's watchers accept gzip, as browsers do; the yardstick's
 * message is as long as the text of the server's message of one event and isn't compressed, which is the default of \`ws\`.
 *
 * Commit-to-socket: every event carries the instant at which it was decided, by the database's clock, under the lock and so before
 * the commit; the arrival is read by the client's process from the same clock of the same machine when it takes the bytes from its
 * socket. The difference exceeds the time from commit to socket by the commit itself and the client's own queue; it is never less.
 * Every delivery to every watcher counts.
 *
 * Void unless every watcher's stream was in order and without a gap, ended at the database's standing, and delivered exactly the
 * events of the ledger.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const [few, many] = smoke ? [40, 120] : quick ? [2000, 6000] : [5000, 15_000]
  const rounds = smoke ? 1 : 3
  const forMs = smoke ? 1000 : quick ? 1500 : 4000
  const stage = await openFeedStage()
  const crowd = new Watchers(2)
  const yardstick = await BroadcastYardstick.start(crowd)
  try {
    const servers = [await stage.start(), await stage.start()]
    const { lotId } = await castLot(stage.app, { openingBid: 100, bidUnit: 1, increments: [[0, 1]] })
    const bidders = await castCrowd(stage.app.pool, BIDDERS)
    const bids = await PacedBids.open(lotId, bidders, [servers[0]!.port])
    const scene = {
      stage,
      lotId,
      crowd,
      yardstick,
      bids,
      forMs,
      messageBytes: 0,
      atLeastPerSecond: smoke ? 1 : BIDS_PER_SECOND * 0.95,
    }
    const tokens = await castWatchers(stage.app.pool, many)
    await bids.bid(BIDS_PER_SECOND, 1000)
    const unwatched = await bids.bid(BIDS_PER_SECOND, WARM_MS)
    await rejectsTampering(scene, servers[0]!, tokens)

    await watch(scene, 'one', servers[0]!, tokens.slice(0, few))
    scene.messageBytes = await bytesOfOneEvent(scene)
    await yardstick.watch('ws one', 0, tokens.slice(0, few))
    const alone = await alternate(scene, rounds, ['one'], ['ws one'])

    await watch(scene, 'more', servers[0]!, tokens.slice(few, many / 2))
    await watch(scene, 'other', servers[1]!, tokens.slice(many / 2))
    await yardstick.watch('ws more', 0, tokens.slice(few, many / 2))
    await yardstick.watch('ws other', 1, tokens.slice(many / 2))
    const both = await alternate(scene, rounds, ['one', 'more', 'other'], ['ws one', 'ws more', 'ws other'])
    await check(scene, ['one', 'more', 'other'])
    bids.close()
    return outcome(few, many, alone, both, unwatched.waits.quantile(0.99))
  } finally {
    await yardstick.stop()
    await crowd.stop()
    await stage.close()
  }
}

async function watch({ crowd, lotId }: Scene, name: string, { port }: FeedServer, tokens: string[]): Promise<void> {
  await crowd.open({ name, port, wire: 'packed-feed', request: packedFeedRequest(lotId), tokens, atOnce: AT_ONCE })
}

/** A B A B: the server's watchers, then the yardstick's, on the same connections throughout. */
async function alternate(scene: Scene, rounds: number, ours: string[], theirs: string[]): Promise<Rounds> {
  await scene.bids.bid(BIDS_PER_SECOND, WARM_MS)
  await scene.crowd.settle(ours, await sequenceOf(scene.stage, scene.lotId))
  const results: Rounds = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const app = await oneRound(scene, ours)
    const { deliveries, seconds, latencies } = await scene.yardstick.run(
      BIDS_PER_SECOND,
      scene.forMs,
      scene.messageBytes,
    )
    const plain = { perSecond: deliveries / seconds, p99Ms: latencies.quantile(0.99) }
    console.log(
      `${ours.length === 1 ? 'one process' : 'two processes'}: ${inWords(app)}; ${theirs.length === 1 ? 'ws' : 'ws, two'}: ${inWords(plain)}`,
    )
    results[0].push(app)
    results[1].push(plain)
  }
  return results
}

/** Measured on a message with a single bid, for which a busy machine may need several attempts. */
async function bytesOfOneEvent({ crowd, bids }: Scene): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await bids.bid(5, 1000)
    await wait(200)
    const { oneEventBytes } = await crowd.report(['one'])
    if (oneEventBytes > 0) return oneEventBytes
  }
  throw new Error('void: no bid arrived alone')
}

async function oneRound(scene: Scene, names: string[]): Promise<Round> {
  const { crowd, stage, lotId, bids, forMs, atLeastPerSecond } = scene
  await crowd.begin(names)
  const startedAt = performance.now()
  const { accepted, seconds, waits } = await bids.bid(BIDS_PER_SECOND, forMs)
  const { deliveries } = await crowd.report(names)
  const took = (performance.now() - startedAt) / 1000
  const rate = accepted / seconds
  if (rate < atLeastPerSecond) throw new Error(`void: only ${rate.toFixed(0)} bids a second were accepted`)
  await crowd.settle(names, await sequenceOf(stage, lotId))
  const { latencies, gaps, faults } = await crowd.report(names)
  if (gaps > 0) throw new Error(`void, ${gaps} gaps: ${faults.join('; ')}`)
  return { perSecond: deliveries / took, p99Ms: latencies.quantile(0.99), bidP99Ms: waits.quantile(0.99) }
}

async function sequenceOf({ app }: FeedStage, lotId: string): Promise<number> {
  const found = await app.pool.query<{ sequence: number }>('select sequence from standing where lot_id = $1', [lotId])
  return Number(found.rows[0]?.sequence)
}

/** The delivered events match the ledger text for text, and the ledger satisfies the invariants. */
async function check({ stage, lotId, crowd, bids }: Scene, groups: string[]): Promise<void> {
  const faults = await brokenInvariants(stage.app.pool, [lotId], bids.seen)
  const ledger = await stage.app.pool.query<{ sequence: number; text: string }>(
    'select sequence, text from ledger where lot_id = $1',
    [lotId],
  )
  const texts = new Map(ledger.rows.map(({ sequence, text }) => [Number(sequence), text]))
  for (const group of groups) {
    for (const [sequence, line] of await crowd.lines(group))
      if (texts.get(sequence) !== line) faults.push(`event ${sequence} differs from the ledger`)
  }
  if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
}

/** The checker must detect every kind of fault: watchers behind a relay that corrupts their streams in each way. */
async function rejectsTampering({ crowd, lotId, bids }: Scene, { port }: FeedServer, tokens: string[]): Promise<void> {
  for (const tampering of TAMPERINGS) {
    const relay = await openTamperingRelay(port, tampering)
    const [name, request] = ['spoiled', feedRequest(lotId)]
    await crowd.open({ name, port: relay.port, wire: 'feed', request, tokens: tokens.slice(0, 2), atOnce: 2 })
    let noticed = false
    for (let attempt = 0; attempt < ATTEMPTS && !noticed; attempt += 1) {
      await bids.bid(BIDS_PER_SECOND, 600)
      await wait(200)
      noticed = (await crowd.report([name])).gaps > 0
    }
    await crowd.close(name)
    relay.close()
    if (!noticed) throw new Error(`the checker did not notice a relay set to ${tampering}`)
  }
}

function outcome(few: number, many: number, alone: Rounds, both: Rounds, unwatchedMs: number): Outcome {
  const figures = (watchers: number, where: string, [ours, plain]: Rounds): Figure[] => [
    {
      what: `events delivered to ${watchers.toLocaleString('en-US')} watchers ${where}`,
      unit: '/s',
      better: 'more',
      ours: ours.map(({ perSecond }) => perSecond),
      yardstick: { what: 'plain ws broadcast loop', values: plain.map(({ perSecond }) => perSecond) },
      must: 3,
      aim: 10,
    },
    {
      what: `commit to socket, p99 of all deliveries, ${where}`,
      unit: 'ms',
      better: 'less',
      ours: ours.map(({ p99Ms }) => p99Ms),
      yardstick: null,
      must: 500,
      aim: 250,
    },
  ]
  return {
    id: 'B4',
    title: 'Fan-out',
    load: `${BIDS_PER_SECOND} accepted bids a second on one lot over HTTP; ${few.toLocaleString('en-US')} authenticated watchers of one process, then ${many.toLocaleString('en-US')} of two processes on one database.`,
    figures: [
      ...figures(few, 'of one process', alone),
      ...figures(many, 'of two processes', both),
      { what: 'gaps in all streams', unit: 'count', better: 'less', ours: [0], yardstick: null, must: 0, aim: 0 },
    ],
    notes: [
      `A delivery is one ledger event received by one watcher; the events of a tick travel in one message, complete. Offered load: ${(BIDS_PER_SECOND * few).toLocaleString('en-US')} and ${(BIDS_PER_SECOND * many).toLocaleString('en-US')} deliveries a second, for our server and the yardstick.`,
      `The yardstick's p99 under the same load: ${plainP99(alone)} and ${plainP99(both)} ms.`,
      `Effect on bids: p99 of an answer ${unwatchedMs} ms while nobody watches, ${bidP99(alone)} ms while ${few.toLocaleString('en-US')} do, ${bidP99(both)} ms while ${many.toLocaleString('en-US')} do and use both processors.`,
      'Our watchers accept gzip, as browsers do: a message is compressed once, for all. The yardstick sends plain text.',
      `Detected before the run: ${TAMPERINGS.join(', ')}.`,
    ],
  }
}

function plainP99([, plain]: Rounds): string {
  return median(plain.map(({ p99Ms }) => p99Ms)).toLocaleString('en-US')
}

function bidP99([ours]: Rounds): string {
  return median(ours.map(({ bidP99Ms }) => bidP99Ms ?? 0)).toLocaleString('en-US')
}

function inWords({ perSecond, p99Ms, bidP99Ms }: Round): string {
  const bids = bidP99Ms === undefined ? '' : `, bids ${bidP99Ms} ms`
  return `${Math.round(perSecond).toLocaleString('en-US')} deliveries/s, p99 ${p99Ms} ms${bids}`
}
