import type { Logger } from 'pino'
import type { LotEvent, LotState } from '#engine'
import { SECONDS, type Meters } from '#server/platform/meters/meters.ts'
import type { Action } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'

/** When each step of a batch happened, on the process's monotonic clock in ms. */
export type BatchTimes = {
  /** When the longest-waiting action arrived. */
  waitingFrom: number
  /** When the batch was closed; its locks and reads start then. */
  gatheredAt: number
  /** When its writes and its commit were sent. */
  decidedAt: number
  committedAt: number
}

/** What is counted of a batch. */
type CountedBatch = Pick<DecidedBatch, 'attempts'> & { books: readonly CountedBook[] }

type CountedBook = {
  lotId: string
  before: Pick<LotState, 'status' | 'closesAt'>
  state: Pick<LotState, 'status'>
  rows: readonly { event: Pick<LotEvent, 'type' | 'at'> }[]
}

const SIZES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const LATE_S: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 2, 5, 15, 60, 300]
/** Bidders notice a commit slower than this. */
const SLOW_COMMIT_MS = 1000
/** Due lots are polled four times a second: a close later than this indicates a fault. */
const LATE_CLOSE_MS = 2000
const IDS_IN_LOG = 20

/** What the lanes of a process did, counted once per batch rather than per bid. */
export class LaneCounts {
  #log: Logger
  #counted: ReturnType<typeof metricsIn>

  constructor(log: Logger, meters: Meters) {
    this.#log = log
    this.#counted = metricsIn(meters)
  }

  /** Call after the commit of a batch. Must not throw. */
  committed(actions: readonly Action[], decided: CountedBatch, times: BatchTimes): void {
    const { waitingFrom, gatheredAt, decidedAt, committedAt } = times
    const { answers, refusals, staffActions, sizes, waits, batches, commits } = this.#counted
    let accepted = 0
    for (const { outcome } of decided.attempts) {
      if (outcome.ok) accepted += 1
      else refusals.inc({ code: outcome.rejection.code })
    }
    let bids = 0
    for (const action of actions) if (action.by === 'bidder') bids += 1
    answers.inc({ answer: 'accepted' }, accepted)
    answers.inc({ answer: 'refused' }, decided.attempts.length - accepted)
    answers.inc({ answer: 'repeated' }, bids - decided.attempts.length)
    staffActions.inc(actions.length - bids)
    sizes.observe(actions.length)
    waits.observe((gatheredAt - waitingFrom) / 1000)
    batches.observe((committedAt - gatheredAt) / 1000)
    commits.observe((committedAt - decidedAt) / 1000)
    if (committedAt - decidedAt > SLOW_COMMIT_MS) this.#warn('a commit was slow', actions, committedAt - decidedAt)
    for (const book of decided.books) if (book.rows.length > 0) this.#lookAtEnd(book)
  }

  /** A batch failed; `again`: it is retried. */
  failed(again: boolean): void {
    const { retried, failed } = this.#counted
    ;(again ? retried : failed).inc()
  }

  /** Records how late a lot was closed by its clock. A lot sold by buy-now ends before its time and is not counted. */
  #lookAtEnd({ lotId, before, state, rows }: CountedBook): void {
    if (state.status === before.status || before.closesAt === null) return
    const closed = rows.find(({ event }) => event.type === 'closed')
    if (closed === undefined || closed.event.at < before.closesAt) return
    const lateMs = closed.event.at - before.closesAt
    this.#counted.late.observe(lateMs / 1000)
    if (lateMs > LATE_CLOSE_MS) this.#log.warn({ lotId, lateMs: Math.round(lateMs) }, 'a lot was closed late')
  }

  #warn(what: string, actions: readonly Action[], ms: number): void {
    this.#log.warn({ actions: actions.length, ms: Math.round(ms), ...idsOf(actions) }, what)
  }
}

function metricsIn(meters: Meters) {
  const answers = meters.counter(
    'paddock_bids_total',
    'Bids answered: accepted, refused, or repeated (same id again)',
    ['answer'],
  )
  for (const answer of ['accepted', 'refused', 'repeated'] as const) answers.inc({ answer }, 0)
  return {
    answers,
    refusals: meters.counter('paddock_bid_refusals_total', 'Bids refused by the auction rules, by code', ['code']),
    staffActions: meters.counter('paddock_staff_actions_total', 'Commands issued by the clock and by auctioneers'),
    failed: meters.counter('paddock_batches_failed_total', 'Failed batches; every caller received an error'),
    retried: meters.counter(
      'paddock_batches_retried_total',
      'Batches that the database rolled back and the lane retried',
    ),
    sizes: meters.histogram('paddock_batch_size', 'Commands that shared a transaction', SIZES),
    waits: meters.histogram('paddock_lane_wait_seconds', 'Wait time of the first command of each batch', SECONDS),
    batches: meters.histogram('paddock_batch_seconds', 'Time from locking the rows of a batch to its commit', SECONDS),
    commits: meters.histogram('paddock_commit_seconds', 'Time from writing a batch to its commit', SECONDS),
    late: meters.histogram(
      'paddock_close_late_seconds',
      'Delay between the scheduled end of a lot and its closing by the clock',
      LATE_S,
    ),
  }
}

/** The origin of a batch, for the log: the first few requests, bids and lots. */
export function idsOf(actions: readonly Action[]): { requestIds: string[]; lotIds: string[] } {
  const requestIds = actions
    .flatMap((action) => (action.by === 'bidder' ? (action.requestId ?? []) : []))
    .slice(0, IDS_IN_LOG)
  return { requestIds, lotIds: [...new Set(actions.map((action) => action.lotId))].slice(0, IDS_IN_LOG) }
}
