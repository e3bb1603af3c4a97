import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { removeFolder } from '#test/faults/cluster.ts'
import { failOver } from '#test/faults/databases.ts'
import { Stage, type Figures, type StageOptions } from '#test/faults/stage.ts'
import { makeTemplate, type Template } from '#test/faults/template.ts'
import { seeded } from '#test/many-lots.ts'
import type { Figure, Outcome, RunOptions } from './figures.ts'

const CLIENTS = 128
const CEILING_MS = 3000
const SETTLED_MS = 3000
const HOT: Partial<StageOptions> = { lots: 1, watchers: 0 }
/** In the planted variant the standby receives everything this much later, in ms, and no commit waits for it. */
const LAG_MS = 500

type Incident = (stage: Stage) => Promise<void>

/**
 * B9: one hot lot in an open loop at half of the server's capacity, through a load balancer that polls `/readyz` ten times a second
 * and resends an unanswered bid with its id. Measures seconds without an acknowledged bid, and acknowledged bids missing from the
 * ledger, when one of two processes is killed, and when the database is killed and its synchronous standby takes over. For
 * comparison, in the same round: the only process killed and restarted immediately, and how long a bare client can't write during the
 * same switch of databases. Void where an invariant is broken; a standby that no commit waits for must be detected.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const rounds = smoke || quick ? 1 : 3
  const template = await makeTemplate()
  try {
    const found = { process: [] as number[], bare: [] as number[], database: [] as number[], write: [] as number[] }
    const lost = { process: [] as number[], database: [] as number[] }
    const rate = smoke ? 200 : await halfOfCeiling(template)
    for (let round = 1; round <= rounds; round += 1) {
      const ofTwo = await strike(template, { processes: 2, rate }, killOne)
      const only = await strike(template, { processes: 1, rate }, restartOnly)
      const writes: number[] = []
      const database = await strike(template, { standby: 'synchronous', rate }, async (stage) => {
        writes.push(await killDatabase(stage))
      })
      found.process.push(ofTwo.silenceMs / 1000)
      found.bare.push(only.silenceMs / 1000)
      found.database.push(database.silenceMs / 1000)
      found.write.push(writes[0]! / 1000)
      lost.process.push(ofTwo.lost)
      lost.database.push(database.lost)
      console.log(
        `round ${round}: a process of two ${found.process.at(-1)!.toFixed(2)} s, the only one ${found.bare.at(-1)!.toFixed(2)} s; ` +
          `the database ${found.database.at(-1)!.toFixed(2)} s, a bare writer ${found.write.at(-1)!.toFixed(2)} s`,
      )
    }
    const planted = await plantedLoss(template, rate)
    return outcomeOf({ found, lost, rate, planted, smoke })
  } finally {
    await removeFolder(template.runFolder)
  }
}

function stageOf(template: Template, options: Partial<StageOptions>): Stage {
  return new Stage(template, `recovery-${randomInt(2 ** 40)}`, seeded(randomInt(2 ** 31)), { ...HOT, ...options })
}

/** Bids per second: half of what 128 clients in a closed loop get acknowledged or refused. */
async function halfOfCeiling(template: Template): Promise<number> {
  const stage = stageOf(template, {})
  try {
    await stage.open()
    const before = stage.bidders.waitedMs.length
    const until = performance.now() + CEILING_MS
    const bidOn = async () => {
      while (performance.now() < until) await stage.bidders.place(stage.lotIds[0]!)
    }
    await Promise.all(Array.from({ length: CLIENTS }, bidOn))
    return Math.floor((stage.bidders.waitedMs.length - before) / (CEILING_MS / 1000) / 2)
  } finally {
    await stage.close()
  }
}

