import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { currentRequestId } from '../for-request.ts'
import { newId } from '../id.ts'
import type { Meters } from '../meters/meters.ts'
import { dueTopics, dropMessages } from './outbox-claim.ts'
import { handleOne, type Handled, type OutboxHandler } from './outbox-handle.ts'
import { outboxCounts } from './outbox-meters.ts'
import type { Tracing } from '../meters/tracing.ts'
import type { Topic, Topics } from './topics.ts'

/** Messages to other features ({@link Topics}): written in the transaction of the facts, delivered after it, retried until they succeed. */
export type Outbox = {
  /** Registers a handler. Several handlers of one topic run in one transaction. */
  on<T extends Topic>(topic: T, handler: OutboxHandler<Topics[T]>): void
  start(): void
  /** A hint that something may be waiting. */
  nudge(): void
  /** Handles everything that is due now; for tests and for stopping. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export type OutboxLimits = {
  /** Messages of one topic handled concurrently. */
  perTopic: number
  /** Messages handled concurrently beyond the first of each topic. */
  more: number
  /** How long, in ms, a message may be handled before it counts as failed. */
  handleMs: number
}

const LIMITS: OutboxLimits = { perTopic: 4, more: 4, handleMs: 30_000 }

/** Puts a message into the outbox within the caller's transaction. */
export async function enqueue<T extends Topic, D>(trx: Kysely<D>, topic: T, payload: Topics[T]): Promise<void> {
  await sql`
    insert into outbox (id, topic, payload, request_id)
    values (${newId()}, ${topic}, ${JSON.stringify(payload)}::jsonb, ${currentRequestId()})`.execute(trx)
}

const POLL_MS = 1000

/** A topic with its handlers in this process. */
type Line = { topic: string; handlers: OutboxHandler[]; running: number; again: boolean }

/**
 * Every topic has its own slot, so that none waits for a slow or failing one; shared extra slots go to topics with a backlog. A message
 * is claimed by locking its row, and the lock ends with its process. Of the messages with one key (a lot, an account) only the oldest is
 * claimed, across all topics and processes.
 */
export function createOutbox(
  db: Kysely<object>,
  log: Logger,
  limits: Partial<OutboxLimits> = {},
  watched: Watched | null = null,
): Outbox {
  const work = new Work(db, log, { ...LIMITS, ...limits }, watched === null ? () => undefined : watching(watched))
  let timer: NodeJS.Timeout | null = null
  const nudge = () => {
    if (timer !== null) work.look().catch((err: unknown) => log.error({ err }, 'could not read the outbox'))
  }
  return {
    on: (topic, handler) => work.addHandler(topic, handler),
    start() {
      timer = setInterval(nudge, POLL_MS)
    },
    nudge,
    drain: () => work.drain(),
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await work.end()
    },
  }
}

/** Who looks at the work. */
type Watched = { meters: Meters; tracing: Tracing | null }

function watching({ meters, tracing }: Watched): Handled {
  const note = outboxCounts(meters)
  return ({ id, topic, tries, requestId }, from, failed) => {
    const to = performance.now()
    note(topic, to - from, failed)
    const attributes = {
      'paddock.topic': topic,
      'paddock.message_id': id,
      'paddock.tries': tries + 1,
      ...(requestId === null ? {} : { 'paddock.request_id': requestId }),
    }
    tracing?.record(`outbox ${topic}`, { from, to, kind: 'CONSUMER', attributes, failed })
  }
}

class Work {
  #db: Kysely<object>
  #log: Logger
  #limits: OutboxLimits
  #onHandled: Handled
  #lines = new Map<string, Line>()
  #running = new Set<Promise<void>>()
  /** The last look that began; it has ended, or will without an error. */
  #looking: Promise<void> = Promise.resolve()
  /** The look after it, which hasn't begun. */
  #nextLook: Promise<void> | null = null
  /** Messages being handled beyond the first of each topic. */
  #more = 0
  #handled = 0
  #ending = false

  constructor(db: Kysely<object>, log: Logger, limits: OutboxLimits, onHandled: Handled) {
    this.#onHandled = onHandled
    this.#db = db
    this.#log = log
    this.#limits = limits
  }

  addHandler(topic: string, handler: OutboxHandler): void {
    const line = this.#lines.get(topic) ?? { topic, handlers: [], running: 0, again: false }
    line.handlers.push(handler)
    this.#lines.set(topic, line)
  }

  /** Starts work on every topic that has a message due by now. A look that is under way may have read before that message was added. */
  look(): Promise<void> {
    this.#nextLook ??= this.#looking.then(() => {
      this.#nextLook = null
      const look = this.#ending ? Promise.resolve() : this.#lookOnce()
      this.#looking = look.catch(() => undefined)
      return look
    })
    return this.#nextLook
  }

  /** Works until no message can be claimed. */
  async drain(): Promise<void> {
    for (let before = -1; before !== this.#handled;) {
      before = this.#handled
      await this.look()
      await this.#allDone()
    }
  }

  async end(): Promise<void> {
    this.#ending = true
    await this.#nextLook?.catch(() => undefined)
    await this.#looking
    await this.#allDone()
  }

  async #allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #lookOnce(): Promise<void> {
    const topics = await dueTopics(this.#db)
    // A message without a handler is deleted.
    const unhandled = topics.filter((topic) => !this.#lines.has(topic))
    if (unhandled.length > 0) await dropMessages(this.#db, unhandled)
    for (const topic of topics) {
      const line = this.#lines.get(topic)
      if (line === undefined) continue
      if (line.running === 0) this.#run(line)
      else line.again = true
    }
  }

  #run(line: Line): void {
    if (this.#ending) return
    const isMore = line.running > 0
    line.running += 1
    if (isMore) this.#more += 1
    const done: Promise<void> = this.#work(line, () => {
      line.running -= 1
      if (isMore) this.#more -= 1
    })
      .catch((err: unknown) => this.#log.error({ err, topic: line.topic }, 'the outbox stopped early'))
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  /** `ended` is called in the turn in which no message was found: a look that follows starts the work again. */
  async #work(line: Line, ended: () => void): Promise<void> {
    const { perTopic, more, handleMs } = this.#limits
    try {
      while (!this.#ending) {
        line.again = false
        const handled = await handleOne(this.#db, line.topic, line.handlers, handleMs, this.#log, this.#onHandled)
        if (handled === null) {
          if (line.again) continue
          return
        }
        this.#handled += 1
        // A later message with this key may have another topic.
        if (handled.key !== null) this.#lookSoon()
        if (line.running < perTopic && this.#more < more) this.#run(line)
      }
    } finally {
      ended()
    }
  }

  #lookSoon(): void {
    if (this.#ending) return
    this.look().catch((err: unknown) => this.#log.error({ err }, 'could not read the outbox'))
  }
}
