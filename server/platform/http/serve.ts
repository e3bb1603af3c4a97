import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { barrier } from '#contract/access.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { FieldFault } from '#contract/problem.ts'
import { databaseProblem } from '../database/database-away.ts'
import { noteNo } from './answered.ts'
import { forRequest } from '../for-request.ts'
import { foreignOrigin, isForeign } from './foreign.ts'
import { sendError } from './http.ts'
import { ANSWER_MS_MAX, InHand } from './in-hand.ts'
import type { Person } from '../person.ts'
import { nameOf, plainWords } from '../plain-words.ts'
import { busy, invalidInput, Problem, Refusal, unavailable, unknownOutcome } from '../problem.ts'
import type { Readings } from '../readings.ts'
import { Prepared } from '../shared/prepared.ts'
import type { SharedAnswers } from '../shared/shared-answers.ts'

// Without words zod/mini says "Invalid input" of everything.
z.config({ localeError: plainWords })

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sends this request; the accounts room decorates it. Answers at once for a session it knows. */
    identify(request: Asker): Person | null | Promise<Person | null>
    /** The origin of `PUBLIC_URL`, such as `https://paddock.example`. */
    publicOrigin: string
    /** Whether this session proved a short time ago who it is of; the accounts room decorates it. */
    confirmedLately(person: Person): Promise<boolean>
    /** What is rendered once for everybody. */
    shared: SharedAnswers
    /** What staff read of people, and take out as files. */
    readings: Readings
  }
}

/** What tells who sends a request: its bearer, its cookie, and the connection on which both came before. */
export type Asker = Pick<IncomingMessage, 'headers' | 'socket'>

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  person: E['access'] extends 'visitor' ? Person | null : Person
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = ReplyOf<E> | Refusal | Prepared

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

/** Bytes a form may have: two documents of 10 MB and their names. */
const FORM_BYTES_MAX = 22 * 1024 * 1024

/** Requests in hand, by server. Streams are in hand only until they are open. */
const inHand = new WeakMap<object, InHand>()

/** How many requests wait for their answers. A server that ends waits for them. */
export function answering(app: FastifyInstance): number {
  return inHandOf(app).count
}

function inHandOf(app: FastifyInstance): InHand {
  const known = inHand.get(app.server) ?? new InHand(ANSWER_MS_MAX)
  inHand.set(app.server, known)
  return known
}

/**
 * `tellsLater: false`: the handler puts nothing into the outbox itself, and is spared what carries the request's id there.
 * `isRepeatable`: the body carries an id under which the request counts once. Its sender asks again until the outcome is known, so a failure
 * before the handler says that nothing was recorded (`busy`), and one that took too long that nobody knows (`unknown-outcome`).
 */
export type ServeOptions = { tellsLater?: boolean; isRepeatable?: boolean }

/**
 * Registers one endpoint of the contract. For every request: who is it, may they (401, 402, 403), is the input right (400), then the
 * handler. A handler returns the reply, or a `Refusal` (409), or throws a `Problem`.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { tellsLater = true, isRepeatable = false }: ServeOptions = {},
): void {
  const { params, query, body } = endpoint
  const isTest = process.env['NODE_ENV'] === 'test'
  const check = isTest ? replyChecker(endpoint) : null
  const status = endpoint.status ?? (endpoint.reply === null ? 204 : 200)
  const mine = inHandOf(app)
  const changes = endpoint.method !== 'GET'
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // What the handler sends itself has no head without its body: a stream would be opened, a view logged.
    exposeHeadRoute: endpoint.media === undefined,
    ...(body === 'multipart' ? { bodyLimit: FORM_BYTES_MAX } : {}),
    async handler(request, reply) {
      const waiting = mine.enter(() => expire(endpoint, isRepeatable, request, reply))
      try {
        if (changes) refuseStrange(request, app.publicOrigin, body === 'multipart')
        const found = app.identify(request)
        const person = found instanceof Promise ? await (isRepeatable ? found.catch(refuseUnrecorded) : found) : found
        const stop = barrier(person, endpoint.access)
        if (stop !== null) throw new Problem(stop.status, stop.code, stop.message, { details: { goTo: stop.goTo } })
        if (person !== null && person.supportBy !== null && !opensToSupport(endpoint)) throw readOnly()
        if (endpoint.stepUp === true && (person === null || !(await app.confirmedLately(person))))
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
          await app.readings.note({ actorId: person.id, endpoint, params: call.params, query: call.query })
        }
        // A file is on its way as soon as its handler is done; of anything else it is known only then whether it was there.
        if (endpoint.media !== undefined) await noteReading()
        const value = await (tellsLater ? forRequest(request.id, () => handler(call)) : handler(call))
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

/** What changes something is sent by our own pages and by programs, in the form that the contract names: no page elsewhere can do it. */
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

