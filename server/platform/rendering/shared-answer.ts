import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { Rendering } from './rendering.ts'

/**
 * The source of an answer that is the same for everyone at its access level. `read` receives nothing about the requester, so its result
 * cannot be personal. It throws when there is nothing to show; nothing is kept then.
 */
export type SharedSource<T> = {
  access: AccessLevel
  mediaType: string
  /** A header of requests, besides those of its access level, that the answer depends on. */
  vary?: string
  /** Messages of any of these bus topics make the answer stale. */
  topics: readonly string[]
  read(): Promise<T>
  render(value: T): string
  /** Never sent plain to a client that accepts compression: for what is long and read by people who come for the first time. */
  isPackedFirst?: boolean
  /** A version that grows over time, if values have one: no client sees a lower version after a higher one. */
  versionOf?(value: T): number
}

/** Above this age an answer is reread in the background. */
const FRESH_MS = 1000
/** Above this age it is reread before it is sent, which bounds the effect of a lost message. */
const KNOWN_MS_MAX = 3000

/**
 * One answer, as cached by this process. Invariants: while not stale, it is the result of a read that began after the last message, or
 * the value that came with the message; a versioned value never goes back except by a read that no message overtook (a restored
 * database).
 */
export class SharedAnswer<T = unknown> {
  readonly source: SharedSource<T>
  /** The headers of its answers except those of one encoding; see early.ts. */
  head: readonly string[] | null = null
  /** Requested since the last check of `#makeRoom`; see shared-answers.ts. */
  isUsed = true
  /** Requested again since it changed: worth compressing. */
  isAskedAgain = false
  #resized: (bytes: number) => void
  #value: T | null = null
  #rendering: Rendering | null = null
  #isRendered = false
  #size = 0
  #version = -1
  #wanted = 0
  #applied = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: { wanted: number; done: Promise<void> } | null = null

  /** `resized` receives the change of its size in bytes. */
  constructor(source: SharedSource<T>, resized: (bytes: number) => void) {
    this.source = source
    this.#resized = resized
  }

  get size(): number {
    return this.#size
  }

  /** The answer if it may be sent at once, without a read, or null. `now` in ms, monotonic. */
  current(now: number): Rendering | null {
    const known = this.#known(now)
    return known !== null && this.source.isPackedFirst === true && known.isToPack ? null : known
  }

  /** The answer to send, read now if necessary. Throws what the read throws. */
  async fresh(): Promise<Rendering> {
    const rendering = this.#known(performance.now()) ?? (await this.#readAgain())
    if (this.source.isPackedFirst === true && rendering.isToPack) await this.#pack(rendering)
    return rendering
  }

  #known(now: number): Rendering | null {
    const age = now - this.#readAt
    if (this.#version < this.#wanted || age > KNOWN_MS_MAX) return null
    if (age > FRESH_MS) this.#read().catch(() => undefined)
    return this.#rendered()
  }

  async #readAgain(): Promise<Rendering> {
    // A read that began before the message arrived may have missed the change.
    if (this.#reading !== null && this.#reading.wanted < this.#wanted) await this.#reading.done.catch(() => undefined)
    await this.#read()
    return this.#rendered()
  }

  /** Something changed; for versioned values, up to `version`. */
  invalidate(version?: number): void {
    this.#wanted = version === undefined ? this.#wanted + 1 : Math.max(this.#wanted, version)
  }

  /** Something changed, and `value` is the new value. */
  replace(value: T): void {
    const version = this.source.versionOf?.(value) ?? this.#wanted + 1
    if (this.#value === null || version <= this.#version) return this.invalidate(version)
    this.#applied += 1
    this.#hold(value, version)
    this.#wanted = Math.max(this.#wanted, version)
  }

  /** Compresses the current rendering, once, if it is requested repeatedly and long enough. */
  packSoon(): void {
    const rendering = this.#rendered()
    if (this.isAskedAgain && rendering.isToPack) void this.#pack(rendering)
  }

  /** If compression fails, the plain form is sent. */
  #pack(rendering: Rendering): Promise<void> {
    return rendering.pack().then(
      () => this.#measure(),
      () => undefined,
    )
  }

  /** Discards everything cached. */
  drop(): void {
    this.#resized(-this.#size)
    this.#resized = () => undefined
  }

  #read(): Promise<void> {
    this.#reading ??= { wanted: this.#wanted, done: this.#readOnce().finally(() => (this.#reading = null)) }
    return this.#reading.done
  }

  async #readOnce(): Promise<void> {
    const [wanted, applied, begunAt] = [this.#wanted, this.#applied, performance.now()]
    const value = await this.source.read()
    const version = this.source.versionOf?.(value) ?? wanted
    if (version >= this.#version || applied === this.#applied) this.#hold(value, version)
    // A version that was announced but is not in the table no longer exists.
    if (this.#wanted === wanted) this.#wanted = this.#version
    this.#readAt = begunAt
  }

  #hold(value: T, version: number): void {
    this.#value = value
    this.#version = version
    this.#isRendered = false
  }

  /** Renders on demand, not on every change. If the bytes are equal, the rendering and its compressed forms are kept. */
  #rendered(): Rendering {
    const { source } = this
    if (this.#rendering !== null && this.#isRendered) return this.#rendering
    const rendering = new Rendering(source.render(this.#value as T))
    if (this.#rendering?.plain.tag !== rendering.plain.tag) {
      this.#rendering = rendering
      this.isAskedAgain = false
    }
    this.#isRendered = true
    this.#measure()
    return this.#rendering!
  }

  #measure(): void {
    const grown = (this.#rendering?.size ?? 0) - this.#size
    this.#size += grown
    this.#resized(grown)
  }
}
