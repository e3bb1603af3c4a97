import type { Logger } from 'pino'
import { CountsBy, Histogram, SECONDS, type Meters, type Sample } from '#server/platform/meters/meters.ts'
import type { Act } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'

/** When a batch did what, on the process's monotonic clock in ms. */
export type BatchTimes = {
  /** When the act came that waited longest for it. */
  waitingFrom: number
  /** When it was closed; from then on its locks and reads are under way. */
  gatheredAt: number
  /** When its writes and its commit were sent. */
  decidedAt: number
  committedAt: number
}

const SIZES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const LATE_S: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 2, 5, 15, 60, 300]
/** A commit that takes longer is felt by who waits for it. */
const SLOW_COMMIT_MS = 1000
/** The clock looks four times a second: later than this is a fault somewhere. */
const LATE_CLOSE_MS = 2000
const IDS_IN_LOG = 20

/** What the lanes of a process did, counted once a batch and not once a bid. */
export class LaneCounts {
  #log: Logger
  #answers = { accepted: 0, refused: 0, repeated: 0 }
  #refusals = new CountsBy('code')
  #houseActs = 0
  #failed = 0
  #tries = 0
  #sizes = new Histogram(SIZES)
  #waits = new Histogram(SECONDS)
  #commits = new Histogram(SECONDS)
  #batches = new Histogram(SECONDS)
  #late = new Histogram(LATE_S)

  constructor(log: Logger) {
    this.#log = log
  }

  /** After the commit of a batch. Must not throw. */
  committed(acts: readonly Act[], decided: DecidedBatch, times: BatchTimes): void {
    const { waitingFrom, gatheredAt, decidedAt, committedAt } = times
    let accepted = 0
    for (const { outcome } of decided.attempts) {
      if (outcome.ok) accepted += 1
      else this.#refusals.add(outcome.rejection.code)
    }
    let bids = 0
    for (const act of acts) if (act.by === 'bidder') bids += 1
    this.#answers.accepted += accepted
    this.#answers.refused += decided.attempts.length - accepted
    this.#answers.repeated += bids - decided.attempts.length
    this.#houseActs += acts.length - bids
    this.#sizes.observe(acts.length)
    this.#waits.observe((gatheredAt - waitingFrom) / 1000)
    this.#batches.observe((committedAt - gatheredAt) / 1000)
    this.#commits.observe((committedAt - decidedAt) / 1000)
    if (committedAt - decidedAt > SLOW_COMMIT_MS) this.#warn('a commit was slow', acts, committedAt - decidedAt)
    for (const book of decided.books) if (book.rows.length > 0) this.#lookAtEnd(book)
  }

  /** A batch that came to nothing; `again`: it is tried once more. */
  failed(again: boolean): void {
    if (again) this.#tries += 1
    else this.#failed += 1
  }

  /** A lot ended by its clock: how long after its end? Bought at once it ends before. */
  #lookAtEnd({ lotId, before, state, rows }: DecidedBatch['books'][number]): void {
    if (state.status === before.status || before.closesAt === null) return
    const closed = rows.find(({ event }) => event.type === 'closed')
    if (closed === undefined || closed.event.at < before.closesAt) return
    const lateMs = closed.event.at - before.closesAt
    this.#late.observe(lateMs / 1000)
    if (lateMs > LATE_CLOSE_MS) this.#log.warn({ lotId, lateMs: Math.round(lateMs) }, 'a lot was closed late')
  }

  #warn(what: string, acts: readonly Act[], ms: number): void {
    this.#log.warn({ acts: acts.length, ms: Math.round(ms), ...idsOf(acts) }, what)
  }

  tell(meters: Meters, depth: () => number): void {
    meters.counter('paddock_bids_total', 'Bids answered, by answer: accepted, refused, or repeated (told again).', () =>
      Object.entries(this.#answers).map(([answer, count]): Sample => [{ answer }, count]),
    )
    meters.counter('paddock_bid_refusals_total', 'Bids that the rules refused, by code.', () => this.#refusals)
    meters.counter(
      'paddock_house_acts_total',
      'Acts of the clock and of auctioneers in the lanes.',
      () => this.#houseActs,
    )
    meters.counter(
      'paddock_batches_failed_total',
      'Batches that came to nothing; all in them heard so.',
      () => this.#failed,
    )
    meters.counter(
      'paddock_batches_retried_total',
      'Batches that the database turned back and that were tried again.',
      () => this.#tries,
    )
    meters.gauge('paddock_lane_depth', 'Acts that wait in the lanes.', depth)
    meters.histogram('paddock_batch_size', 'Acts that shared a transaction.', () => this.#sizes)
    meters.histogram(
      'paddock_lane_wait_seconds',
      'How long the first act of each batch waited for it.',
      () => this.#waits,
    )
    meters.histogram('paddock_batch_seconds', 'From the locks of a batch to its commit.', () => this.#batches)
    meters.histogram('paddock_commit_seconds', 'From the writes of a batch to its commit.', () => this.#commits)
    meters.histogram(
      'paddock_close_late_seconds',
      'How long after their end lots were closed by the clock.',
      () => this.#late,
    )
  }
}

/** Whose batch it was, for the log: the first few requests, bids and lots. */
export function idsOf(acts: readonly Act[]): { requestIds: string[]; lotIds: string[] } {
  const requestIds = acts.flatMap((act) => (act.by === 'bidder' ? (act.requestId ?? []) : [])).slice(0, IDS_IN_LOG)
  return { requestIds, lotIds: [...new Set(acts.map((act) => act.lotId))].slice(0, IDS_IN_LOG) }
}
