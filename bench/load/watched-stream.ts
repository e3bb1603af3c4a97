import type { Latencies } from './latencies.ts'
import type { Brought, Wire } from './wire.ts'

/** A message as all watchers of a process receive it, read once. */
type Known = { bytes: Buffer; brought: Brought | 'resync' | null; arrivals: { at: number; count: number } }

/** Combined findings of all watchers. */
export type Tally = {
  /** Events that reached a watcher. */
  deliveries: number
  /** From the decision of an event to its arrival, for each event. */
  latencies: Latencies
  /** Streams that didn't continue from their last sequence, or had to be read again. */
  gaps: number
  /** The first faults, in words. */
  faults: string[]
}

/** Messages that some watchers already have and others don't yet. */
const KNOWN_MAX = 8
const FAULTS_MAX = 20

/**
 * The messages that all watchers of one process receive. The first of equal messages is read event by event; later ones are compared
 * with it byte by byte. So every byte that every watcher received is checked, at the cost of one comparison.
 */
export class MessageBook {
  readonly #wire: Wire
  readonly #known: Known[] = []
  /** Length of the last message that brought one event, as text; 0 before any. */
  oneEventBytes = 0
  /** Every event seen, by sequence, as first received. */
  readonly lines = new Map<number, string>()
  readonly tally: Tally

  constructor(wire: Wire, tally: Tally) {
    this.#wire = wire
    this.tally = tally
  }

  /** The message that begins at `at`; null while it is incomplete. */
  take(bytes: Buffer, at: number): Known | null {
    for (const known of this.#known) {
      const end = at + known.bytes.length
      if (end <= bytes.length && bytes.compare(known.bytes, 0, known.bytes.length, at, end) === 0) return known
    }
    const end = this.#wire.endOf(bytes, at)
    if (end < 0) return null
    const own = Buffer.from(bytes.subarray(at, end))
    const known = { bytes: own, brought: this.#read(own), arrivals: { at: 0, count: 0 } }
    this.#known.unshift(known)
    const forgotten = this.#known.length > KNOWN_MAX ? this.#known.pop() : undefined
    if (forgotten !== undefined) this.#settleArrivals(forgotten)
    return known
  }

  /** A message arrived somewhere; those of the same millisecond are counted together. */
  arrived(known: Known, now: number): void {
    if (known.arrivals.at !== now) this.#settleArrivals(known)
    known.arrivals.at = now
    known.arrivals.count += 1
  }

  /** Until this is called, the newest arrivals may be missing from the tally. */
  settle(): void {
    for (const known of this.#known) this.#settleArrivals(known)
  }

  #settleArrivals({ brought, arrivals }: Known): void {
    const { at, count } = arrivals
    arrivals.count = 0
    if (brought === null || brought === 'resync' || count === 0) return
    this.tally.deliveries += count * brought.decidedAt.length
    for (const decidedAt of brought.decidedAt) this.tally.latencies.add(at - decidedAt, count)
  }

  fault(what: string): void {
    this.tally.gaps += 1
    if (this.tally.faults.length < FAULTS_MAX) this.tally.faults.push(what)
  }

  #read(message: Buffer): Known['brought'] {
    try {
      const brought = this.#wire.read(message)
      if (brought === null || brought === 'resync') return brought
      brought.lines.forEach((line, index) => this.#note(brought.from + index + 1, line))
      if (brought.lines.length === 1) this.oneEventBytes = brought.length
      return brought
    } catch (error) {
      this.fault((error as Error).message)
      return null
    }
  }

  #note(sequence: number, line: string): void {
    const seen = this.lines.get(sequence)
    if (seen === undefined) this.lines.set(sequence, line)
    else if (seen !== line) this.fault(`event ${sequence} was sent in two versions`)
  }
}

/** One watcher's connection: parses what arrives and checks its order and gaps. */
export class WatchedStream {
  /** The sequence this watcher is at; null before its first message of the lot. */
  held: number | null = null
  /** Of the answer's head; 0 before it came. */
  status = 0
  readonly #book: MessageBook
  #rest: Buffer | null = null

  constructor(book: MessageBook) {
    this.#book = book
  }

  /** `piece` may be used again by the caller afterwards; `now` in ms since the epoch. */
  take(piece: Buffer, now: number): void {
    const bytes = this.#rest === null ? piece : Buffer.concat([this.#rest, piece])
    let at = this.status === 0 ? this.#takeHead(bytes) : 0
    while (at < bytes.length && this.status !== 0) {
      const known = this.#book.take(bytes, at)
      if (known === null) break
      at += known.bytes.length
      this.#apply(known, now)
    }
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null
  }

  #takeHead(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return 0
    this.status = Number(bytes.toString('latin1', 9, 12))
    return end + 4
  }

  #apply(known: Known, now: number): void {
    const { brought } = known
    if (brought === null) return
    if (brought === 'resync') {
      this.held = null
      return this.#book.fault('a watcher had to re-read')
    }
    if (this.held !== null && brought.from !== this.held)
      this.#book.fault(`a watcher that held ${this.held} received what comes after ${brought.from}`)
    this.held = brought.sequence
    this.#book.arrived(known, now)
  }
}
