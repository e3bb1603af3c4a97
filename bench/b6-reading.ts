import type { Outcome, RunOptions } from './figures.ts'
import { nginxVersion, startNginx } from './load/nginx.ts'
import { serveClaims, type Claimed } from './load/planted-readings.ts'
import { ReadWitness, tagOf } from './load/read-witness.ts'
import { readFor, type ReadResult } from './load/readers.ts'
import { bidAlong, filesOf, openReadingRoom, type ReadingRoom } from './load/reading-room.ts'
import { buildHouse } from './pages/build-house.ts'
import { openStage, type Stage } from './stage.ts'

const READERS = 64
const BIDS_PER_SECOND = 100
/** Until the compiler has seen enough of the way of a request. */
const WARM_MS = 3000
/** Long enough that every address is asked for. */
const LOOK_MS = 250

/**
 * B6: live standings, the calendar and the home page, mixed 60/30/10, over keep-alive connections of readers that are logged in; against
 * nginx, with one worker, serving the very same bytes as files to the same readers. A B A B. In one round bids come in. Void where a body
 * is not what a fresh render gives, where a tag is not its body's, or where a reader sees an older standing than before.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const rounds = smoke ? 1 : quick ? 3 : 5
  const forMs = smoke ? 1000 : quick ? 4000 : 8000
  const version = await nginxVersion()
  await buildHouse()
  const stage = await openStage()
  try {
    const room = await openReadingRoom(stage.house, READERS)
    await rejectPlanted(stage, room)
    await quietRound(stage.port, room, smoke ? 500 : WARM_MS)
    const ours: number[] = []
    const theirs: number[] = []
    let busiest = 0
    const moving = Math.ceil(rounds / 2)
    for (let round = 1; round <= rounds; round += 1) {
      const own = await (round === moving ? movingRound(stage, room, forMs) : quietRound(stage.port, room, forMs))
      const yardstick = await nginxRound(stage.port, room, forMs)
      ours.push(own.answered / own.seconds)
      theirs.push(yardstick.answered / yardstick.seconds)
      busiest = Math.max(busiest, own.readersBusy, yardstick.readersBusy)
      console.log(`  round ${round}: ours ${Math.round(ours.at(-1)!)}/s, nginx ${Math.round(theirs.at(-1)!)}/s`)
    }
    return {
      id: 'B6',
      title: 'reading',
      load: `${READERS} keep-alive readers, each logged in, of 20 live standings (60 %), a calendar of 24 sales (30 %) and the home page (10 %); rounds of ${forMs / 1000} s, bids coming in during one.`,
      figures: [
        {
          what: 'reads answered',
          unit: '/s',
          better: 'more',
          ours,
          yardstick: { what: `nginx ${version}, one worker, the same bytes as files`, values: theirs },
          must: 0.4,
          aim: 0.9,
        },
      ],
      notes: [
        `Readers kept ${Math.round(busiest * 100)} % of one core busy at most. Long bodies were read packed (gzip) from both.`,
      ],
    }
  } finally {
    await stage.close()
  }
}

/** Nothing changes: every body is what a fresh render gives. */
async function quietRound(port: number, room: ReadingRoom, forMs: number): Promise<ReadResult> {
  const witness = new ReadWitness()
  const result = await readFor(port, room.plans, forMs, witness)
  refuse(await faultsOf(witness, room))
  return result
}

/** Bids come in: a sequence has one body alone, and afterwards every body is what a fresh render gives. */
async function movingRound(stage: Stage, room: ReadingRoom, forMs: number): Promise<ReadResult> {
  const witness = new ReadWitness()
  const bids = bidAlong(stage.port, room, 1000, BIDS_PER_SECOND)
  const result = await readFor(stage.port, room.plans, forMs, witness)
  const accepted = await bids.end()
  const hot = witness.bodiesOf(room.addresses[0]!)
  if (new Set(hot.map(({ sequence }) => sequence)).size !== hot.length)
    throw new Error('void: a sequence has two bodies')
  if (hot.length < 2) throw new Error('void: no reader saw the standing move')
  console.log(`  ${accepted} bids came in, of which readers of the first lot saw ${hot.length} standings`)
  await quietRound(stage.port, room, LOOK_MS)
  return result
}

async function nginxRound(port: number, room: ReadingRoom, forMs: number): Promise<ReadResult> {
  const nginx = await startNginx(await filesOf(port, room))
  try {
    const witness = new ReadWitness()
    const result = await readFor(nginx.port, room.plans, forMs, witness)
    for (const at of room.addresses) {
      const [body, ...others] = witness.bodiesOf(at)
      if (body === undefined || !saysTheSame(body.text, await room.freshly(at)) || others.length > 0)
        throw new Error(`void: nginx did not serve the same bytes at ${at}`)
    }
    return result
  } finally {
    await nginx.close()
  }
}

async function faultsOf(witness: ReadWitness, room: ReadingRoom): Promise<string[]> {
  const faults: string[] = []
  for (const at of room.addresses) {
    const fresh = await room.freshly(at)
    const bodies = witness.bodiesOf(at)
    if (bodies.length === 0) faults.push(`${at} was not read`)
    for (const { tag, text, count } of bodies) {
      if (!saysTheSame(text, fresh)) faults.push(`${at} was answered ${count} times with what is not so`)
      if (tag !== tagOf(text, tag.endsWith('-gz"'))) faults.push(`${at} has a tag that is not its body’s`)
    }
  }
  return faults
}

/** The start page tells the minute of its figures, which may have passed since. */
function saysTheSame(one: string, another: string): boolean {
  const timeless = (text: string) => text.replace(/"asOf":\d+/, '"asOf":0')
  return timeless(one) === timeless(another)
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 3).join('; ')}`)
}

/** Planted: a store that never hears of news, two stores that take turns, and a tag that stays when the body changes. */
async function rejectPlanted(stage: Stage, room: ReadingRoom): Promise<void> {
  const readAll = async () =>
    new Map(await Promise.all(room.addresses.map(async (at) => [at, await room.freshly(at)] as const)))
  const old = await readAll()
  await oneBid(stage, room)
  const now = await readAll()
  const claim = (text: string): Claimed => ({ text, tag: tagOf(text, false) })
  const planted: Record<string, (at: string, turn: number) => Claimed> = {
    'store that never hears of news': (at) => claim(old.get(at)!),
    'pair of stores that take turns': (at, turn) => claim((turn % 7 < 3 ? old : now).get(at)!),
    'tag that stays when the body changes': (at) => ({ text: now.get(at)!, tag: tagOf(old.get(at)!, false) }),
  }
  for (const [name, answer] of Object.entries(planted)) {
    const server = await serveClaims(answer)
    try {
      const isFound = await quietRound(server.port, { ...room, plans: room.plans.slice(0, 8) }, LOOK_MS).then(
        () => false,
        (error: Error) => error.message.startsWith('void'),
      )
      if (!isFound) throw new Error(`void: the planted ${name} was not found out`)
    } finally {
      await server.close()
    }
  }
}

async function oneBid(stage: Stage, room: ReadingRoom): Promise<void> {
  const bids = bidAlong(stage.port, room, 100, BIDS_PER_SECOND)
  await bids.end()
}
