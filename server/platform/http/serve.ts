import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { accessDenial } from '#contract/accounts/access.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { databaseProblem } from '../database/database-away.ts'
import { type Answered, recordErrorCode } from './answered.ts'
import { checkMedia, checkRefusal, replyChecker } from './check-contract.ts'
import { forRequest } from '../for-request.ts'
import { foreignOrigin, isForeign } from './foreign.ts'
import { sendError } from './http.ts'
import { ANSWER_MS_MAX, PendingRequests } from './pending-requests.ts'
import type { Person } from '../person.ts'
import { busy, Problem, Refusal, unavailable, unknownOutcome } from '../problem.ts'
import { readInput } from './read-input.ts'
import type { Readings } from '../readings.ts'
import { Prepared } from '../shared/prepared.ts'
import type { SharedAnswers } from '../shared/shared-answers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The person who sends this request; set by the accounts feature. Returns synchronously for a known session. */
    identify(request: Asker): Person | null | Promise<Person | null>
    /** The origin of `PUBLIC_URL`, such as `https://paddock.example`. */
    publicOrigin: string
    /** Whether this session recently confirmed its owner's identity; set by the accounts feature. */
    confirmedLately(person: Person): Promise<boolean>
    /** Counts and logs every answer. */
    answered: Answered
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

const isTest = process.env['NODE_ENV'] === 'test'

/** Maximum bytes of a form: two documents of 10 MB and their names. */
const FORM_BYTES_MAX = 22 * 1024 * 1024

/** Open requests by server. A stream counts only until it is open. */
const pendingByServer = new WeakMap<object, PendingRequests>()

/** The number of unanswered requests. A server that stops waits for them. */
export function answering(http: FastifyInstance): number {
  return pendingOf(http).count
}

export function pendingOf(http: FastifyInstance): PendingRequests {
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
  const pending = pendingOf(http)
  const changes = endpoint.method !== 'GET'
  const isMedia = endpoint.media !== undefined
  const isAudited = endpoint.audit !== undefined
  const readsForm = endpoint.body === 'multipart'
  const send = senderOf(endpoint)
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    // Media endpoints have no HEAD route: it would open a stream, or log a view.
    exposeHeadRoute: !isMedia,
    ...(readsForm ? { bodyLimit: FORM_BYTES_MAX } : {}),
    ...(isTest && isMedia ? { onSend: (_, reply) => checkMedia(endpoint, reply) } : {}),
    // Every await here delays each bid: steps that most endpoints don't have are skipped, not awaited.
    async handler(request, reply) {
      const waiting = pending.enter(() => expire(endpoint, isRepeatable, request, reply))
      try {
        if (changes) refuseStrange(request, http.publicOrigin, readsForm)
        const found = http.identify(request)
        const person = found instanceof Promise ? await (isRepeatable ? found.catch(refuseUnrecorded) : found) : found
        requireAccess(endpoint, person)
        if (endpoint.stepUp === true) await requireProof(http, person)
        const call = callOf(endpoint, person, request, reply)
        // A media handler sends its answer itself, so its reading is recorded first; others only once the data is known to exist.
        if (isAudited && isMedia) await noteReading(http, endpoint, call)
        const value = await (enqueues ? forRequest(request.id, () => handler(call)) : handler(call))
        if (reply.sent) return reply
        if (isAudited && !isMedia && !(value instanceof Refusal)) await noteReading(http, endpoint, call)
        return send(value, request, reply)
      } catch (error) {
        if (reply.sent) return reply
        throw error
      } finally {
        pending.leave(waiting)
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

function requireAccess(endpoint: Endpoint, person: Person | null): void {
  const denial = accessDenial(person, endpoint.access)
  if (denial !== null) throw new Problem(denial.status, denial.code, denial.message, { details: { goTo: denial.goTo } })
  if (person !== null && person.supportBy !== null && !opensToSupport(endpoint)) throw readOnly()
}

/** Whether a support session may call the endpoint. Support only reads an account and never acts for the person. */
function opensToSupport({ method, support }: Endpoint): boolean {
  return support === 'allowed' || (method === 'GET' && support !== 'closed')
}

function readOnly(): Problem {
  return new Problem(403, 'support-reads-only', 'This is a read-only support session without access to maximums.')
}

/** Refuses a session that didn't recently confirm its owner's identity; `how` names the proof, after which the page repeats the request. */
async function requireProof(http: FastifyInstance, person: Person | null): Promise<void> {
  if (person !== null && (await http.confirmedLately(person))) return
  const how = person?.secondFactor === 'on' ? 'code' : 'password'
  const message = how === 'code' ? 'Enter a two-factor code to continue.' : 'Enter your password to continue.'
  throw new Problem(403, 'factor-required', message, { details: { how } })
}

/** The checked input, as the contract types it. The access level has ruled out a missing person where the type does. */
function callOf<E extends Endpoint>(
  { params, query, body }: E,
  person: Person | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<E> {
  return {
    params: readInput(params, request.params, 'params'),
    query: readInput(query, request.query, 'query'),
    body: body === 'multipart' ? undefined : readInput(body, request.body, 'body'),
    person,
    request,
    reply,
  } as Call<E>
}

/** Records that staff read or exported personal data. */
async function noteReading<E extends Endpoint>(http: FastifyInstance, endpoint: E, call: Call<E>): Promise<void> {
  if (call.person === null) return
  await http.readings.note({ actorId: call.person.id, endpoint, params: call.params, query: call.query })
}

/** Sends what a handler returned. */
function senderOf<E extends Endpoint>(endpoint: E) {
  const render = rendererOf(endpoint)
  return (value: Answer<E>, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (value instanceof Prepared) return value.send(request, reply)
    if (endpoint.media !== undefined && !(value instanceof Refusal)) return reply
    if (value === null || value === undefined) return reply.code(204).send()
    const { status, code, text } = render(value, request.id)
    if (code !== undefined) recordErrorCode(request, code)
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text)
  }
}

/** An answer as JSON. `code`: of a refusal or a problem. `err`: the unexpected error. */
export type Rendered = { status: number; text: string; code?: string; err?: Error; headers?: Record<string, string> }

/** The answer for what a handler of this endpoint returned. In tests it must be what the contract lists. */
export function rendererOf<E extends Endpoint>(
  endpoint: E,
): (value: ReplyOf<E> | Refusal, requestId: string) => Rendered {
  const status = endpoint.status ?? (endpoint.reply === null ? 204 : 200)
  const check = isTest ? replyChecker(endpoint) : null
  return (value, requestId) => {
    if (value instanceof Refusal) {
      if (isTest) checkRefusal(endpoint, value)
      const { message, code, details } = value
      const body = { message, code, requestId, ...(details === undefined ? {} : { details }) }
      return { status: 409, code, text: JSON.stringify(body) }
    }
    check?.(value)
    return { status, text: JSON.stringify(value) }
  }
}
