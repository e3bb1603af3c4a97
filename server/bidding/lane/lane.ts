import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Keys } from '#server/platform/keys.ts'
import { busy, unknownOutcome } from '#server/platform/problem.ts'
import { writesOf } from './batch-writes.ts'
import type { Action, StaffAction, Outcome } from '../command.ts'
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
  /** Actions that may wait; one more is answered `busy` immediately. */
  waitingMax: number
  batchMax: number
  /**
   * With at least this many waiting actions, the next batch is read behind the commit of this one. That saves a round trip but closes the
   * batch a commit early: later arrivals wait for the batch after it. It pays when batches are long; when they are short, it is faster to
   * batch together all that arrive during this commit.
   */
  readAheadFrom: number
  /** Called after COMMIT, before the answers go out. Must not throw. */
  committed: (batch: DecidedBatch, actions: readonly Action[], times: BatchTimes) => void
  /** A batch failed; `again`: it is retried. */
  failed: (again: boolean) => void
}

type Waiting = { action: Action; resolve: (outcome: Outcome) => void; reject: (problem: Error) => void }

/** Actions that share a transaction. `read` is in progress if it was sent with the previous commit. */
type Batch = {
  waiting: Waiting[]
  read: Promise<BatchRead> | null
  tries: number
  waitingFrom: number
  gatheredAt: number
}

/** How often a batch is tried when the database rejects it before anything is written. */
const TRIES = 3
/** Rejected: a bid id that another lot's batch wrote first, a serialization failure, a deadlock. */
const TRY_AGAIN = new Set(['23505', '40001', '40P01'])

/**
 * A queue of actions with one connection and at most one transaction open. While a batch commits, the next one gathers: a lone action does
 * not wait, and under load batches grow and share one commit. Under heavy load the locks and reads of the next batch are sent behind the
 * commit of this one, so that a batch costs a single round trip.
 */
export class Lane {
  #options: LaneOptions
  #waiting: Waiting[] = []
  /** When the oldest waiting action arrived. */
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
   * Resolves after COMMIT with the action's own outcome. Throws the problems `busy` (nothing was recorded) and `unknown-outcome` (the
   * connection was lost while committing: ask again with the same bid id).
   */
  submit(action: Action): Promise<Outcome> {
    if (this.#waiting.length >= this.#options.waitingMax) return Promise.reject(busy(1))
    if (this.#waiting.length === 0) this.#waitingFrom = performance.now()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ action, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Opens the connection and plans what every batch reads, so that the first bid does not wait for it. Throws the database's error. */
  async open(): Promise<void> {
    await planReads(await this.#options.connection.client())
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    // Actions that arrive in the same turn of the event loop share a batch.
    await setImmediate()
    let batch = this.#gather(null)
    while (batch !== null) batch = (await this.#commit(batch)) ?? this.#gather(null)
    this.#running = null
  }

  /** The next batch, or null when nothing waits. Given a client, its reads are sent immediately, behind what was sent before. */
  #gather(client: LaneClient | null): Batch | null {
    const waiting = this.#waiting.splice(0, this.#options.batchMax)
    if (waiting.length === 0) return null
    const gatheredAt = performance.now()
    const batch: Batch = { waiting, read: null, tries: 1, waitingFrom: this.#waitingFrom, gatheredAt }
    this.#waitingFrom = gatheredAt
    if (client !== null) {
      batch.read = read(client, actionsOf(batch))
      // Awaited later; if the previous batch fails, this one is read again and this error no longer matters.
      batch.read.catch(() => undefined)
    }
    return batch
  }

  /** Returns the next batch if it is already gathered. */
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
      this.#options.committed(decided, actionsOf(batch), times)
      batch.waiting.forEach(({ resolve }, index) => resolve(decided.outcomes[index]!))
      return next
    } catch (error) {
      this.#options.connection.discard()
      if (next !== null) this.#waiting.unshift(...(next as Batch).waiting)
      return this.#failed(batch, error, writing)
    }
  }

  /** The batch to retry if the database rejected it, else null after every action received the error. */
  #failed(batch: Batch, error: unknown, writing: boolean): Batch | null {
    const code = sqlState(error)
    const again = code !== null && TRY_AGAIN.has(code) && batch.tries < TRIES
    this.#options.failed(again)
    if (again) {
      return { ...batch, read: null, tries: batch.tries + 1 }
    }
    const facts = { err: error, actions: batch.waiting.length, writing, ...idsOf(actionsOf(batch)) }
    this.#options.log.error(facts, 'a batch of bids failed')
    // An error reported by PostgreSQL means the transaction was rolled back; after a lost connection the outcome is unknown.
    const problem = writing && code === null ? unknownOutcome() : busy(1)
    for (const { reject } of batch.waiting) reject(problem)
    return null
  }

  async #decide(client: LaneClient, batch: Batch): Promise<DecidedBatch> {
    const actions = actionsOf(batch)
    return decideBatch(actions, await (batch.read ?? read(client, actions)), this.#options.keys)
  }
}

function actionsOf(batch: Batch): Action[] {
  return batch.waiting.map(({ action }) => action)
}

function read(client: LaneClient, actions: Action[]): Promise<BatchRead> {
  const bids = actions.filter((action) => action.by === 'bidder')
  const lotsOf = (isMeant: (command: StaffAction['command']) => boolean) =>
    distinct(actions.flatMap((action) => (action.by === 'company' && isMeant(action.command) ? [action.lotId] : [])))
  return readBatch(client, {
    lotIds: distinct(actions.map((action) => action.lotId)),
    bidderIds: distinct(bids.map((action) => action.bidder.id)),
    bidIds: distinct(bids.map((action) => action.bidId)),
    leadersOf: lotsOf(({ type }) => SELLING.has(type)),
    costsOf: distinct([
      ...lotsOf(({ type }) => SELLING.has(type)),
      ...bids.filter(({ kind }) => BUYING.has(kind)).map((action) => action.lotId),
    ]),
    historiesOf: lotsOf(looksBack),
    opening: lotsOf(({ type }) => type === 'open'),
  })
}

/** Commands of the company that may sell a lot to its leader, commands by which a bidder buys, and those that need a lot's history. */
const SELLING: ReadonlySet<string> = new Set(['close', 'hammer', 'pass', 'approve', 'accept-offer'])
const BUYING: ReadonlySet<string> = new Set(['buy-now', 'accept-counter'])
const LOOKING_BACK: ReadonlySet<string> = new Set(['void-bids', 'void-bidder', 'withdraw-bids', 'resume'])

/** The history shows how much a lot lost to an outage; nearly always there was none. */
function looksBack(command: StaffAction['command']): boolean {
  return LOOKING_BACK.has(command.type) || ('absences' in command && command.absences.length > 0)
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)]
}

/** The SQLSTATE of an error that PostgreSQL reported, else null. Class 57 (shutdown) does not reveal whether a commit succeeded. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57') ? (error.code ?? null) : null
}
