import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { KeptLine, type Dial } from './bus-line.ts'
import { CHANNEL, dialPostgres, NOTIFY_BYTES_MAX } from './bus-postgres.ts'
import { channelOf, dialRedis, REDIS_BYTES_MAX } from './bus-redis.ts'
import { newId } from '../id.ts'

/**
 * Hints between processes. What is published reaches subscribers of this process at once and those of others within a tick. A hint
 * may be lost: the tables are the truth, and `onGap` tells when to look there.
 */
export type Bus = {
  /** `over: 'database'`: also where Redis carries the rest, for what others must hear although Redis is away. */
  publish(topic: string, payload: string, over?: 'database'): void
  subscribe(topic: string, hear: (payload: string) => void): () => void
  /** Called when hints of other processes may have been lost and can be heard again. */
  onGap(react: () => void): () => void
  /** What it does without at present, in a sentence; null: all is well. */
  lacks(): string | null
  close(): Promise<void>
}

const TICK_MS = 25
/** A hint fits every line, so that it can go the other way when one is away. */
const HINT_BYTES_MAX = NOTIFY_BYTES_MAX
/** Hints kept while nothing carries them; the oldest go first. */
const WAITING_MAX = 5000

type Hint = [topic: string, payload: string]

/** A hint that belongs to a transaction: the database sends it with the commit, to every process and to this one, or never. */
export async function publishWithCommit<T>(trx: Kysely<T>, topic: string, payload: string): Promise<void> {
  const text = JSON.stringify([newId(), [topic, payload]])
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(trx)
}

/**
 * Opens the bus. It always listens to the database, where hints of transactions come from. With `busUrl` all others go through Redis,
 * and through the database while Redis is away; a house starts without its Redis.
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
  #hears = new Map<string, Set<(payload: string) => void>>()
  #gaps = new Set<() => void>()
  /** What gathers for the next tick: for the fastest way, and for the database in any case. */
  #waiting: Hint[] = []
  #waitingForDatabase: Hint[] = []
  #tick: NodeJS.Timeout | null = null
  #sending = new Set<Promise<void>>()
  #isClosed = false

  constructor(dial: Dial, log: Logger) {
    this.#log = log
    const events = { heard: (text: string) => this.#heard(text), lost: () => undefined, back: () => this.#isBack() }
    this.#database = new KeptLine({ name: 'the database', bytesMax: NOTIFY_BYTES_MAX, dial, events, log })
  }

  /** Throws when the database cannot be reached; Redis may come later. */
  async open(dial: Dial | null): Promise<void> {
    await this.#database.open()
    if (dial === null) return
    const events = {
      heard: (text: string) => this.#heard(text),
      // From here on the database carries hints; those that Redis took with it are a gap.
      lost: () => this.#isBack(),
      back: () => this.#isBack(),
    }
    this.#redis = new KeptLine({ name: 'Redis', bytesMax: REDIS_BYTES_MAX, dial, events, log: this.#log })
    await this.#redis.openSoon()
  }

  publish(topic: string, payload: string, over?: 'database'): void {
    this.#tell(topic, payload)
    const size = Buffer.byteLength(JSON.stringify([topic, payload]))
    if (size > HINT_BYTES_MAX) return this.#log.error({ topic, size }, 'a hint is too large for the bus')
    const waiting = over === 'database' ? this.#waitingForDatabase : this.#waiting
    waiting.push([topic, payload])
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

  lacks(): string | null {
    if (!this.#database.isUp) return 'Hints of other processes are not heard at present; the tables are asked instead.'
    if (this.#redis?.isUp === false) return 'Redis is away; hints between processes go through the database.'
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

  #tell(topic: string, payload: string): void {
    for (const hear of this.#hears.get(topic) ?? []) hear(payload)
  }

  #isBack(): void {
    this.#flush()
    for (const react of this.#gaps) react()
  }

  /** Sends what gathered since the last tick, in as few texts as fit. */
  #flush(): void {
    if (this.#tick !== null) clearTimeout(this.#tick)
    this.#tick = null
    const [forDatabase, forAny] = [this.#waitingForDatabase, this.#waiting]
    this.#waitingForDatabase = this.#carry(this.#database, forDatabase, true)
    this.#waiting = this.#carry(this.#redis?.isUp === true ? this.#redis : this.#database, forAny, false)
  }

  /** Answers what has to wait. */
  #carry(line: KeptLine, hints: Hint[], isForDatabase: boolean): Hint[] {
    if (!line.isUp) return hints.slice(-WAITING_MAX)
    for (const batch of batchesOf(hints, line.bytesMax)) {
      const sent: Promise<void> = line
        .send(JSON.stringify([this.#me, ...batch]))
        .catch((err: unknown) => {
          // Perhaps it was heard: a hint heard twice does no harm.
          this.#log.warn({ err }, 'hints could not be sent; they go again')
          this.#again(batch, isForDatabase)
        })
        .finally(() => this.#sending.delete(sent))
      this.#sending.add(sent)
    }
    return []
  }

  #again(batch: Hint[], isForDatabase: boolean): void {
    const waiting = isForDatabase ? this.#waitingForDatabase : this.#waiting
    waiting.unshift(...batch)
    if (this.#isClosed) this.#flush()
    else this.#tick ??= setTimeout(() => this.#flush(), TICK_MS)
  }

  #heard(text: string): void {
    const [from, ...hints] = this.#parse(text)
    if (from === this.#me) return
    for (const [topic, payload] of hints) this.#tell(topic, payload)
  }

  /** Whatever else speaks on the channel ends no process. */
  #parse(text: string): [from: string, ...Hint[]] {
    try {
      return JSON.parse(text) as [string, ...Hint[]]
    } catch (err) {
      this.#log.warn({ err }, 'something on the bus is no hint')
      return ['']
    }
  }
}

/** In order, each batch within `bytesMax` together with what names its sender. */
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
