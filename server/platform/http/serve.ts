import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import '#contract/platform/schema-words.ts'
import { accessDenial } from '#contract/accounts/access.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { databaseProblem } from '../database/database-away.ts'
import { recordErrorCode } from './answered.ts'
import { forRequest } from '../for-request.ts'
import { foreignOrigin, isForeign } from './foreign.ts'
import { sendError } from './http.ts'
import { ANSWER_MS_MAX, PendingRequests } from './pending-requests.ts'
import type { Person } from '../person.ts'
import { nameOf, plainWords } from '../plain-words.ts'
import { busy, invalidInput, Problem, Refusal, unavailable, unknownOutcome } from '../problem.ts'
import type { Readings } from '../readings.ts'
import { Prepared } from '../shared/prepared.ts'
import type { SharedAnswers } from '../shared/shared-answers.ts'

// Without its own messages zod/mini says "Invalid input" for everything.
z.config({ localeError: plainWords })

declare module 'fastify' {
  interface FastifyInstance {
    /** The person who sends this request; set by the accounts feature. Returns synchronously for a known session. */
    identify(request: Asker): Person | null | Promise<Person | null>
    /** The origin of `PUBLIC_URL`, such as `https://paddock.example`. */
    publicOrigin: string
    /** Whether this session recently confirmed its owner's identity; set by the accounts feature. */
    confirmedLately(person: Person): Promise<boolean>
    /** Answers that are rendered once for everyone. */
    shared: SharedAnswers
    /** Records what personal data staff read and export. */
    readings: Readings
  }
}

/** What identifies the sender: the bearer token, the cookie, and the connection on which both came before. */
export type Asker = Pick<IncomingMessage, 'headers' | 'socket'>

type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  person: E['access'] extends 'visitor' ? Person | null : Person
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = ReplyOf<E> | Refusal | Prepared

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

/** Maximum bytes of a form: two documents of 10 MB and their names. */
const FORM_BYTES_MAX = 22 * 1024 * 1024

/** Open requests by server. A stream counts only until it is open. */
const pendingByServer = new WeakMap<object, PendingRequests>()

/** The number of unanswered requests. A server that stops waits for them. */
export function answering(http: FastifyInstance): number {
  return pendingOf(http).count
}

function pendingOf(http: FastifyInstance): PendingRequests {
  const known = pendingByServer.get(http.server) ?? new PendingRequests(ANSWER_MS_MAX)
  pendingByServer.set(http.server, known)
  return known
}

/**
 * `enqueues: false`: the handler puts nothing into the outbox, so the request's id need not be tracked. `isRepeatable`: the body carries
 * an id that makes the request idempotent. The client retries until the outcome is known, so a failure before the handler answers that
 * nothing was recorded (`busy`), and a timeout that the outcome is unknown (`unknown-outcome`).
 */
export type ServeOptions = { enqueues?: boolean; isRepeatable?: boolean }

/**
 * Registers one endpoint of the contract. For every request: who is it, may they (401, 402, 403), is the input valid (400), then the
 * handler. A handler returns the reply, or a `Refusal` (409), or throws a `Problem`.
 */
export function serve<const E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { enqueues = true, isRepeatable = false }: ServeOptions = {},
): void {
  const { params, query, body } = endpoint
  const isTest = process.env['NODE_ENV'] === 'test'
  const check = isTest ? replyChecker(endpoint) : null
  const status = endpoint.status ?? (endpoint.reply === null ? 204 : 200)
  const mine = pendingOf(http)
  const changes = endpoint.method !== 'GET'
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    // Media endpoints have no HEAD route: it would open a stream, or log a view.
    exposeHeadRoute: endpoint.media === undefined,
    ...(body === 'multipart' ? { bodyLimit: FORM_BYTES_MAX } : {}),
    ...(isTest && endpoint.media !== undefined ? { onSend: (_, reply) => checkMedia(endpoint, reply) } : {}),
    async handler(request, reply) {
      const waiting = mine.enter(() => expire(endpoint, isRepeatable, request, reply))
      try {
        if (changes) refuseStrange(request, http.publicOrigin, body === 'multipart')
        const found = http.identify(request)
        const person = found instanceof Promise ? await (isRepeatable ? found.catch(refuseUnrecorded) : found) : found
        const stop = accessDenial(person, endpoint.access)
        if (stop !== null) throw new Problem(stop.status, stop.code, stop.message, { details: { goTo: stop.goTo } })
        if (person !== null && person.supportBy !== null && !opensToSupport(endpoint)) throw readOnly()
        if (endpoint.stepUp === true && (person === null || !(await http.confirmedLately(person))))
          throw proofNeeded(person)
        const call = {
          params: parse(params, request.params, 'params'),
          query: parse(query, request.query, 'query'),
          body: body === 'multipart' ? undefined : parse(body, request.body, 'body'),
          person,
          request,
          reply,
        } as Call<E>
        const noteReading = async () => {
          if (endpoint.audit === undefined || person === null) return
          await http.readings.note({ actorId: person.id, endpoint, params: call.params, query: call.query })
        }
        // A media handler sends its answer itself, so its reading is recorded first; others only once the data is known to exist.
        if (endpoint.media !== undefined) await noteReading()
        const value = await (enqueues ? forRequest(request.id, () => handler(call)) : handler(call))
        if (reply.sent) return reply
        if (value instanceof Refusal) {
          if (isTest) checkRefusal(endpoint, value)
          return sendRefusal(reply, request, value)
        }
        if (endpoint.media === undefined) await noteReading()
        if (value instanceof Prepared) return value.send(request, reply)
        if (endpoint.media !== undefined) return reply
        if (value === null || value === undefined) return reply.code(204).send()
        check?.(value)
        return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(value))
      } catch (error) {
        if (reply.sent) return reply
        throw error
      } finally {
        mine.leave(waiting)
      }
    },
  })
}

