import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ProblemBody } from '#contract/platform/problem.ts'
import { Answered, recordErrorCode } from './answered.ts'
import type { Config } from '../config/config.ts'
import { databaseProblem } from '../database/database-away.ts'
import { Meters } from '../meters/meters.ts'
import { Problem } from '../problem.ts'
import { traceRequests } from './trace-requests.ts'
import { unwelcome } from './unwelcome.ts'
import type { Tracing } from '../meters/tracing.ts'

const BODY_BYTES_MAX = 64 * 1024
/** A request that has not fully arrived within this time is cut off. Two photos of 10 MB on a slow phone connection take that long. */
const REQUEST_MS_MAX = 120_000
const KEEP_ALIVE_MS = 75_000

/** The HTTP server without routes: limits, ids, and the one place where anything thrown becomes an answer. */
export function openHttp(
  config: Config,
  log: Logger,
  meters = new Meters(),
  tracing: Tracing | null = null,
): FastifyInstance {
  const answered = new Answered(log, meters)
  // Typed as the framework's own logger: with pino's, the server would have a type of its own.
  const loggerInstance: FastifyBaseLogger = log
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // The code that stops the server waits for open requests first, then cuts the rest: see `stop` in app.ts.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustProxy,
    // Otherwise Node silently drops the second of two headers that may occur only once, and answers a request without a host itself,
    // without our headers: see `unwelcome`.
    http: { joinDuplicateHeaders: true, requireHostHeader: false },
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestIdHeader: false,
    // A logger per request costs as much as reading its body; log lines name their request themselves.
    childLoggerFactory: (logger) => logger,
    // Sequential ids would reveal how many requests others made between two of them.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be parsed reaches no route and so no error handler.
    frameworkErrors(error, request, reply) {
      answered.noteUnreadable()
      sendError(error, request, reply)
    },
    clientErrorHandler(error, socket) {
      answered.noteUnreadable()
      refuseUnreadable(error, socket, randomUUID())
    },
  })
  http.setErrorHandler((error: FastifyError | Problem | Error, request, reply) => sendError(error, request, reply))
  // No endpoint reads plain text, and a form on a foreign page can send it without a preflight.
  http.removeContentTypeParser('text/plain')
  readOnlyUtf8(http)
  // Node would answer 417 itself, without our shape and headers; an expectation that we don't know may be ignored (RFC 9110, 10.1.1).
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  http.decorate('answered', answered)
  http.decorate('publicOrigin', new URL(config.publicUrl).origin)
  const whatIsWrong = unwelcome(config)
  http.addHook('onRequest', (request, _reply, done) => done(whatIsWrong(request.raw) ?? undefined))
  const traced = tracing === null ? null : traceRequests(http, tracing, config.trustProxy)
  const fix = headersFixedFor(config)
  // A single hook: each one costs a bid about a microsecond.
  http.addHook('onSend', (request, reply, payload, done) => {
    fix(reply)
    answered.note(request, reply, traced?.end(request, reply))
    done(null, payload)
  })
  return http
}

/** Refuses a body in another encoding: read as UTF-8, its letters would be stored as replacement characters. */
function readOnlyUtf8(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString(), done)
    done(new Problem(400, 'invalid-input', 'The body is not UTF-8.'))
  })
}

/** Browser features that a page may use: only the camera, for pictures of documents. */
const PERMISSIONS = 'camera=(self), geolocation=(), microphone=(), payment=()'

/** Defaults for every answer: never stored by a cache, content type never sniffed, never usable as a document. */
const FIXED_HEADERS = [
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', PERMISSIONS],
] as const

function headersFixedFor(config: Config): (reply: FastifyReply) => void {
  if (!config.publicUrl.startsWith('https:')) return fixHeaders
  return (reply) => {
    fixHeaders(reply)
    reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}

function fixHeaders(reply: FastifyReply): void {
  for (const [name, value] of FIXED_HEADERS) if (!reply.hasHeader(name)) reply.header(name, value)
}

/** Every unknown error is a bug: the person gets a plain sentence, the log gets the details. */
export function sendError(
  error: FastifyError | Problem | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, code, err, headers, text } = problemAnswer(error, request.id)
  recordErrorCode(request, code, err)
  fixHeaders(reply)
  return reply.code(status).headers(headers).header('content-type', 'application/json; charset=utf-8').send(text)
}

/** `err`: the unexpected error, for the log. */
type ProblemAnswer = { status: number; code: string; err?: Error; headers: Record<string, string>; text: string }

/** What is answered for anything thrown; its body has the one shape of all errors. */
export function problemAnswer(error: FastifyError | Problem | Error, requestId: string): ProblemAnswer {
  const problem = error instanceof Problem ? error : (databaseProblem(error) ?? fromFramework(error))
  const { status, code, message, details, headers = {}, retryAfterS } = problem
  const isOurs = status >= 500 && (status !== 503 || problem !== error)
  const body: ProblemBody = { message, code, requestId, ...(details === undefined ? {} : { details }) }
  return {
    status,
    code,
    ...(isOurs ? { err: error } : {}),
    headers: {
      ...headers,
      // RFC 9110, 15.5.2: a 401 names how to authenticate.
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
    text: JSON.stringify(body),
  }
}

/** Messages for requests that the framework refuses before a handler runs. */
const FRAMEWORK: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too-large', 'The request is too large.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'file-too-large', 'The file is too large. The limit is 10 MB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported-media', 'Send JSON with the content type application/json.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'unsupported-media', 'Send the files as form data.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid-input', 'The body is empty; send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid-input', 'The body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'invalid-input',
    'The body’s length doesn’t match its content-length header.',
  ],
  FST_ERR_BAD_URL: [400, 'invalid-input', 'The address can’t be read. Check it.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not-found', 'We couldn’t find this page.'],
}

/** Status and message for input that is not valid HTTP, by the parser's code. */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and headers are too long. Shorten them.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'The request can’t be read.']
  const body: ProblemBody = { message, code: 'invalid-input', requestId }
  const text = JSON.stringify(body)
  const headers = [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', Buffer.byteLength(text)],
    ['connection', 'close'],
    ...FIXED_HEADERS,
  ]
  const head = headers.map((header) => header.join(': ')).join('\r\n')
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${text}`)
  socket.destroy(error)
}

function fromFramework(error: FastifyError | Error): Problem {
  const code = 'code' in error ? error.code : ''
  const [status, stable, message] = FRAMEWORK[code] ?? statusOf(error)
  return new Problem(status, stable, message)
}

function statusOf(error: FastifyError | Error): [number, string, string] {
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (error instanceof SyntaxError || (status !== undefined && status >= 400 && status < 500)) {
    return [status ?? 400, 'invalid-input', 'The request can’t be read.']
  }
  return [500, 'internal', 'Something went wrong on our side. Try again, or contact our team with the request id.']
}
