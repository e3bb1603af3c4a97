import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { CountsBy, Histogram, type Meters, type Sample } from '../meters/meters.ts'

/** Seconds. Few, because every route has its own. */
const DURATIONS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** An answer that took longer is worth a line of its own. */
const SLOW_MS = 1000
/** What a program asks every second, and what comes in by the thousand and stands in the ledger anyway. */
const BUSY = new Set(['/healthz', '/readyz', '/api/lots/:lotId/bids'])
const NO_ROUTE = '(none)'

/** `err`: what went wrong inside of the house. */
type No = { code: string; err?: Error }

const noes = new WeakMap<FastifyRequest, No>()

/** Notes why a request is answered other than it hoped. */
export function noteNo(request: FastifyRequest, code: string, err?: Error): void {
  noes.set(request, err === undefined ? { code } : { code, err })
}

/** The code of a refusal or a problem, once it is known. */
export function codeOf(request: FastifyRequest): string | undefined {
  return noes.get(request)?.code
}

type OfRoute = { method: string; route: string; byStatus: Map<number, Histogram> }

/** Counts answers, and writes one line for each; the level says how much it matters. */
export class Answered {
  #log: Logger
  #routes = new Map<string, OfRoute>()
  #ofConfig = new WeakMap<object, OfRoute>()
  #refusals = new CountsBy('code')
  #problems = new CountsBy('code')

  constructor(log: Logger) {
    this.#log = log
  }

  tell(meters: Meters): void {
    meters.histogram(
      'paddock_http_request_seconds',
      'Requests answered, until the answer was handed to the socket, by route and class of status.',
      () => this.#durations(),
    )
    meters.counter('paddock_refusals_total', 'Requests that the rules refused (409), by code.', () => this.#refusals)
    meters.counter(
      'paddock_problems_total',
      'Requests that could not be served (4xx but 409, 5xx), by code.',
      () => this.#problems,
    )
  }

  /** Called once an answer is ready to be sent. */
  note(request: FastifyRequest, reply: FastifyReply, traceId?: string): void {
    const { statusCode } = reply
    const ms = reply.elapsedTime
    const of = this.#ofRoute(request)
    const statusClass = Math.floor(statusCode / 100)
    let histogram = of.byStatus.get(statusClass)
    if (histogram === undefined) of.byStatus.set(statusClass, (histogram = new Histogram(DURATIONS)))
    histogram.observe(ms / 1000)
    const no = statusCode < 400 ? undefined : noes.get(request)
    if (no !== undefined) (statusCode === 409 ? this.#refusals : this.#problems).add(no.code)
    const level = levelOf(of, statusCode, ms)
    if (!this.#log.isLevelEnabled(level)) return
    const { method, route } = of
    // The address itself is not written: it may hold what opens a door, such as the token of a link.
    const line = { requestId: request.id, method, route, status: statusCode, ms: Math.round(ms * 10) / 10, traceId }
    this.#log[level]({ ...line, ...no }, statusCode >= 500 ? 'a request failed' : 'a request was answered')
  }

  /** For what cannot be read, and so reaches no route. */
  noteUnreadable(): void {
    this.#problems.add('unreadable')
  }

  #ofRoute(request: FastifyRequest): OfRoute {
    const { config, url = NO_ROUTE } = request.routeOptions
    const known = this.#ofConfig.get(config)
    if (known !== undefined && known.method === request.method) return known
    const method = url === NO_ROUTE ? '(any)' : request.method
    const key = `${method} ${url}`
    const of = this.#routes.get(key) ?? { method, route: url, byStatus: new Map<number, Histogram>() }
    this.#routes.set(key, of)
    if (url !== NO_ROUTE) this.#ofConfig.set(config, of)
    return of
  }

  *#durations(): Generator<Sample<Histogram>> {
    for (const { method, route, byStatus } of this.#routes.values())
      for (const [statusClass, histogram] of byStatus) yield [{ method, route, status: `${statusClass}xx` }, histogram]
  }
}

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Our faults are errors; what the house could not do, or did slowly, warns; what somebody did is told; reading and bids are details. */
function levelOf({ method, route }: OfRoute, status: number, ms: number): Level {
  if (status >= 500) return status === 503 ? 'warn' : 'error'
  if (ms > SLOW_MS) return 'warn'
  return method === 'GET' || method === 'HEAD' || method === '(any)' || BUSY.has(route) ? 'debug' : 'info'
}
