import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { castLot } from '#test/inventory.ts'
import { openFeedStage, type FeedStage } from './feed-stage.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { kernelSocketBytes } from './load/kernel-memory.ts'
import { openReluctantDoor } from './load/reluctant-door.ts'
import { Remote } from './load/remote.ts'
import type { Memory } from './load/report-memory.ts'
import { castWatchers } from './load/watching-crowd.ts'
import { feedRequest, NAIVE_REQUEST, packedFeedRequest, Watchers, type OpenGroup } from './load/watchers.ts'

/** Watchers that connect one after another while the server is quiet; the storm is all of them simultaneously. */
const CALMLY = 200
/** Connections opened and closed before the first memory reading: pools are filled and code is compiled once, not per watcher. */
const WARM = 500
/** Time for the clock's last startup messages and for memory that is freed late, in ms. */
const SETTLE_MS = 2500
const SETTLE_MS_MIN = 1200
/** Connections answered 503, and cut off without an answer, to verify that the watchers retry. */
const [REFUSED, BROKEN] = [3, 2]

type Server = { port: number; memory(): Promise<Memory>; stop(): Promise<void> }
type Cost = {
  kilobytes: number
  heapKilobytes: number
  kernelKilobytes: number
  openS: number
  steadyS: number
  turnedAway: number
  brokenOff: number
}

/**
 * What an idle watcher costs the server, and how long it takes until all watchers are back after all were cut off simultaneously.
 *
 * The cost is the growth of the process's resident memory caused by the watchers, after some ordinary full collections before both
 * readings. Both servers are fresh in every round and have accepted some hundred watchers before. What the kernel keeps for sockets
 * beyond their fixed size is read for the whole machine and reported in a note: it is the same for both, and next to nothing while
 * they are idle.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const watchers = smoke ? 80 : quick ? 1500 : 15_000
  const settleMs = smoke ? SETTLE_MS_MIN / 2 : quick ? SETTLE_MS_MIN : SETTLE_MS
  const rounds = smoke ? 1 : 3
  const stage = await openFeedStage()
  const crowd = new Watchers(1)
  const ours: Cost[] = []
  const naive: Cost[] = []
  try {
    const tokens = await castWatchers(stage.app.pool, watchers)
    const lots = await castLots(stage)
    for (let round = 0; round < rounds; round += 1) {
      const app = await stage.start()
      if (round === 0) await comesAgain(crowd, app, lots[0]!, tokens)
      ours.push(
        await cost(
          crowd,
          app,
          {
            wire: 'packed-feed',
            request: packedFeedRequest(lots[round % lots.length]!),
            tokens,
          },
          settleMs,
        ),
      )
      const yardstick = await startNaive(tokens)
      naive.push(await cost(crowd, yardstick, { wire: 'anything', request: NAIVE_REQUEST, tokens }, settleMs))
    }
  } finally {
    await crowd.stop()
    await stage.close()
  }
  return {
    id: 'B5',
    title: 'Watcher cost',
    load: `${watchers.toLocaleString('en-US')} idle watchers, each a person with a separate session, on one server; then all hang up and come back at once.`,
    figures: [
      {
        what: 'memory of the server a watcher',
        unit: 'KB',
        better: 'less',
        ours: ours.map(({ kilobytes }) => kilobytes),
        yardstick: { what: 'naive server-sent events', values: naive.map(({ kilobytes }) => kilobytes) },
        must: 1,
        aim: 0.4,
      },
      {
        what: 'until all are back with the standing',
        unit: 's',
        better: 'less',
        ours: ours.map(({ steadyS }) => steadyS),
        yardstick: null,
        must: 20,
        aim: 10,
      },
    ],
    notes: [
      `The yardstick's watchers are back after ${median(naive.map(({ steadyS }) => steadyS)).toFixed(1)} s: it knows all sessions by heart and asks no database.`,
      `Kernel buffers, both ends of a connection: ${median(ours.map((each) => each.kernelKilobytes)).toFixed(2)} KB per watcher, the yardstick's ${median(naive.map((each) => each.kernelKilobytes)).toFixed(2)} KB.`,
      `In the storm the server asked ${median(ours.map(({ turnedAway }) => turnedAway))} to retry and cut off ${median(ours.map(({ brokenOff }) => brokenOff))} before reading their request; they came back, and their waits count.`,
      `Both are measured after ordinary full collections, so memory that the last rush needed counts. Of the heap ${median(ours.map((each) => each.heapKilobytes)).toFixed(1)} KB per watcher are in use, the yardstick's ${median(naive.map((each) => each.heapKilobytes)).toFixed(1)} KB.`,
      `Connecting ${CALMLY} at a time takes ${median(ours.map(({ openS }) => openS)).toFixed(1)} s, the yardstick's ${median(naive.map(({ openS }) => openS)).toFixed(1)} s.`,
    ],
  }
}

/** A crowd that gave up at the first refusal, or didn't count refusals, would appear to be back quickly. */
async function comesAgain(crowd: Watchers, app: Server, lotId: string, tokens: string[]): Promise<void> {
  const door = await openReluctantDoor(app.port, { refused: REFUSED, broken: BROKEN })
  const group = { name: 'refused', port: door.port, wire: 'feed', request: feedRequest(lotId) } as const
  await crowd.open({ ...group, tokens: tokens.slice(0, REFUSED + BROKEN), atOnce: REFUSED })
  const { turnedAway, brokenOff } = await crowd.report(['refused'])
  await crowd.close('refused')
  door.close()
  if (turnedAway !== REFUSED || brokenOff !== BROKEN)
    throw new Error(`void: of ${REFUSED} refused and ${BROKEN} cut off ${turnedAway} and ${brokenOff} came again`)
}

