import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { accessDenial } from '#contract/accounts/access.ts'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Answered } from '#server/platform/http/answered.ts'
import { isForeign } from '#server/platform/http/foreign.ts'
import { problemAnswer } from '#server/platform/http/http.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import { type Rendered, pendingOf, rendererOf } from '#server/platform/http/serve.ts'
import { unwelcome } from '#server/platform/http/unwelcome.ts'
import type { Person } from '#server/platform/person.ts'
import { type Refusal, unknownOutcome } from '#server/platform/problem.ts'
import { type Head, isWholeGet, readWhole, type WholeRequest } from './whole-request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers bids past the framework. */
    wire: Wire
  }
}

export type WireCall<E extends Endpoint> = { params: ParamsOf<E>; body: BodyOf<E>; person: Person; requestId: string }
type WireHandler<E extends Endpoint> = (call: WireCall<E>) => Promise<ReplyOf<E> | Refusal>

/** What was read of a request; its endpoint's schemas have checked `params` and `body`. */
type ReadCall = { params: unknown; body: unknown; person: Person; requestId: string }

/** Where requests of one endpoint begin and end around its only parameter, and what answers them. */
type Route = {
  endpoint: Endpoint
  before: string
  parameter: string
  after: string
  /** Never rejects: what is thrown is answered as a problem. */
  answer(call: ReadCall): Promise<Rendered>
}

/** A connection with what Node keeps on it: its parser, and the answer that is being sent. */
type HttpSocket = Socket & { parser?: object | null; _httpMessage?: object | null }

type Connection = {
  socket: HttpSocket
  toNode(chunk: Buffer): void
  /** From then on Node reads the connection. */
  detach(): void
  isAnswering: boolean
  held: Buffer[]
  asked: Asked | null
}

/** What a head asks of the endpoint that is answered here: on one connection the same head always asks the same. */
type Asked = { head: Head; asker: Asker; params: unknown }
type Asker = Head & { socket: Socket; httpVersion: string }

/** Node's listener for what arrives on a connection, by the name Node gives it. */
const OF_NODE = 'bound socketOnData'
/** Node's list of its parsers, by the name of the symbol it has on a server. */
const CONNECTIONS = 'http.server.connections'
const JSON_TYPE = 'application/json'

/**
 * For benchmark b1: 1.26x as many bids a second as through Node's HTTP and the framework, the plain way (two servers in turn, Nov 29,
 * 2026).
 *
 * Answers the requests of one endpoint from the connection's own bytes. Handling a request otherwise costs twice what a bid costs. A
 * connection is read here once the plain way has answered such a request on it. Everything that is not a whole, plain request of an
 * identified person who has access goes to Node as it came, and so do all requests while a server stops. The headers are those that the
 * framework sent with the same endpoint's answer before. Source: decision 90.
 */
export class Wire {
  /** How many requests were answered here. */
  answers = 0
  #http: FastifyInstance
  #answered: Answered
  #whatIsWrong: ReturnType<typeof unwelcome>
  #isOpen: boolean
  #route: Route | null = null
  #head: string | null = null
  #followed = new WeakSet<Socket>()
  #open = 0
  #allAnswered: () => void = () => undefined

