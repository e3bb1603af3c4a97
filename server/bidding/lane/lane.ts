import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Keys } from '#server/platform/keys.ts'
import { busy, unknownOutcome } from '#server/platform/problem.ts'
import { writesOf } from './batch-writes.ts'
import type { Act, HouseAct, Outcome } from '../command.ts'
import { decideBatch, type DecidedBatch } from './decide-batch.ts'
import type { LaneClient } from './lane-client.ts'
import { idsOf, type BatchTimes } from './lane-counts.ts'
import type { LaneConnection } from './lane-connection.ts'
import { Participations } from './participations.ts'
import { planReads, readBatch, writeBatch, type BatchRead } from './store.ts'

export type LaneOptions = {
  connection: LaneConnection
  keys: Keys
  log: Logger
  /** Acts that may wait; one more is answered `busy` at once. */
  waitingMax: number
  batchMax: number
  /**
   * From so many waiting acts on, the next batch is read behind the commit of this one. It saves a way to the database, but closes the
   * batch a commit early: whoever comes meanwhile waits for the one after. That pays where batches are long; where they are short, all
   * who come while this one commits fare better together.
   */
  readAheadFrom: number
  /** Called after COMMIT, before the answers go out. Must not throw. */
  committed: (batch: DecidedBatch, acts: readonly Act[], times: BatchTimes) => void
  /** A batch came to nothing; `again`: it is tried once more. */
  failed: (again: boolean) => void
}

type Waiting = { act: Act; resolve: (outcome: Outcome) => void; reject: (problem: Error) => void }

/** Acts that share a transaction. `read` is under way where it travelled with the commit before. */
type Batch = {
  waiting: Waiting[]
  read: Promise<BatchRead> | null
  tries: number
  waitingFrom: number
  gatheredAt: number
}

/** How often a batch is tried that the database turned back before anything was written. */
const TRIES = 3
/** Turned back: a bid id that another lot's batch wrote first, a serialization failure, a deadlock. */
const TRY_AGAIN = new Set(['23505', '40001', '40P01'])

/**
 * A queue of acts with one connection and at most one transaction open. While a batch commits, the next one gathers: alone an act
 * waits for nobody, under load batches grow by themselves and share one commit. Under heavy load the locks and reads of the next batch
 * travel behind the commit of this one, so that a batch costs a single round trip.
 */
