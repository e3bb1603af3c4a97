import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { KeptLine, type Dial } from './bus-line.ts'
import { CHANNEL, dialPostgres, NOTIFY_BYTES_MAX } from './bus-postgres.ts'
import { channelOf, dialRedis, REDIS_BYTES_MAX } from './bus-redis.ts'
import { newId } from '../id.ts'

/**
 * Hints between processes. A published hint reaches subscribers of this process immediately and those of other processes within a tick.
 * A hint may be lost: the tables are the source of truth, and `onGap` says when to reread them.
 */
export type Bus = {
  /** `over: 'database'`: send through the database even when Redis carries the rest, for hints that must arrive while Redis is down. */
  publish(topic: string, payload: string, over?: 'database'): void
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Called when hints of other processes may have been missed and can be received again. */
  onGap(react: () => void): () => void
  /** What currently does not work, in a sentence; null: all is well. */
  lacks(): string | null
  close(): Promise<void>
}

const TICK_MS = 25
/** A hint fits every line, so that it can take the other one when one is down. */
const HINT_BYTES_MAX = NOTIFY_BYTES_MAX
/** Hints kept while no line is open; the oldest are dropped first. */
const WAITING_MAX = 5000

type Hint = [topic: string, payload: string]

/** A hint that belongs to a transaction: on commit the database sends it to every process including this one; on rollback, to none. */
export async function publishWithCommit<T>(trx: Kysely<T>, topic: string, payload: string): Promise<void> {
  const text = JSON.stringify([newId(), [topic, payload]])
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(trx)
}

/**
 * Opens the bus. It always listens to the database, because transactions publish hints there. With `busUrl`, all other hints go through
 * Redis, and through the database while Redis is down; the server starts even when Redis is down.
 */
export async function openBus(databaseUrl: string, log: Logger, busUrl: string | null = null): Promise<Bus> {
  const bus = new ProcessBus(dialPostgres(databaseUrl), log)
  await bus.open(busUrl === null ? null : dialRedis(busUrl, channelOf(databaseUrl)))
  return bus
}

class ProcessBus implements Bus {
  #log: Logger
  #me = newId()
  #database: KeptLine
  #redis: KeptLine | null = null
  #listeners = new Map<string, Set<(payload: string) => void>>()
  #gaps = new Set<() => void>()
  /** Hints for the next tick: those for the fastest line, and those that must go through the database. */
  #waiting: Hint[] = []
  #waitingForDatabase: Hint[] = []
  #tick: NodeJS.Timeout | null = null
  #sending = new Set<Promise<void>>()
  #isClosed = false

  constructor(dial: Dial, log: Logger) {
    this.#log = log
    const events = {
      received: (text: string) => this.#receive(text),
      lost: () => undefined,
      back: () => this.#isBack(),
    }
    this.#database = new KeptLine({ name: 'the database', bytesMax: NOTIFY_BYTES_MAX, dial, events, log })
  }

  /** Throws when the database cannot be reached; Redis may come later. */
  async open(dial: Dial | null): Promise<void> {
    await this.#database.open()
    if (dial === null) return
    const events = {
      received: (text: string) => this.#receive(text),
      // From now on the database carries hints; those lost with Redis are a gap.
      lost: () => this.#isBack(),
      back: () => this.#isBack(),
    }
    this.#redis = new KeptLine({ name: 'Redis', bytesMax: REDIS_BYTES_MAX, dial, events, log: this.#log })
    await this.#redis.openSoon()
  }

  publish(topic: string, payload: string, over?: 'database'): void {
    this.#dispatch(topic, payload)
    const size = Buffer.byteLength(JSON.stringify([topic, payload]))
    if (size > HINT_BYTES_MAX) return this.#log.error({ topic, size }, 'a hint is too large for the bus')
    const waiting = over === 'database' ? this.#waitingForDatabase : this.#waiting
    waiting.push([topic, payload])
    this.#tick ??= setTimeout(() => this.#flush(), TICK_MS)
  }

  subscribe(topic: string, listener: (payload: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  onGap(react: () => void): () => void {
    this.#gaps.add(react)
    return () => this.#gaps.delete(react)
  }

  lacks(): string | null {
    if (!this.#database.isUp) return 'Not receiving hints from other processes; polling the tables instead.'
    if (this.#redis?.isUp === false) return 'Redis is unavailable; hints between processes go through the database.'
    return null
  }

  async close(): Promise<void> {
    this.#flush()
    this.#isClosed = true
    while (this.#sending.size > 0) await Promise.all(this.#sending)
    if (this.#tick !== null) clearTimeout(this.#tick)
    await this.#redis?.close()
    await this.#database.close()
  }

  #dispatch(topic: string, payload: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload)
  }

  #isBack(): void {
    this.#flush()
    for (const react of this.#gaps) react()
  }

  /** Sends the hints gathered since the last tick, in as few messages as possible. */
  #flush(): void {
    if (this.#tick !== null) clearTimeout(this.#tick)
    this.#tick = null
    const [forDatabase, forAny] = [this.#waitingForDatabase, this.#waiting]
    this.#waitingForDatabase = this.#carry(this.#database, forDatabase, () => this.#waitingForDatabase)
    this.#waiting = this.#carry(this.#redis?.isUp === true ? this.#redis : this.#database, forAny, () => this.#waiting)
  }

  /** Returns the hints that have to wait. `waiting`: where those go that could not be sent. */
  #carry(line: KeptLine, hints: Hint[], waiting: () => Hint[]): Hint[] {
    if (!line.isUp) return hints.slice(-WAITING_MAX)
    for (const batch of batchesOf(hints, line.bytesMax)) {
      const sent: Promise<void> = line
        .send(JSON.stringify([this.#me, ...batch]))
        .catch((err: unknown) => {
          // The batch may have arrived; receiving a hint twice does no harm.
          this.#log.warn({ err }, 'could not send hints; they will be retried')
          this.#again(batch, waiting())
        })
        .finally(() => this.#sending.delete(sent))
      this.#sending.add(sent)
    }
    return []
  }

  #again(batch: Hint[], waiting: Hint[]): void {
    waiting.unshift(...batch)
    if (this.#isClosed) this.#flush()
    else this.#tick ??= setTimeout(() => this.#flush(), TICK_MS)
  }

  #receive(text: string): void {
    const [from, ...hints] = this.#parse(text)
    if (from === this.#me) return
    for (const [topic, payload] of hints) this.#dispatch(topic, payload)
  }

  /** A message from anything else on the channel must not crash the process. */
  #parse(text: string): [from: string, ...Hint[]] {
    try {
      return JSON.parse(text) as [string, ...Hint[]]
    } catch (err) {
      this.#log.warn({ err }, 'received a malformed message on the bus')
      return ['']
    }
  }
}

/** In order, each batch within `bytesMax` including the sender's id. */
function* batchesOf(hints: readonly Hint[], bytesMax: number): Generator<Hint[]> {
  let batch: Hint[] = []
  let bytes = 0
  for (const hint of hints) {
    const size = Buffer.byteLength(JSON.stringify(hint)) + 1
    if (batch.length > 0 && bytes + size > bytesMax) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(hint)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