  constructor(http: FastifyInstance, config: Config, answered: Answered) {
    this.#http = http
    this.#answered = answered
    this.#whatIsWrong = unwelcome(config)
    // A request that is traced has a span, which hooks of the framework begin and end.
    this.#isOpen = config.traces === null
    http.addHook('preClose', () => this.#close())
  }

  /** The endpoint answered here: a POST with one parameter, whose handler puts nothing into the outbox and may be repeated. */
  serve<const E extends Endpoint>(endpoint: E, handler: WireHandler<E>): void {
    const [, before = '', parameter = '', after = ''] = /^(.*):(\w+)(.*)$/.exec(endpoint.path) ?? []
    const render = rendererOf(endpoint)
    const answer = async (call: ReadCall) => {
      try {
        return render(await handler(call as WireCall<E>), call.requestId)
      } catch (error) {
        return problemAnswer(error as Error, call.requestId)
      }
    }
    this.#route = { endpoint, before, parameter, after, answer }
  }

  /** Call for each request of the endpoint that the framework answers: later ones on its connection are read here. */
  follow(reply: FastifyReply): void {
    const { socket } = reply.raw
    if (!this.#isOpen || socket === null || this.#followed.has(socket)) return
    this.#followed.add(socket)
    reply.raw.once('finish', () => {
      if (reply.statusCode < 400 || reply.statusCode === 409)
        this.#head ??= headOf(reply, this.#http.server.keepAliveTimeout)
      // Never from within the parser.
      setImmediate(() => this.#attach(socket))
    })
  }

  /** Node's server closes connections on which it knows of no request, so the ones that are read here are answered first. */
  #close(): Promise<void> {
    this.#isOpen = false
    return new Promise((resolve) => {
      this.#allAnswered = () => this.#open === 0 && resolve()
      this.#allAnswered()
    })
  }

  /** Where this version of Node names its parts differently, nothing changes: all requests go the plain way. */
  #attach(socket: HttpSocket): void {
    const ofNode = socket.listeners('data').find(({ name }) => name === OF_NODE) as
      | ((chunk: Buffer) => void)
      | undefined
    if (socket.destroyed || ofNode === undefined || !isBetweenRequests(this.#http.server, socket)) return
    const receive = (chunk: Buffer) => this.#receive(connection, chunk)
    const detach = () => {
      socket.on('data', ofNode)
      socket.removeListener('data', receive)
    }
    const connection: Connection = { socket, toNode: ofNode, detach, isAnswering: false, held: [], asked: null }
    socket.on('data', receive)
    socket.removeListener('data', ofNode)
  }

  #receive(connection: Connection, chunk: Buffer): void {
    const { socket, held } = connection
    // A stream took the connection and left HTTP.
    if ((socket.parser ?? null) === null) return
    if (connection.isAnswering) {
      held.push(chunk)
      socket.pause()
      return
    }
    const characters = chunk.toString('latin1')
    const request = readWhole(characters, connection.asked?.head ?? null)
    if (request !== null && this.#takes(connection, request)) return
    // Whatever else Node has read of, it alone knows where its next request begins.
    if (request === null && !isWholeGet(characters)) connection.detach()
    connection.toNode(chunk)
  }

  /** Whether a request is answered here. */
  #takes(connection: Connection, request: WholeRequest): boolean {
    const { socket } = connection
    const isFree = (socket._httpMessage ?? null) === null && !socket.writableNeedDrain
    if (!this.#isOpen || this.#head === null || this.#route === null || !isFree) return false
    const call = this.#callOf(this.#route, request, connection)
    if (call === null) return false
    this.#answer(this.#route, call, connection)
    return true
  }

  /** Null: the plain way answers it, and says what is wrong with it. */
  #callOf(route: Route, { head, body }: WholeRequest, connection: Connection): ReadCall | null {
    const { endpoint } = route
    try {
      if (head !== connection.asked?.head) connection.asked = this.#askedIn(route, head, connection.socket)
      if (connection.asked === null) return null
      const { asker, params } = connection.asked
      const person = knownAtOnce(this.#http.identify(asker))
      if (person === null || accessDenial(person, endpoint.access) !== null || person.supportBy !== null) return null
      const input = readInput(endpoint.body as Exclude<Endpoint['body'], 'multipart'>, JSON.parse(body), 'body')
      return { params, body: input, person, requestId: randomUUID() }
    } catch {
      return null
    }
  }

  /** Null: nothing that is answered here. Throws the faults of its parameter. */
  #askedIn({ endpoint, before, parameter, after }: Route, head: Head, socket: Socket): Asked | null {
    const { url, headers } = head
    const asker = { ...head, socket, httpVersion: '1.1' }
    if (!url.startsWith(before) || !url.endsWith(after) || headers['content-type'] !== JSON_TYPE) return null
    if (this.#whatIsWrong(asker) !== null || isForeign(headers, this.#http.publicOrigin)) return null
    const value = url.slice(before.length, url.length - after.length)
    return { head, asker, params: readInput(endpoint.params, { [parameter]: value }, 'params') }
  }

  #answer(route: Route, call: ReadCall, connection: Connection): void {
    const { requestId } = call
    const since = performance.now()
    const pending = pendingOf(this.#http)
    let isAnswered = false
    connection.isAnswering = true
    this.#open += 1
    const send = (answer: Rendered) => {
      if (isAnswered) return
      isAnswered = true
      this.answers += 1
      this.#write(connection.socket, answer)
      const { method, path } = route.endpoint
      this.#answered.count({ method, route: path }, { ...answer, ms: performance.now() - since, requestId })
      this.#open -= 1
      this.#goOn(connection)
      if (!this.#isOpen) this.#allAnswered()
    }
    const waiting = pending.enter(() => send(problemAnswer(unknownOutcome(), requestId)))
    void route.answer(call).then((answer) => {
      pending.leave(waiting)
      send(answer)
    })
  }

  /** What arrived while the answer was on its way comes next. */
  #goOn(connection: Connection): void {
    connection.isAnswering = false
    if (connection.held.length === 0) return
    const held = Buffer.concat(connection.held.splice(0))
    // Before it is received: Node, or the next bid, may pause the connection again.
    connection.socket.resume()
    this.#receive(connection, held)
  }

  #write(socket: Socket, { status, text, headers = {} }: Rendered): void {
    if (!socket.writable) return
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const bytes = Buffer.byteLength(text)
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${this.#head}${own.join('')}content-length: ${bytes}\r\n`
    socket.write(`${head}date: ${dateNow()}\r\n\r\n${text}`, bytes === text.length ? 'latin1' : 'utf8')
  }
}

/** Null: nobody, or a session that must be read first; the plain way reads it, and answers if that fails. */
function knownAtOnce(found: Person | null | Promise<Person | null>): Person | null {
  if (!(found instanceof Promise)) return found
  found.catch(() => undefined)
  return null
}

/** Node's server lists the connections on which it neither reads nor answers a request. */
function isBetweenRequests(server: Server, { parser, _httpMessage }: HttpSocket): boolean {
  const name = Object.getOwnPropertySymbols(server).find(({ description }) => description === CONNECTIONS)
  const connections = name === undefined ? undefined : (Reflect.get(server, name) as Parsers)
  return (_httpMessage ?? null) === null && parser !== null && connections?.idle?.().includes(parser!) === true
}

type Parsers = { idle?(): object[] }

/** The headers of every answer of the endpoint, as lines. `keepAliveMs`: how long the connection stays open after it. */
function headOf(reply: FastifyReply, keepAliveMs: number): string {
  const lasting = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length')
  const connection = [
    ['connection', 'keep-alive'],
    ['keep-alive', `timeout=${Math.floor(keepAliveMs / 1000)}`],
  ]
  return [...lasting, ...connection].map((header) => `${header.join(': ')}\r\n`).join('')
}

let second = -1
let date = ''

function dateNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) date = new Date(now * 1000).toUTCString()
  second = now
  return date
}