/** Accepts changes only in the content type of the contract and from our pages or programs, so no other site can make them. */
function refuseStrange({ headers }: FastifyRequest, own: string, readsForm: boolean): void {
  if (isForeign(headers, own)) throw foreignOrigin()
  const isForm = headers['content-type']?.startsWith('multipart/') === true
  if (isForm !== readsForm && (isForm || headers['content-type'] !== undefined)) throw unsupportedMedia(readsForm)
}

function unsupportedMedia(readsForm: boolean): Problem {
  return new Problem(
    415,
    'unsupported-media',
    readsForm ? 'Send the files as form data.' : 'Send JSON with the content type application/json.',
  )
}

/** A request that is not answered in time gets `unavailable`; its later result is discarded. */
function expire({ body }: Endpoint, isRepeatable: boolean, request: FastifyRequest, reply: FastifyReply): void {
  // A form takes as long as the sender's connection needs.
  if (body === 'multipart' || reply.sent) return
  void sendError(isRepeatable ? unknownOutcome() : unavailable(), request, reply)
}

/** The database could not identify the sender: nothing was done yet, and the answer says so. */
function refuseUnrecorded(error: unknown): never {
  const problem = databaseProblem(error)
  throw problem === null ? error : busy(problem.retryAfterS ?? 1)
}

/** Whether a support session may call the endpoint. Support only reads an account and never acts for the person. */
function opensToSupport({ method, support }: Endpoint): boolean {
  return support === 'allowed' || (method === 'GET' && support !== 'closed')
}

function readOnly(): Problem {
  return new Problem(403, 'support-reads-only', 'This is a read-only support session without access to maximums.')
}

/** `how`: the proof that the page asks for before it repeats the request. */
function proofNeeded(person: Person | null): Problem {
  const how = person?.secondFactor === 'on' ? 'code' : 'password'
  const message = how === 'code' ? 'Enter a two-factor code to continue.' : 'Enter your password to continue.'
  return new Problem(403, 'factor-required', message, { details: { how } })
}

function sendRefusal(reply: FastifyReply, request: FastifyRequest, { code, message, details }: Refusal): FastifyReply {
  recordErrorCode(request, code)
  const body = { message, code, requestId: request.id, ...(details === undefined ? {} : { details }) }
  return reply.code(409).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, place: string): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value === undefined ? {} : value)
  if (!result.success) throw invalidInput(result.error.issues.map(({ path, message }) => faultAt(path, message, place)))
  if (isStorable(result.data)) return result.data
  const unstorable = unstorableIn(result.data) ?? []
  throw invalidInput([faultAt(unstorable, `${nameOf(unstorable)} has characters we can’t store.`, place)])
}

function faultAt(path: readonly PropertyKey[], message: string, place: string): FieldFault {
  return { field: path.map(String).join('.') || place, message }
}

/** Control characters except tabs and line breaks, and bidirectional overrides, which make a text look like another one. */
const UNFIT = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Whether every text in it can be stored: PostgreSQL accepts no NUL and no lone surrogate, and pages must not show hidden control
 * characters. Checked before anything is written: a bid with such a text would fail its whole batch, including the bids of others.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNFIT.test(value) && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  for (const key in value) if (!isStorable(key) || !isStorable((value as Record<string, unknown>)[key])) return false
  return true
}

/** The path of the first text that is not storable, or null. */
function unstorableIn(value: unknown, path: PropertyKey[] = []): PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const found = unstorableIn(key, at) ?? unstorableIn(inner, at)
    if (found !== null) return found
  }
  return null
}

/** In tests a file must have a media type that the contract names. */
async function checkMedia({ method, path, media = [] }: Endpoint, reply: FastifyReply): Promise<void> {
  const type = reply.getHeader('content-type')
  if (typeof type === 'string' && reply.statusCode < 300 && ![media].flat().includes(type.split(';')[0]!))
    throw new Error(`${method} ${path} answers with ${type}, which its contract doesn’t list`)
}

/** In tests a refusal must be one that the contract names: clients have messages for no others. */
function checkRefusal({ method, path, rejections = [] }: Endpoint, { code }: Refusal): void {
  if (!rejections.includes(code))
    throw new Error(`${method} ${path} refuses with ${code}, which its contract doesn’t list`)
}

/** In tests every reply must match the contract exactly: an extra field may leak a secret. */
export function replyChecker(endpoint: Endpoint): ((answer: unknown) => void) | null {
  const { reply } = endpoint
  if (reply === null) return null
  return (answer) => {
    const sent = JSON.parse(JSON.stringify(answer)) as unknown
    const parsed = reply.safeParse(sent)
    if (!parsed.success)
      throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${parsed.error.message}`)
    if (sorted(parsed.data) !== sorted(sent))
      throw new Error(`${endpoint.method} ${endpoint.path} returns more than its contract`)
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
