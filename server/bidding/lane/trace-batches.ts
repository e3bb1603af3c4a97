import type { SpanContext } from '@opentelemetry/api'
import { tracedRequest } from '#server/platform/http/trace-requests.ts'
import type { Tracing } from '#server/platform/meters/tracing.ts'
import type { Act } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'
import type { BatchTimes } from './lane-counts.ts'

type Told = { batch: SpanContext; committedAt: number }

/** Lots whose commit is not told yet. More than these wait only if nobody is told, and then nobody misses them. */
const WAITING_MAX = 1000

/** The way of bids through their batch and to the feed, for those whose requests are traced. A batch without one costs a look at each act. */
export class BatchTraces {
  #tracing: Tracing
  #cameAt = new WeakMap<Act, number>()
  /** The batch that brought a lot to where it is, until its watchers are told. */
  #untold = new Map<string, Told>()

  constructor(tracing: Tracing) {
    this.#tracing = tracing
  }

  /** An act joins its lane. */
  came(act: Act): void {
    if (this.#requestOf(act) !== undefined) this.#cameAt.set(act, performance.now())
  }

  committed(acts: readonly Act[], decided: DecidedBatch, times: BatchTimes): void {
    const traced = acts.flatMap((act) => {
      const request = this.#requestOf(act)
      return request === undefined ? [] : [{ act, request }]
    })
    const [first] = traced
    if (first === undefined) return
    const batch = this.#batch(first.request, traced, acts, decided, times)
    for (const { act, request } of traced) {
      const from = this.#cameAt.get(act) ?? times.waitingFrom
      this.#tracing.record('wait in lane', { from, to: times.gatheredAt, parent: request, links: [batch] })
    }
    for (const { lotId, rows } of decided.books) {
      if (rows.length === 0) continue
      if (this.#untold.size >= WAITING_MAX) this.#untold.delete(this.#untold.keys().next().value!)
      this.#untold.set(lotId, { batch, committedAt: times.committedAt })
    }
  }

  /** The watchers of a lot have been told of what was committed. */
  told(lotId: string, watchers: number): void {
    const untold = this.#untold.get(lotId)
    if (untold === undefined) return
    this.#untold.delete(lotId)
    const { batch: parent, committedAt: from } = untold
    const attributes = { 'paddock.lot_id': lotId, 'paddock.watchers': watchers }
    this.#tracing.record('feed', { from, to: performance.now(), kind: 'PRODUCER', parent, attributes })
  }

  /** A batch belongs to the trace of its first bid and is linked with all others. */
  #batch(
    parent: SpanContext,
    traced: { request: SpanContext }[],
    acts: readonly Act[],
    decided: DecidedBatch,
    { gatheredAt, decidedAt, committedAt }: BatchTimes,
  ): SpanContext {
    const attributes = {
      'paddock.acts': acts.length,
      'paddock.lots': decided.books.length,
      'paddock.refused': decided.attempts.filter(({ outcome }) => !outcome.ok).length,
    }
    const links = traced.map(({ request }) => request)
    const batch = this.#tracing.record('batch', { from: gatheredAt, to: committedAt, parent, links, attributes })
    this.#tracing.record('lock, read, decide', { from: gatheredAt, to: decidedAt, parent: batch })
    this.#tracing.record('commit', { from: decidedAt, to: committedAt, kind: 'CLIENT', parent: batch })
    return batch
  }

  #requestOf(act: Act): SpanContext | undefined {
    return act.by === 'bidder' ? tracedRequest(this.#tracing, act.requestId) : undefined
  }
}
