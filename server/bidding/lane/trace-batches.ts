import type { SpanContext } from '@opentelemetry/api'
import { tracedRequest } from '#server/platform/http/trace-requests.ts'
import type { Tracing } from '#server/platform/meters/tracing.ts'
import type { Action } from '../command.ts'
import type { DecidedBatch } from './decide-batch.ts'
import type { BatchTimes } from './lane-counts.ts'

type Delivered = { batch: SpanContext; committedAt: number }

/** Committed lots whose watchers lack the update. Only unwatched lots can exceed this limit, and their traces are not missed. */
const WAITING_MAX = 1000

/** Traces bids through their batch to the feed, for traced requests. A batch without one costs one check per action. */
export class BatchTraces {
  #tracing: Tracing
  #cameAt = new WeakMap<Action, number>()
  /** By lot, the last batch that changed it, until its watchers receive the update. */
  #undelivered = new Map<string, Delivered>()

  constructor(tracing: Tracing) {
    this.#tracing = tracing
  }

  /** An action joins its lane. */
  came(action: Action): void {
    if (this.#requestOf(action) !== undefined) this.#cameAt.set(action, performance.now())
  }

  committed(actions: readonly Action[], decided: DecidedBatch, times: BatchTimes): void {
    const traced = actions.flatMap((action) => {
      const request = this.#requestOf(action)
      return request === undefined ? [] : [{ action, request }]
    })
    const [first] = traced
    if (first === undefined) return
    const batch = this.#batch(first.request, traced, actions, decided, times)
    for (const { action, request } of traced) {
      const from = this.#cameAt.get(action) ?? times.waitingFrom
      this.#tracing.record('wait in lane', { from, to: times.gatheredAt, parent: request, links: [batch] })
    }
    for (const { lotId, rows } of decided.books) {
      if (rows.length === 0) continue
      if (this.#undelivered.size >= WAITING_MAX) this.#undelivered.delete(this.#undelivered.keys().next().value!)
      this.#undelivered.set(lotId, { batch, committedAt: times.committedAt })
    }
  }

  /** The watchers of a lot have received what was committed. */
  delivered(lotId: string, watchers: number): void {
    const undelivered = this.#undelivered.get(lotId)
    if (undelivered === undefined) return
    this.#undelivered.delete(lotId)
    const { batch: parent, committedAt: from } = undelivered
    const attributes = { 'paddock.lot_id': lotId, 'paddock.watchers': watchers }
    this.#tracing.record('feed', { from, to: performance.now(), kind: 'PRODUCER', parent, attributes })
  }

  /** A batch belongs to the trace of its first bid and is linked with all others. */
  #batch(
    parent: SpanContext,
    traced: { request: SpanContext }[],
    actions: readonly Action[],
    decided: DecidedBatch,
    { gatheredAt, decidedAt, committedAt }: BatchTimes,
  ): SpanContext {
    const attributes = {
      'paddock.actions': actions.length,
      'paddock.lots': decided.books.length,
      'paddock.refused': decided.attempts.filter(({ outcome }) => !outcome.ok).length,
    }
    const links = traced.map(({ request }) => request)
    const batch = this.#tracing.record('batch', { from: gatheredAt, to: committedAt, parent, links, attributes })
    this.#tracing.record('lock, read, decide', { from: gatheredAt, to: decidedAt, parent: batch })
    this.#tracing.record('commit', { from: decidedAt, to: committedAt, kind: 'CLIENT', parent: batch })
    return batch
  }

  #requestOf(action: Action): SpanContext | undefined {
    return action.by === 'bidder' ? tracedRequest(this.#tracing, action.requestId) : undefined
  }
}
