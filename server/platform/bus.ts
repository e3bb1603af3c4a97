import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { newId } from './id.ts'

/**
 * Hints between processes. What is published reaches subscribers of this process at once and those of others within a tick. A hint
 * may be lost: the tables are the truth, and `onGap` tells when to look there.
 */
export type Bus = {
  publish(topic: string, payload: string): void
  subscribe(topic: string, hear: (payload: string) => void): () => void
  /** Called after the connection to other processes was lost and is back. */
  onGap(react: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'paddock'
const TICK_MS = 25
/** PostgreSQL takes notifications of under 8000 bytes. */
const NOTIFY_BYTES_MAX = 7500
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 500
/** Hints kept while the connection is lost; the oldest go first. */
const WAITING_MAX = 5000

type Hint = [topic: string, payload: string]

/** A hint that belongs to a transaction: the database sends it with the commit, to every process and to this one, or never. */
export async function publishWithCommit<T>(trx: Kysely<T>, topic: string, payload: string): Promise<void> {
  const text = JSON.stringify([newId(), [topic, payload]])
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(trx)
}

/** The bus over PostgreSQL's LISTEN and NOTIFY, on a connection of its own, never inside a transaction of bids. */
export async function openBus(url: string, log: Logger): Promise<Bus> {
  const bus = new PostgresBus(url, log)
  await bus.connect()
  return bus
}

class PostgresBus implements Bus {
  #url: string
  #log: Logger
  #me = newId()
  #client: pg.Client | null = null
  #hears = new Map<string, Set<(payload: string) => void>>()
  #gaps = new Set<() => void>()
  #waiting: Hint[] = []
  #tick: NodeJS.Timeout | null = null
  #sending = new Set<Promise<void>>()
  #heartbeat: NodeJS.Timeout | null = null
  #closed = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'paddock bus',
      pipeline: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
    })
    client.on('error', (err) => this.#lost(client, err))
    client.on('end', () => this.#lost(client, null))
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#heartbeat = setInterval(() => {
      client.query('select 1').catch((err: unknown) => this.#lost(client, err as Error))
    }, HEARTBEAT_MS)
  }

  publish(topic: string, payload: string): void {
    this.#tell(topic, payload)
    this.#waiting.push([topic, payload])
    this.#tick ??= setTimeout(() => this.#flush(), TICK_MS)
  }

  subscribe(topic: string, hear: (payload: string) => void): () => void {
    const hears = this.#hears.get(topic) ?? new Set()
    this.#hears.set(topic, hears.add(hear))
    return () => hears.delete(hear)
  }

  onGap(react: () => void): () => void {
    this.#gaps.add(react)
    return () => this.#gaps.delete(react)
  }

  async close(): Promise<void> {
    this.#flush()
    this.#closed = true
    await Promise.all(this.#sending)
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    await this.#client?.end().catch(() => undefined)
  }

  #tell(topic: string, payload: string): void {
    for (const hear of this.#hears.get(topic) ?? []) hear(payload)
  }

  /** Sends what gathered since the last tick, in as few notifications as fit. */
  #flush(): void {
    if (this.#tick !== null) clearTimeout(this.#tick)
    this.#tick = null
    if (this.#client === null) {
      this.#waiting = this.#waiting.slice(-WAITING_MAX)
      return
    }
    const waiting = this.#waiting
    this.#waiting = []
    let batch: Hint[] = []
    let bytes = 0
    for (const hint of waiting) {
      const size = Buffer.byteLength(JSON.stringify(hint)) + 1
      if (size > NOTIFY_BYTES_MAX) {
        this.#log.error({ topic: hint[0], size }, 'a hint is too large for the bus')
        continue
      }
      if (bytes + size > NOTIFY_BYTES_MAX) {
        this.#notify(batch)
        batch = []
        bytes = 0
      }
      batch.push(hint)
      bytes += size
    }
    this.#notify(batch)
  }

  #notify(hints: Hint[]): void {
    if (hints.length === 0 || this.#client === null) return
    const text = JSON.stringify([this.#me, ...hints])
    const sent: Promise<void> = this.#client
      .query('select pg_notify($1, $2)', [CHANNEL, text])
      .then(
        () => undefined,
        (err: unknown) => {
          // Perhaps it was heard: a hint heard twice does no harm.
          this.#log.warn({ err }, 'a hint could not be sent')
          this.#waiting.unshift(...hints)
        },
      )
      .finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
  }

  #heard(text: string): void {
    const [from, ...hints] = JSON.parse(text) as [string, ...Hint[]]
    if (from === this.#me) return
    for (const [topic, payload] of hints) this.#tell(topic, payload)
  }

  #lost(client: pg.Client, err: Error | null): void {
    if (this.#closed || this.#client !== client) return
    this.#log.warn({ err }, 'the bus lost its connection')
    this.#client = null
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    void client.end().catch(() => undefined)
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      try {
        await this.connect()
        this.#flush()
        for (const react of this.#gaps) react()
        return
      } catch (err) {
        this.#log.warn({ err }, 'the bus cannot reach the database yet')
      }
    }
  }
}