/** Throws if an invariant is broken, except for lost acknowledged bids: those are the figure. */
async function strike(template: Template, options: Partial<StageOptions>, incident: Incident): Promise<Figures> {
  const stage = stageOf(template, options)
  try {
    await stage.open()
    await incident(stage)
    await wait(SETTLED_MS)
    const figures = await stage.check()
    const faults = stage.broken.filter((fault) => !fault.endsWith('is lost'))
    if (faults.length > 0 && figures.lost === 0)
      throw new Error(`void, ${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
    return figures
  } finally {
    await stage.close()
  }
}

async function killOne({ servers }: Stage): Promise<void> {
  await servers[0]!.end('SIGKILL')
}

/** The yardstick: without a second process no bid is accepted until the process is back. */
async function restartOnly({ servers }: Stage): Promise<void> {
  await servers[0]!.end('SIGKILL')
  await servers[0]!.start()
}

/** Returns how long a bare client couldn't write through the same gate, in ms. */
async function killDatabase(stage: Stage): Promise<number> {
  const url = stage.gates[0]!.url
  let ended = false
  const writing = longestPause(url, () => ended)
  await wait(500)
  await stage.pair!.primary.kill()
  await failOver(stage)
  await wait(SETTLED_MS)
  ended = true
  return writing
}

/** The longest pause between two inserts of one client, in ms, which reconnects whenever it fails. */
async function longestPause(url: string, hasEnded: () => boolean): Promise<number> {
  let longest = 0
  let last = performance.now()
  let client: pg.Client | null = null
  while (!hasEnded()) {
    try {
      client ??= await connected(url)
      await client.query('insert into bare_write values (clock_timestamp())')
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    } catch {
      void client?.end().catch(() => undefined)
      client = null
    }
    await wait(10)
  }
  await client?.end()
  return longest
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 8000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists bare_write (at timestamptz)')
  return client
}

/** How many acknowledged bids the checker misses when a lagging standby takes over; if none is missed, the checker is blind. */
async function plantedLoss(template: Template, rate: number): Promise<number> {
  const { lost } = await strike(template, { standby: 'asynchronous', rate }, async (stage) => {
    stage.pair!.line.delay(LAG_MS)
    await wait(2 * LAG_MS)
    await stage.pair!.primary.kill()
    await failOver(stage)
  })
  if (lost === 0) throw new Error('void: a standby that lags lost nothing that the checker saw')
  return lost
}

type Found = {
  found: { process: number[]; bare: number[]; database: number[]; write: number[] }
  lost: { process: number[]; database: number[] }
  rate: number
  planted: number
  smoke: boolean
}

function outcomeOf({ found, lost, rate, planted, smoke }: Found): Outcome {
  const figure = (what: string, unit: 's' | 'count', ours: number[], must: number, aim: number): Figure => ({
    what,
    unit,
    better: 'less',
    ours,
    yardstick: null,
    must,
    aim,
  })
  const span = (values: number[]) => `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)} s`
  return {
    id: 'B9',
    title: 'Recovery',
    load: `One hot lot in an open loop of ${rate} bids/s${smoke ? '' : `, half of the most that ${CLIENTS} clients get`}, over two processes behind a load balancer; kill -9.`,
    figures: [
      figure('without an acknowledged bid, a process of two killed', 's', found.process, 3, 1),
      figure('acknowledged bids lost, a process killed', 'count', lost.process, 0, 0),
      figure('without an acknowledged bid, the database killed', 's', found.database, 6, 4),
      figure('acknowledged bids lost, the database killed', 'count', lost.database, 0, 0),
    ],
    notes: [
      `Yardsticks of the same rounds: a single process killed and restarted at once, ${span(found.bare)}; a bare client that writes during the same failover, ${span(found.write)}.`,
      'The standby takes over after the primary missed two checks, 250 ms apart.',
      `Planted: an asynchronous, lagging standby lost ${planted} acknowledged bids, and the checker named them.`,
    ],
  }
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  console.log(await run({ quick: args.includes('--quick'), smoke: args.includes('--smoke') }))
}
