import pg from 'pg'
import type { Logger } from 'pino'
import type { NumberedEvent } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { busy, unknownOutcome } from '#server/platform/problem.ts'
import { writesOf } from './batch-writes.ts'
import type { Act, Outcome } from './command.ts'
import { decideBatch, type DecidedBatch } from './decide-batch.ts'
import { bidEvents } from './ledger-event.ts'
import type { LaneConnection } from './lane-connection.ts'
import { Participations } from './participations.ts'
import { readBatch, readLedger, writeBatch } from './store.ts'

export type LaneOptions = {
  connection: LaneConnection
  keys: Keys
  log: Logger
  /** Acts that may wait; one more is answered `busy` at once. */
  waitingMax: number
  batchMax: number
  /** Called after COMMIT, before the answers go out. Must not throw. */
  committed: (batch: DecidedBatch) => void
}

type Waiting = { act: Act; resolve: (outcome: Outcome) => void; reject: (problem: Error) => void }

/** How often a batch is tried that the database turned back before anything was written. */
const TRIES = 3
/** Turned back: a bid id that another lot's batch wrote first, a serialization failure, a deadlock. */
const TRY_AGAIN = new Set(['23505', '40001', '40P01'])

/**
 * A queue of acts with one connection and at most one transaction in flight. While a batch commits, the next one gathers: alone an
 * act waits for nobody, under load batches grow by themselves and share one commit.
 */
export class Lane {
  #options: LaneOptions
  #waiting: Waiting[] = []
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
    return new Promise((resolve, reject) => {
      this.#waiting.push({ act, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.batchMax)
      try {
        const decided = await this.#commit(batch.map(({ act }) => act))
        this.#options.committed(decided)
        batch.forEach(({ resolve }, index) => resolve(decided.outcomes[index]!))
      } catch (problem) {
        for (const { reject } of batch) reject(problem as Error)
      }
    }
    this.#running = null
  }

  async #commit(acts: Act[]): Promise<DecidedBatch> {
    for (let tries = 1; ; tries += 1) {
      let writing = false
      try {
        const decided = await this.#decide(acts)
        writing = true
        const fresh = this.#participations.unknownIn(decided.books)
        await writeBatch(await this.#options.connection.client(), writesOf(decided, fresh, this.#options.keys))
        this.#participations.remember(fresh)
        return decided
      } catch (error) {
        this.#options.connection.discard()
        const code = sqlState(error)
        if (code !== null && TRY_AGAIN.has(code) && tries < TRIES) continue
        this.#options.log.error({ err: error, acts: acts.length, writing }, 'a batch of bids failed')
        // An error that PostgreSQL itself reported rolled the transaction back; a lost connection says nothing.
        throw writing && code === null ? unknownOutcome() : busy(1)
      }
    }
  }

  async #decide(acts: Act[]): Promise<DecidedBatch> {
    const { connection, keys } = this.#options
    const client = await connection.client()
    const bids = acts.filter((act) => act.by === 'bidder')
    const lotIds = distinct(acts.map((act) => act.lotId))
    const bidderIds = distinct(bids.map((act) => act.bidder.id))
    const read = await readBatch(client, lotIds, bidderIds, distinct(bids.map((act) => act.bidId)))
    const histories = new Map<string, NumberedEvent[]>()
    for (const act of acts) {
      if (act.by === 'bidder' || act.command.type !== 'void-bids' || histories.has(act.lotId)) continue
      histories.set(act.lotId, bidEvents(await readLedger(client, act.lotId), act.lotId, keys))
    }
    return decideBatch(acts, read, histories, keys)
  }
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids)]
}

/** The SQLSTATE of an error that PostgreSQL reported, else null. Class 57 (shutdown) tells nothing of a commit. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57') ? (error.code ?? null) : null
}
