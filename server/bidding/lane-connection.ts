import pg from 'pg'
import type { Logger } from 'pino'

const INT8 = 20

/**
 * The one connection of a lane: pipelined, opened when first needed, opened anew after it was discarded. A statement that takes over
 * 8 s breaks the connection, so that no bidder waits 10 s for an answer.
 */
export class LaneConnection {
  #url: string
  #log: Logger
  #open: Promise<pg.Client> | null = null
  #current: pg.Client | null = null

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  client(): Promise<pg.Client> {
    this.#open ??= this.#connect()
    return this.#open
  }

  /** Drops the connection with whatever transaction is open on it; the server rolls it back. */
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

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'paddock lane',
      pipeline: true,
      connectionTimeoutMillis: 3000,
      query_timeout: 8000,
      lock_timeout: 5000,
      types: {
        getTypeParser: (oid, format) => (oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text')),
      },
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

/** int8 as a number; amounts and sequences stay far below the safe limit, and anything else is a fault. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('an integer from the database is not safe')
  return value
}