/** What is not there in time is answered `unavailable`; what comes of it afterwards is heard by nobody. */
function expire({ body }: Endpoint, isRepeatable: boolean, request: FastifyRequest, reply: FastifyReply): void {
  // A form takes as long as the sender's line.
  if (body === 'multipart' || reply.sent) return
  void sendError(isRepeatable ? unknownOutcome() : unavailable(), request, reply)
}

/** The database could not say who asks: nothing was done yet, and the answer says so. */
function refuseUnrecorded(error: unknown): never {
  const problem = databaseProblem(error)
  throw problem === null ? error : busy(problem.retryAfterS ?? 1)
}

/** Support looks at a person's account and acts in nobody's name; what is sealed stays so. */
function opensToSupport({ method, support }: Endpoint): boolean {
  return support === 'allowed' || (method === 'GET' && support !== 'closed')
}

function readOnly(): Problem {
  return new Problem(403, 'support-reads-only', 'This is a session of support: it reads, and sees no maximums.')
}

/** `how`: what the page asks for before it repeats the request. */
function proofNeeded(person: Person | null): Problem {
  const how = person?.secondFactor === 'on' ? 'code' : 'password'
  const message = how === 'code' ? 'Enter a code of your second factor to go on.' : 'Enter your password to go on.'
  return new Problem(403, 'factor-required', message, { details: { how } })
}

function sendRefusal(reply: FastifyReply, request: FastifyRequest, { code, message, details }: Refusal): FastifyReply {
  noteNo(request, code)
  const body = { message, code, requestId: request.id, ...(details === undefined ? {} : { details }) }
  return reply.code(409).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, place: string): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value ?? {})
  if (!result.success) throw invalidInput(result.error.issues.map(({ path, message }) => faultAt(path, message, place)))
  if (isStorable(result.data)) return result.data
  const unstorable = unstorableIn(result.data) ?? []
  throw invalidInput([faultAt(unstorable, `${nameOf(unstorable)} has characters that cannot be kept.`, place)])
}

function faultAt(path: readonly PropertyKey[], message: string, place: string): FieldFault {
  return { field: path.map(String).join('.') || place, message }
}

/** Control characters but tabs and line breaks, and those that turn the direction of writing: what is shown would not be what it says. */
const UNFIT = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Whether every text in it can be kept: PostgreSQL takes no NUL and no half of a surrogate pair, and no page may show hidden controls.
 * Asked before anything is written: a bid with such a text would fail its whole batch, and with it the bids of others.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNFIT.test(value) && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  for (const key in value) if (!isStorable(key) || !isStorable((value as Record<string, unknown>)[key])) return false
  return true
}

/** Where the first text is that is not storable, or null. */
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

/** In tests a refusal must be one that the contract names: clients have words for no others. */
function checkRefusal({ method, path, rejections = [] }: Endpoint, { code }: Refusal): void {
  if (!rejections.includes(code)) throw new Error(`${method} ${path} refuses with ${code}, which its contract lacks`)
}

/** In tests every reply must be what the contract says, to the field: one that says more may give a secret away. */
export function replyChecker(endpoint: Endpoint): ((answer: unknown) => void) | null {
  const { reply } = endpoint
  if (reply === null) return null
  return (answer) => {
    const sent = JSON.parse(JSON.stringify(answer)) as unknown
    const parsed = reply.safeParse(sent)
    if (!parsed.success)
      throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${parsed.error.message}`)
    if (sorted(parsed.data) !== sorted(sent))
      throw new Error(`${endpoint.method} ${endpoint.path} says more than its contract`)
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