async function castLots(stage: FeedStage): Promise<string[]> {
  const lots = await Promise.all(Array.from({ length: 3 }, () => castLot(stage.app)))
  return lots.map(({ lotId }) => lotId)
}

async function cost(
  crowd: Watchers,
  server: Server,
  group: Pick<OpenGroup, 'wire' | 'request' | 'tokens'>,
  settleMs: number,
): Promise<Cost> {
  const { port } = server
  const { tokens } = group
  await crowd.open({ ...group, name: 'warm', port, tokens: tokens.slice(0, WARM), atOnce: CALMLY })
  await crowd.close('warm')
  await wait(settleMs / 2)
  const [before, kernelBefore] = [await server.memory(), await kernelSocketBytes()]
  const openS = await crowd.open({ ...group, name: 'watching', port, atOnce: CALMLY })
  await wait(settleMs)
  const [after, kernelAfter] = [await server.memory(), await kernelSocketBytes()]
  const steadyS = await crowd.reopen('watching', tokens.length)
  const { gaps, faults, turnedAway, brokenOff } = await crowd.report(['watching'])
  if (gaps > 0) throw new Error(`void, ${gaps} watchers were cut off or missed something: ${faults.join('; ')}`)
  await crowd.close('watching')
  await server.stop()
  const each = (bytes: number) => bytes / 1024 / tokens.length
  const result = {
    kilobytes: each(after.rss - before.rss),
    heapKilobytes: each(after.heapUsed - before.heapUsed),
    kernelKilobytes: each(kernelAfter - kernelBefore),
    openS,
    steadyS,
    turnedAway,
    brokenOff,
  }
  console.log(
    `${group.wire}: ${result.kilobytes.toFixed(1)} KB a watcher (heap in use ${result.heapKilobytes.toFixed(1)}), ` +
      `all there after ${openS.toFixed(1)} s, back after ${steadyS.toFixed(1)} s, ${turnedAway} times told to come again later, ${brokenOff} times cut off`,
  )
  return result
}

async function startNaive(tokens: string[]): Promise<Server> {
  const remote = new Remote(path.join(import.meta.dirname, 'load/naive-sse.ts'), { execArgv: ['--expose-gc'] })
  const port = await remote.ask<number>('serve', tokens)
  return { port, memory: () => remote.ask<Memory>('memory'), stop: () => remote.stop() }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
