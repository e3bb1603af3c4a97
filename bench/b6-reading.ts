import type { Outcome, RunOptions } from './figures.ts'
import { nginxVersion, startNginx } from './load/nginx.ts'
import { serveClaims, type Claimed } from './load/planted-readings.ts'
import { ReadWitness, tagOf } from './load/read-witness.ts'
import { readFor, type ReadResult } from './load/readers.ts'
import { bidAlong, filesOf, openReadingStage, type ReadingStage } from './load/reading-stage.ts'
import { buildApp } from './pages/build-app.ts'
import { openStage, type Stage } from './stage.ts'

const READERS = 64
const BIDS_PER_SECOND = 100
/** Warm-up, until the path of a request is compiled. */
const WARM_MS = 3000
/** Long enough for every address to be requested. */
const LOOK_MS = 250

/**
 * B6: live standings, the calendar and the home page, mixed 60/30/10, over keep-alive connections of signed-in readers; against
 * nginx, with one worker, serving exactly the same bytes as files to the same readers. A B A B. In one round bids arrive. Void if a
 * body differs from a fresh render, a tag isn't its body's, or a reader sees an older standing than before.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const rounds = smoke ? 1 : quick ? 3 : 5
  const forMs = smoke ? 1000 : quick ? 4000 : 8000
  const version = await nginxVersion()
  await buildApp()
  const stage = await openStage()
  try {
    const room = await openReadingStage(stage.app, READERS)
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
      load: `${READERS} keep-alive readers, each signed in, of 20 live standings (60%), a calendar of 24 auctions (30%) and the home page (10%); rounds of ${forMs / 1000} s, one of them with bids.`,
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
        `Readers used at most ${Math.round(busiest * 100)}% of one core. Long bodies were compressed (gzip) on both sides.`,
      ],
    }
  } finally {
    await stage.close()
  }
}

/** Without changes, every body equals a fresh render. */
async function quietRound(port: number, room: ReadingStage, forMs: number): Promise<ReadResult> {
  const witness = new ReadWitness()
  const result = await readFor(port, room.plans, forMs, witness)
  refuse(await faultsOf(witness, room))
  return result
}

/** While bids arrive, a sequence has only one body; afterwards every body equals a fresh render. */
async function movingRound(stage: Stage, room: ReadingStage, forMs: number): Promise<ReadResult> {
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

async function nginxRound(port: number, room: ReadingStage, forMs: number): Promise<ReadResult> {
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

async function faultsOf(witness: ReadWitness, room: ReadingStage): Promise<string[]> {
  const faults: string[] = []
  for (const at of room.addresses) {
    const fresh = await room.freshly(at)
    const bodies = witness.bodiesOf(at)
    if (bodies.length === 0) faults.push(`${at} was not read`)
    for (const { tag, text, count } of bodies) {
      if (!saysTheSame(text, fresh)) faults.push(`${at} was answered ${count} times with the wrong content`)
      if (tag !== tagOf(text, tag.endsWith('-gz"'))) faults.push(`${at} has a tag that is not its body’s`)
    }
  }
  return faults
}

/** The start page shows the minute of its figures, which may have passed since. */
function saysTheSame(one: string, another: string): boolean {
  const timeless = (text: string) => text.replace(/"asOf":\d+/, '"asOf":0')
  return timeless(one) === timeless(another)
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 3).join('; ')}`)
}

/** Planted: a store that ignores invalidations, two stores that alternate, and a tag that stays when the body changes. */
async function rejectPlanted(stage: Stage, room: ReadingStage): Promise<void> {
  const readAll = async () =>
    new Map(await Promise.all(room.addresses.map(async (at) => [at, await room.freshly(at)] as const)))
  const old = await readAll()
  await oneBid(stage, room)
  const now = await readAll()
  const claim = (text: string): Claimed => ({ text, tag: tagOf(text, false) })
  const planted: Record<string, (at: string, turn: number) => Claimed> = {
    'store that receives no news': (at) => claim(old.get(at)!),
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
      if (!isFound) throw new Error(`void: the planted ${name} went unnoticed`)
    } finally {
      await server.close()
    }
  }
}

async function oneBid(stage: Stage, room: ReadingStage): Promise<void> {
  const bids = bidAlong(stage.port, room, 100, BIDS_PER_SECOND)
  await bids.end()
}
