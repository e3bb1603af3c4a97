import type { SpanContext } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from './answered.ts'
import type { Config } from '../config/config.ts'
import type { Begun, Tracing } from '../meters/tracing.ts'
import { ourProxies } from './proxies.ts'

export type TracedRequests = {
  /** Ends the span of a request. Returns its trace id if the trace is recorded. */
  end(request: FastifyRequest, reply: FastifyReply): string | undefined
}

const openOf = new WeakMap<Tracing, Map<string, Begun>>()

/** The span context of an open request, by its id; undefined if it is not traced. */
export function tracedRequest(tracing: Tracing, requestId: string | undefined): SpanContext | undefined {
  return requestId === undefined ? undefined : openOf.get(tracing)?.get(requestId)?.context
}

/**
 * Traces every request from arrival to answer. A trace started elsewhere is continued only if it comes from one of our proxies:
 * otherwise any client could choose what is recorded.
 */
export function traceRequests(http: FastifyInstance, tracing: Tracing, proxies: Config['trustProxy']): TracedRequests {
  const open = new Map<string, Begun>()
  openOf.set(tracing, open)
  const isOurs = ourProxies(proxies)
  http.addHook('onRequest', (request, reply, done) => {
    const parent = isOurs(request.socket.remoteAddress) ? parentIn(request.headers['traceparent']) : undefined
    const begun = tracing.begin('request', 'SERVER', performance.now(), parent)
    if (begun.isSampled) {
      open.set(request.id, begun)
      // A stream, or a request whose client disconnected, never sends an answer.
      reply.raw.once('close', () => finish(request, null))
    }
    done()
  })
  const finish = (request: FastifyRequest, status: number | null): string | undefined => {
    const begun = open.get(request.id)
    if (begun === undefined) return undefined
    open.delete(request.id)
    const code = codeOf(request)
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? '(none)',
      'paddock.request_id': request.id,
      ...(status === null ? {} : { 'http.response.status_code': status }),
      ...(code === undefined ? {} : { 'paddock.code': code }),
    }
    begun.end(attributes, status !== null && status >= 500)
    return begun.context.traceId
  }
  return { end: (request, reply) => finish(request, reply.statusCode) }
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Source: W3C Trace Context, "traceparent Header". All-zero ids are invalid. */
function parentIn(header: string | string[] | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
