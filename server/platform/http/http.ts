import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ProblemBody } from '#contract/problem.ts'
import { Answered, noteNo } from './answered.ts'
import type { Config } from '../config/config.ts'
import { databaseProblem } from '../database/database-away.ts'
import { Meters } from '../meters/meters.ts'
import { Problem } from '../problem.ts'
import { traceRequests } from './trace-requests.ts'
import { unwelcome } from './unwelcome.ts'
import type { Tracing } from '../meters/tracing.ts'

const BODY_BYTES_MAX = 64 * 1024
/** A request that has not arrived whole by then is cut off. Two photographs of 10 MB over a slow line of a phone take that long. */
const REQUEST_MS_MAX = 120_000
const KEEP_ALIVE_MS = 75_000

/** The HTTP server without any route: limits, ids, and the one place where anything thrown becomes an answer. */
export function openHttp(
  config: Config,
  log: Logger,
  meters = new Meters(),
  tracing: Tracing | null = null,
): FastifyInstance {
  const answered = new Answered(log)
  answered.tell(meters)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Who ends the server waits for answers under way first, then cuts what is left: see `stop` in app.ts.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: config.trustProxy,
    // Two of a header that there is once are no header of the first alone: see `unwelcome`.
    http: { joinDuplicateHeaders: true },
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestIdHeader: false,
    // A logger of its own for every request costs as much as reading its body; what is logged names its request itself.
    childLoggerFactory: (logger) => logger,
    // Numbered ids would tell whoever reads two of them how many requests others made in between.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read reaches no route and so no error handler.
    frameworkErrors(error, request, reply) {
      answered.noteUnreadable()
      sendError(error, request, reply)
    },
    clientErrorHandler(error, socket) {
      answered.noteUnreadable()
      refuseUnreadable(error, socket, randomUUID())
    },
  }) as unknown as FastifyInstance
  app.setErrorHandler((error: FastifyError | Problem | Error, request, reply) => sendError(error, request, reply))
  // Nothing reads plain text, and a form on a foreign page may send it without being asked.
  app.removeContentTypeParser('text/plain')
  app.decorate('publicOrigin', new URL(config.publicUrl).origin)
  const whatIsWrong = unwelcome(config)
  app.addHook('onRequest', (request, _reply, done) => done(whatIsWrong(request.raw) ?? undefined))
  const traced = tracing === null ? null : traceRequests(app, tracing, config.trustProxy)
  const fix = headersFixedFor(config)
  // One hook for all: each costs a bid about a microsecond.
  app.addHook('onSend', (request, reply, payload, done) => {
    fix(reply)
    answered.note(request, reply, traced?.end(request, reply))
    done(null, payload)
  })
  return app
}

/** What a page may ask a browser for; nothing here asks for more than a picture of a document. */
export const PERMISSIONS = 'camera=(self), geolocation=(), microphone=(), payment=()'

/** For every answer that does not say otherwise: never stored on the way, never guessed at, never a document of its own. */
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

/** Everything unknown is a bug: the person gets a plain sentence, the log the rest. */
export function sendError(
  error: FastifyError | Problem | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof Problem ? error : (databaseProblem(error) ?? fromFramework(error))
  const isOurs = problem.status >= 500 && (problem.status !== 503 || problem !== error)
  noteNo(request, problem.code, isOurs ? error : undefined)
  const body: ProblemBody = {
    message: problem.message,
    code: problem.code,
    requestId: request.id,
    ...(problem.details === undefined ? {} : { details: problem.details }),
  }
  fixHeaders(reply)
  if (problem.headers !== undefined) reply.headers(problem.headers)
  if (problem.retryAfterS !== undefined) reply.header('retry-after', String(problem.retryAfterS))
  return reply.code(problem.status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Words for what the framework refuses before a handler sees it. */
const FRAMEWORK: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too-large', 'The request is too large.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'file-too-large', 'The file is too large: 10 MB at most.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported-media', 'Send JSON with the content type application/json.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'unsupported-media', 'Send the files as form data.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid-input', 'The body is empty; send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid-input', 'The body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid-input', 'The body does not have the length it claims.'],
  FST_ERR_BAD_URL: [400, 'invalid-input', 'The address cannot be read.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not-found', 'There is no such page.'],
}

/** Status and words for what is no request at all, by the parser's code. */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'The request cannot be read.']
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
    return [status ?? 400, 'invalid-input', 'The request cannot be read.']
  }
  return [
    500,
    'internal',
    'Something went wrong on our side. Nothing you did is lost; try again, or tell us the request id.',
  ]
}
