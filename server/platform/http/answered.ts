import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Meters } from '../meters/meters.ts'

/** Seconds. Few buckets, because every route has its own set. */
const DURATIONS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** A slower answer gets its own log line. */
const SLOW_MS = 1000
/** Routes that monitors call every second, and bids, which arrive by the thousand and are in the ledger anyway. */
const BUSY = new Set(['/healthz', '/readyz', '/api/lots/:lotId/bids'])
const NO_ROUTE = '(none)'

/** `err`: the unexpected error inside the server. */
type No = { code: string; err?: Error }

const errorCodes = new WeakMap<FastifyRequest, No>()

/** Records why a request was refused or failed. */
export function recordErrorCode(request: FastifyRequest, code: string, err?: Error): void {
  errorCodes.set(request, err === undefined ? { code } : { code, err })
}

/** The code of a refusal or a problem, once it is known. */
export function codeOf(request: FastifyRequest): string | undefined {
  return errorCodes.get(request)?.code
}

type OfRoute = { method: string; route: string }

/** `ms`: from its request to the answer. */
type Given = Partial<No> & { status: number; ms: number; requestId: string; traceId?: string | undefined }

/** Counts answers and writes one log line for each. */
export class Answered {
  #log: Logger
  #ofConfig = new WeakMap<object, OfRoute>()
  #counted: ReturnType<typeof metricsIn>

  constructor(log: Logger, meters: Meters) {
    this.#log = log
    this.#counted = metricsIn(meters)
  }

  /** Called once an answer is ready to be sent. */
  note(request: FastifyRequest, reply: FastifyReply, traceId?: string): void {
    const no = reply.statusCode < 400 ? undefined : errorCodes.get(request)
    const { statusCode: status, elapsedTime: ms } = reply
    this.count(this.#ofRoute(request), { status, ms, ...no, requestId: request.id, traceId })
  }

  /** The same for an answer that didn't go through the framework. */
  count({ method, route }: OfRoute, { status, ms, code, err, requestId, traceId }: Given): void {
    const { durations, refusals, problems } = this.#counted
    durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
    if (code !== undefined) (status === 409 ? refusals : problems).inc({ code })
    const level = levelOf({ method, route }, status, ms)
    if (!this.#log.isLevelEnabled(level)) return
    // The URL itself is not logged: it may contain a secret, such as the token of a link.
    const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10, traceId }
    const why = { ...(code === undefined ? {} : { code }), ...(err === undefined ? {} : { err }) }
    this.#log[level]({ ...line, ...why }, status >= 500 ? 'request failed' : 'request completed')
  }

  /** For requests that cannot be parsed and so reach no route. */
  noteUnreadable(): void {
    this.#counted.problems.inc({ code: 'unreadable' })
  }

  #ofRoute(request: FastifyRequest): OfRoute {
    const { config, url = NO_ROUTE } = request.routeOptions
    const known = this.#ofConfig.get(config)
    if (known !== undefined && known.method === request.method) return known
    const method = url === NO_ROUTE ? '(any)' : request.method
    const of = { method, route: url }
    if (url !== NO_ROUTE) this.#ofConfig.set(config, of)
    return of
  }
}

function metricsIn(meters: Meters) {
  return {
    durations: meters.histogram(
      'paddock_http_request_seconds',
      'Time until the response was written to the socket, by route and status class',
      DURATIONS,
      ['method', 'route', 'status'],
    ),
    refusals: meters.counter('paddock_refusals_total', 'Requests refused by a rule (409), by code', ['code']),
    problems: meters.counter('paddock_problems_total', 'Requests that failed (4xx except 409, and 5xx), by code', [
      'code',
    ]),
  }
}

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Unexpected errors log at error; unavailable or slow answers at warn; what a person changed at info; reads and bids at debug. */
function levelOf({ method, route }: OfRoute, status: number, ms: number): Level {
  if (status >= 500) return status === 503 ? 'warn' : 'error'
  if (ms > SLOW_MS) return 'warn'
  return method === 'GET' || method === 'HEAD' || method === '(any)' || BUSY.has(route) ? 'debug' : 'info'
}