export class Lane {
  #options: LaneOptions
  #waiting: Waiting[] = []
  /** Since when something waits. */
  #waitingFrom = 0
  #running: Promise<void> | null = null
  #participations = new Participations()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get depth(): number {
    return this.#waiting.length
  }

  /**
   * Resolves after COMMIT with the act's own outcome. Throws the problems `busy` (nothing was recorded) and `unknown-outcome` (the
   * connection was lost while committing: ask again with the same bid id).
   */
  submit(act: Act): Promise<Outcome> {
    if (this.#waiting.length >= this.#options.waitingMax) return Promise.reject(busy(1))
    if (this.#waiting.length === 0) this.#waitingFrom = performance.now()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ act, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Opens the connection and plans what every batch reads, so that the first bid does not wait for it. Throws what the database says. */
  async open(): Promise<void> {
    await planReads(await this.#options.connection.client())
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop belongs together.
    await setImmediate()
    let batch = this.#gather(null)
    while (batch !== null) batch = (await this.#commit(batch)) ?? this.#gather(null)
    this.#running = null
  }

  /** The next batch, or null when nothing waits. With a client its reads are sent at once, behind what was sent before. */
  #gather(client: LaneClient | null): Batch | null {
    const waiting = this.#waiting.splice(0, this.#options.batchMax)
    if (waiting.length === 0) return null
    const gatheredAt = performance.now()
    const batch: Batch = { waiting, read: null, tries: 1, waitingFrom: this.#waitingFrom, gatheredAt }
    this.#waitingFrom = gatheredAt
    if (client !== null) {
      batch.read = read(client, actsOf(batch))
      // Awaited in its turn; if the batch before it fails, it is read again and this failure means nothing.
      batch.read.catch(() => undefined)
    }
    return batch
  }

  /** Answers what comes next, if it is known already. */
  async #commit(batch: Batch): Promise<Batch | null> {
    let writing = false
    let next: Batch | null = null
    try {
      const client = await this.#options.connection.client()
      const decided = await this.#decide(client, batch)
      const fresh = this.#participations.unknownIn(decided.books)
      const writes = writesOf(decided, fresh, this.#options.keys)
      writing = true
      const decidedAt = performance.now()
      await client.together(() => {
        const written = writeBatch(client, writes)
        if (this.#waiting.length >= this.#options.readAheadFrom) next = this.#gather(client)
        return written
      })
      this.#participations.remember(fresh)
      const { waitingFrom, gatheredAt } = batch
      const times = { waitingFrom, gatheredAt, decidedAt, committedAt: performance.now() }
      this.#options.committed(decided, actsOf(batch), times)
      batch.waiting.forEach(({ resolve }, index) => resolve(decided.outcomes[index]!))
      return next
    } catch (error) {
      this.#options.connection.discard()
      if (next !== null) this.#waiting.unshift(...(next as Batch).waiting)
      return this.#failed(batch, error, writing)
    }
  }

  /** The batch once more where the database turned it back, else null and everybody in it hears what is known. */
  #failed(batch: Batch, error: unknown, writing: boolean): Batch | null {
    const code = sqlState(error)
    const again = code !== null && TRY_AGAIN.has(code) && batch.tries < TRIES
    this.#options.failed(again)
    if (again) {
      return { ...batch, read: null, tries: batch.tries + 1 }
    }
    const facts = { err: error, acts: batch.waiting.length, writing, ...idsOf(actsOf(batch)) }
    this.#options.log.error(facts, 'a batch of bids failed')
    // An error that PostgreSQL itself reported rolled the transaction back; a lost connection says nothing.
    const problem = writing && code === null ? unknownOutcome() : busy(1)
    for (const { reject } of batch.waiting) reject(problem)
    return null
  }

  async #decide(client: LaneClient, batch: Batch): Promise<DecidedBatch> {
    const acts = actsOf(batch)
    return decideBatch(acts, await (batch.read ?? read(client, acts)), this.#options.keys)
  }
}

function actsOf(batch: Batch): Act[] {
  return batch.waiting.map(({ act }) => act)
}

function read(client: LaneClient, acts: Act[]): Promise<BatchRead> {
  const bids = acts.filter((act) => act.by === 'bidder')
  const lotsOf = (isMeant: (command: HouseAct['command']) => boolean) =>
    distinct(acts.flatMap((act) => (act.by === 'house' && isMeant(act.command) ? [act.lotId] : [])))
  return readBatch(client, {
    lotIds: distinct(acts.map((act) => act.lotId)),
    bidderIds: distinct(bids.map((act) => act.bidder.id)),
    bidIds: distinct(bids.map((act) => act.bidId)),
    leadersOf: lotsOf(({ type }) => SELLING.has(type)),
    costsOf: distinct([
      ...lotsOf(({ type }) => SELLING.has(type)),
      ...bids.filter(({ kind }) => BUYING.has(kind)).map((act) => act.lotId),
    ]),
    historiesOf: lotsOf(looksBack),
  })
}

/** Acts of the house that may sell a lot to its leader, acts by which a bidder buys, and those that are decided from a lot's history. */
const SELLING: ReadonlySet<string> = new Set(['close', 'approve', 'accept-offer'])
const BUYING: ReadonlySet<string> = new Set(['buy-now', 'accept-counter'])
const LOOKING_BACK: ReadonlySet<string> = new Set(['void-bids', 'void-bidder', 'withdraw-bids', 'resume'])

/** How much a lot lost to an outage is told by its history; nearly always there was none. */
function looksBack(command: HouseAct['command']): boolean {
  return LOOKING_BACK.has(command.type) || ('absences' in command && command.absences.length > 0)
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)]
}

/** The SQLSTATE of an error that PostgreSQL reported, else null. Class 57 (shutdown) tells nothing of a commit. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57') ? (error.code ?? null) : null
}
