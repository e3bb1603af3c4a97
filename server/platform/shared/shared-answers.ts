import type { Meters } from '../meters/meters.ts'
import { Prepared } from './prepared.ts'
import { type SharedSource, SharedAnswer } from '../rendering/shared-answer.ts'

export type SharedLimits = { answersMax: number; bytesMax: number }

const LIMITS: SharedLimits = { answersMax: 4000, bytesMax: 64 * 1024 * 1024 }

export type SharedCounters = {
  answers: number
  bytes: number
  /** Requests answered without the framework. */
  early: number
  /** Answers that were evicted. */
  evicted: number
}

/**
 * One process's answers that are the same for everyone at their access level, by address. Bounded in number and bytes; those not
 * requested recently are evicted. This is only a cache: the tables are the source of truth, and a bus message makes an answer stale.
 */
export class SharedAnswers {
  #limits: SharedLimits
  #kept = new Map<string, SharedAnswer>()
  #byTopic = new Map<string, Set<SharedAnswer>>()
  #bytes = 0
  #evicted = 0
  /** Counted by early.ts. */
  early = 0

  constructor(limits: Partial<SharedLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  counters(): SharedCounters {
    return { answers: this.#kept.size, bytes: this.#bytes, early: this.early, evicted: this.#evicted }
  }

  registerMetrics(meters: Meters): void {
    meters.readCounter(
      'paddock_shared_early_total',
      'Shared answers sent as stored, bypassing the framework',
      () => this.early,
    )
    meters.readCounter(
      'paddock_shared_evicted_total',
      'Shared answers evicted to make room for others',
      () => this.#evicted,
    )
    meters.gauge('paddock_shared_bytes', 'Bytes of stored shared answers', () => this.#bytes)
  }

  find(address: string): SharedAnswer | undefined {
    const found = this.#kept.get(address)
    if (found !== undefined) {
      found.isUsed = true
      found.isAskedAgain = true
    }
    return found
  }

  /** The answer at an address, current enough to send. Throws what reading it throws; such an answer is not kept. */
  async keep<T>(address: string, source: SharedSource<T>): Promise<Prepared> {
    const answer = this.find(address) ?? this.#add(address, source as SharedSource<unknown>)
    try {
      return new Prepared(answer, await answer.fresh())
    } catch (error) {
      this.#remove(address, answer)
      throw error
    }
  }

  /** Data shown in answers of the topic has changed: nothing older is sent from now on. `version`: see `SharedSource`. */
  invalidate(topic: string, version?: number): void {
    for (const answer of this.#byTopic.get(topic) ?? []) answer.invalidate(version)
  }

  /** The same, with the new value. */
  replace(topic: string, value: unknown): void {
    for (const answer of this.#byTopic.get(topic) ?? []) answer.replace(value)
  }

  /** Messages may have been missed: every answer is reread when it is next requested. */
  forget(): void {
    for (const [address, answer] of this.#kept) this.#remove(address, answer)
  }

  #add(address: string, source: SharedSource<unknown>): SharedAnswer {
    const answer = new SharedAnswer(source, (bytes) => {
      this.#bytes += bytes
      if (bytes > 0) this.#makeRoom()
    })
    this.#kept.set(address, answer)
    for (const topic of source.topics) {
      this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set<SharedAnswer>()).add(answer))
    }
    this.#makeRoom()
    return answer
  }

  #remove(address: string, answer: SharedAnswer): void {
    if (this.#kept.get(address) !== answer) return
    this.#kept.delete(address)
    for (const topic of answer.source.topics) {
      const others = this.#byTopic.get(topic)
      others?.delete(answer)
      if (others?.size === 0) this.#byTopic.delete(topic)
    }
    answer.drop()
  }

  /** Evicts the oldest first, but an answer requested since its last check moves to the end once more. */
  #makeRoom(): void {
    while (this.#kept.size > this.#limits.answersMax || this.#bytes > this.#limits.bytesMax) {
      const [address, answer] = this.#kept.entries().next().value!
      if (answer.isUsed && this.#kept.size > 1) {
        answer.isUsed = false
        this.#kept.delete(address)
        this.#kept.set(address, answer)
      } else {
        this.#evicted += 1
        this.#remove(address, answer)
      }
    }
  }
}
