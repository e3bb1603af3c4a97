import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '#server/platform/database/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { Balancer } from './balancer.ts'
import { Bidders, SILENCE_MS_MAX } from './bidders.ts'
import { Cluster, copyFiles, removeFolder, startPair, type Pair } from './cluster.ts'
import { openGate, type Gate } from './gate.ts'
import { freePort } from '#test/harness/free-port.ts'
import { ServerProcess } from './server-process.ts'
import { RESERVE, type Template } from './template.ts'
import { Watchers } from './watchers.ts'

export type StageOptions = {
  processes: number
  /** How many of the template's lots get bids. */
  lots: number
  /** Bids per second over all lots. */
  rate: number
  watchers: number
  /** The database's settings beyond the usual ones. */
  settings: Record<string, string>
  standby: 'none' | 'synchronous' | 'asynchronous'
  /** More environment for the processes. */
  env: Record<string, string>
  /** Returns the folder for the database's files, which doesn't exist yet. */
  databaseFolder(stageFolder: string): string
}

const USUAL: StageOptions = {
  processes: 2,
  lots: 5,
  rate: 50,
  watchers: 200,
  settings: {},
  standby: 'none',
  env: {},
  databaseFolder: (folder) => path.join(folder, 'postgres'),
}

/** Of the run so far; times in ms. */
export type Figures = { silenceMs: number; acknowledged: number; lost: number; longestWaitMs: number }

const WARM_MS = 1500
const MEMORY_MB_MAX = 700
const REPEATS = 100
const CAUGHT_UP_MS = 10_000
const END_MS_MAX = 20_000

/** Two processes on their own database, each through a gate; bidders and watchers connect through a load balancer. */
export class Stage {
  readonly folder: string
  readonly template: Template
  readonly servers: ServerProcess[] = []
  /** Between a process and the database, in the order of `servers`. */
  readonly gates: Gate[] = []
  readonly balancer = new Balancer()
  readonly bidders: Bidders
  readonly watchers: Watchers
  /** Numbers from 0 to 1; the same for the same seed. */
  readonly draw: () => number
  readonly options: StageOptions
  /** Multiplies promised times: more than 1 where a slow answer is the busy machine's fault, not the server's. */
  patience = 1
  /** Failed expectations, in words. */
  readonly broken: string[] = []
  readonly notes: string[] = []
  /** Lots used by one fault only, checked like the others. */
  readonly extraLots: string[] = []
  database: Cluster
  pair: Pair | null = null
  #struckAt = 0

  constructor(template: Template, name: string, draw: () => number, options: Partial<StageOptions> = {}) {
    this.template = template
    this.options = { ...USUAL, ...options }
    this.folder = path.join(template.runFolder, name)
    this.draw = draw
    this.database = new Cluster(this.options.databaseFolder(this.folder), this.options.settings)
    const { balancer } = this
    const { crowd } = template
    const { lotIds } = this
    this.bidders = new Bidders({ balancer, crowd, lotIds, rate: this.options.rate })
    this.watchers = new Watchers({ balancer, crowd, lotIds, count: this.options.watchers })
  }

  get lotIds(): string[] {
    return this.template.lots.slice(0, this.options.lots).map(({ lotId }) => lotId)
  }

  /** Everything runs, and the load has run for a moment. */
  async open(): Promise<void> {
    await mkdir(this.folder, { mode: 0o755 })
    copyFiles(this.template.cluster.folder, this.database.folder)
    if (this.options.standby === 'none') await this.database.start()
    else {
      const isSynchronous = this.options.standby === 'synchronous'
      this.pair = await startPair(this.database, path.join(this.folder, 'standby'), isSynchronous)
    }
    for (let each = 0; each < this.options.processes; each += 1) await this.addServer()
    await Promise.all(this.servers.map((server) => server.start()))
    for (const { port } of this.servers) this.balancer.add(port)
    this.watchers.start()
    this.bidders.start()
    await this.until('the load runs', () => this.bidders.acknowledged.length > 20, 15_000)
    await this.until('everybody watches', () => this.watchers.connected === this.options.watchers, 15_000)
    await wait(WARM_MS)
    this.strike()
  }

  /** Adds a process, not started yet, behind its own gate. */
  async addServer(root?: string): Promise<ServerProcess> {
    const gate = await openGate()
    gate.leadTo(this.database.url)
    this.gates.push(gate)
    const dataDir = path.join(this.folder, 'data')
    const { env } = this.options
    const options = { databaseUrl: gate.url, dataDir, env, ...(root === undefined ? {} : { root }) }
    const server = new ServerProcess(await freePort(), options)
    this.servers.push(server)
    return server
  }

