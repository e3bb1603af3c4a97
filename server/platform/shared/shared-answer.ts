import type { Rung } from '#contract/rungs.ts'
import { Rendering } from './rendering.ts'

/**
 * Where an answer comes from that is the same for everybody on its rung. `read` is told nothing of who asks: what it returns cannot be
 * anybody's own. It throws where there is nothing to show; nothing is kept then.
 */
export type SharedSource<T> = {
  access: Rung
  mediaType: string
  /** Of what one is told that makes it stale: any of these. */
  topics: readonly string[]
  read(): Promise<T>
  render(value: T): string
  /** Where values are numbered in the order in which they came to be: nobody is shown a lower one after a higher one. */
  versionOf?(value: T): number
}

/** How old an answer may be before it is read anew, beside the requests. */
const FRESH_MS = 1000
/** What is older is read anew before it is sent, so that lost news costs this much and nothing else. */
const KNOWN_MS_MAX = 3000

/**
 * One answer, as this process knows it. Invariants: while it is not stale it is what a read gave that began after the last news, or what
 * came with the news; of numbered values the held one never falls but by a read that no news overtook (a database restored).
 */
export class SharedAnswer<T = unknown> {
  readonly source: SharedSource<T>
  /** Every head of its answers but what belongs to one form; see early.ts. */
  head: readonly string[] | null = null
  /** Asked for since somebody looked last; see shared-answers.ts. */
  isUsed = true
  /** Asked for again since it changed: worth packing. */
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

  /** `resized` is told by how many bytes it grew or shrank. */
  constructor(source: SharedSource<T>, resized: (bytes: number) => void) {
    this.source = source
    this.#resized = resized
  }

  get size(): number {
    return this.#size
  }

  /** What may be sent at once, or null where it must be read first. `now` in ms, monotonic. */
  current(now: number): Rendering | null {
    const age = now - this.#readAt
    if (this.#version < this.#wanted || age > KNOWN_MS_MAX) return null
    if (age > FRESH_MS) this.#read().catch(() => undefined)
    return this.#rendered()
  }

  /** What may be sent, read now where it must be. Throws what the read throws. */
  async fresh(): Promise<Rendering> {
    const ready = this.current(performance.now())
    if (ready !== null) return ready
    // A read that began before the news came does not know of it.
    if (this.#reading !== null && this.#reading.wanted < this.#wanted) await this.#reading.done.catch(() => undefined)
    await this.#read()
    return this.#rendered()
  }

  /** Something changed; where values are numbered, up to `version`. */
  hear(version?: number): void {
    this.#wanted = version === undefined ? this.#wanted + 1 : Math.max(this.#wanted, version)
  }

  /** Something changed, and this is what it is now. */
  take(value: T): void {
    const version = this.source.versionOf?.(value) ?? this.#wanted + 1
    if (this.#value === null || version <= this.#version) return this.hear(version)
    this.#applied += 1
    this.#hold(value, version)
    this.#wanted = Math.max(this.#wanted, version)
  }

  /** Packs what is held, once, if it is asked for again and again and long enough. */
  packSoon(): void {
    const rendering = this.#rendered()
    if (!this.isAskedAgain || !rendering.isWorthPacking) return
    // Who cannot be sent a packed form is sent the plain one.
    rendering.pack().then(
      () => this.#measure(),
      () => undefined,
    )
  }

  /** Nothing is kept any more. */
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
    // What was announced and is not in the table is no more.
    if (this.#wanted === wanted) this.#wanted = this.#version
    this.#readAt = begunAt
  }

  #hold(value: T, version: number): void {
    this.#value = value
    this.#version = version
    this.#isRendered = false
  }

  /** Rendered when it is asked for: of many values that nobody asked for, none is. Equal bytes stay as they are, packed forms and all. */
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
