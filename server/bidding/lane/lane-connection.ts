import type { Logger } from 'pino'
import { withOptions } from '../../platform/database/access.ts'
import { LaneClient } from './lane-client.ts'

/**
 * The database ends a transaction that is idle this long, and releases its locks: a stalled process or a machine that vanished must not
 * keep its lots from the others until TCP gives up. Shorter than the others wait for a lock.
 */
const SILENT_MS = 3000

/**
 * Every lane statement is planned once, with index scans, whatever the tables hold at the time: planning for each batch's values would cost
 * as much as running, and a plan made while a table is new would scan all of it until statistics exist.
 */
const PLANS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }

/**
 * The one connection of a lane: pipelined, opened when first needed, and opened again after it was discarded. A statement that takes over 8
 * s breaks the connection, so that no bidder waits 10 s for an answer.
 */
export class LaneConnection {
  #url: string
  #log: Logger
  #open: Promise<LaneClient> | null = null
  #current: LaneClient | null = null

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  client(): Promise<LaneClient> {
    this.#open ??= this.#connect()
    return this.#open
  }

  /** Drops the connection and any transaction open on it; the database rolls it back. */
  discard(): void {
    const open = this.#open
    this.#open = null
    void open?.then((client) => client.end()).catch(() => undefined)
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.then((client) => client.end()).catch(() => undefined)
  }

  async #connect(): Promise<LaneClient> {
    const client = new LaneClient({
      connectionString: withOptions(this.#url, PLANS),
      application_name: 'paddock lane',
      connectionTimeoutMillis: 3000,
      query_timeout: 8000,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: SILENT_MS,
    })
    this.#current = client
    const broken = (error?: Error) => {
      if (error) this.#log.warn({ err: error }, 'a lane lost its connection')
      if (this.#current === client) this.#open = null
    }
    client.on('error', broken)
    client.on('end', () => broken())
    try {
      await client.connect()
      return client
    } catch (error) {
      if (this.#current === client) this.#open = null
      throw error
    }
  }
}