  /** From now on the time without an acknowledged bid counts. */
  strike(): void {
    this.#struckAt = performance.now()
  }

  /** Reports a failed expectation. */
  must(holds: boolean, otherwise: string): void {
    if (!holds) this.broken.push(otherwise)
  }

  /** The longest time without an acknowledged bid since `strike`, up to now, in ms. Reports it if it exceeds the promise. */
  mustBidAgainWithin(promisedMs: number, since = this.#struckAt): void {
    const silence = this.bidders.longestSilenceMs(since, performance.now())
    const isKept = silence <= promisedMs * this.patience
    this.must(isKept, `${inSeconds(silence)} without an acknowledged bid, promised ${inSeconds(promisedMs)}`)
  }

  /** Waits for a condition; reports it if it doesn't become true in time. */
  async until(what: string, holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs
    while (!(await holds())) {
      if (performance.now() > end) return void this.broken.push(`not within ${inSeconds(withinMs)}: ${what}`)
      await wait(20)
    }
  }

  /** Points all gates to the database, wherever it is now. */
  leadTo(cluster: Cluster): void {
    this.database = cluster
    for (const gate of this.gates) gate.leadTo(cluster.url)
  }

  /** Waits long enough for anything random to happen in between: 100 ms and up to `mostMs` more. */
  async pause(mostMs: number): Promise<void> {
    await wait(100 + this.draw() * mostMs)
  }

  /** Ends the load and checks everything: outcomes, repeats, streams, and the invariants in the database. */
  async check(): Promise<Figures> {
    const { bidders, watchers } = this
    const silenceMs = bidders.longestSilenceMs(this.#struckAt, performance.now())
    await bidders.stop()
    this.must(bidders.openOnes.length === 0, `${bidders.openOnes.length} bids have no known outcome`)
    this.broken.push(...new Set(bidders.surprises), ...(await bidders.repeat(REPEATS)))
    this.must(bidders.longestWaitMs < SILENCE_MS_MAX, `an answer took ${inSeconds(bidders.longestWaitMs)}`)
    await this.#checkStreams()
    const faults = await this.#brokenInvariants()
    this.broken.push(...faults.slice(0, 10))
    watchers.stop()
    this.#checkLogs()
    const lost = faults.filter((fault) => fault.endsWith('is lost')).length
    const { acknowledged, longestWaitMs } = bidders
    return { silenceMs, acknowledged: acknowledged.length, lost, longestWaitMs }
  }

  async close(): Promise<void> {
    this.watchers.stop()
    // If the check never ran, the load is still running and would look for its servers forever.
    await this.bidders.stop(0)
    this.balancer.close()
    await Promise.all(this.servers.map((server) => endOf(server)))
    for (const gate of this.gates) gate.close()
    this.pair?.line.close()
    for (const cluster of new Set([this.database, this.pair?.standby, this.pair?.primary])) await cluster?.stop()
    await removeFolder(this.folder)
  }

  async #checkStreams(): Promise<void> {
    const { watchers } = this
    const rows = await this.database.query<{ lotId: string; sequence: string; price: string | null }>(
      'select lot_id as "lotId", sequence, price from standing where lot_id = any($1)',
      [this.lotIds],
    )
    const standings = rows.map(({ lotId, sequence, price }) => ({
      lotId,
      sequence: Number(sequence),
      price: price === null ? null : Number(price),
    }))
    await this.until('every stream shows the database’s standing', () => watchers.haveReached(standings), CAUGHT_UP_MS)
    this.broken.push(...watchers.faults().slice(0, 5))
  }

  async #brokenInvariants(): Promise<string[]> {
    const { pool, close } = openDatabase(this.database.url, pino({ level: 'silent' }))
    try {
      return await brokenInvariants(pool, [...this.lotIds, ...this.extraLots], this.bidders.seen)
    } finally {
      await close()
    }
  }

  #checkLogs(): void {
    for (const server of this.servers) {
      this.must(!server.log.includes(String(RESERVE)), 'a log holds a reserve')
      this.must(!server.log.includes('"level":60'), `a process ended badly: ${server.log.slice(-500)}`)
      const memory = server.memoryMb()
      this.must(memory < MEMORY_MB_MAX, `a process holds ${memory} MB`)
    }
  }
}

/** Graceful; a process that doesn't end in time is killed, so none is left behind. */
async function endOf(server: ServerProcess): Promise<void> {
  if (!server.isRunning) return
  server.signal('SIGCONT')
  const late = setTimeout(() => server.signal('SIGKILL'), END_MS_MAX)
  await server.end('SIGTERM')
  clearTimeout(late)
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
