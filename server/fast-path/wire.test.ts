import net from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import type { Wire } from './wire.ts'

type Answer = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

let server: TestServer
let ada: CastMember
let lotId: string
let amount = 10_000
const clients: Client[] = []
/** The server's side of each connection, by the port of its client. */
const served = new Map<number, net.Socket>()

beforeAll(async () => {
  server = await openTestServer()
  server.running.http.server.on('connection', (socket) => served.set(socket.remotePort!, socket))
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  lotId = (await castLot(server.app)).lotId
})

afterAll(async () => {
  for (const client of clients) client.socket.destroy()
  await server.close()
})

/** A connection that sends characters as they are and reads every answer. */
class Client {
  readonly socket: net.Socket
  #text = ''
  #waiting: ((answer: Answer) => void)[] = []
  #unread: Answer[] = []

  constructor(at = server) {
    this.socket = net.connect(Number(new URL(at.url).port), '127.0.0.1')
    this.socket.setNoDelay(true).setEncoding('utf8')
    this.socket.on('data', (piece: string) => this.#read(piece)).on('error', () => undefined)
    clients.push(this)
  }

  /** A connection on which a bid was answered the plain way, so that the next one is answered past the framework. */
  static async afterBid(at = server): Promise<Client> {
    const client = new Client(at)
    const { status } = await client.ask(bid())
    if (status !== 200) throw new Error(`the first bid was answered ${status}`)
    await new Promise((resolve) => setImmediate(resolve))
    return client
  }

  send(...pieces: string[]): void {
    for (const piece of pieces) this.socket.write(piece)
  }

  /** Once the server has read everything that was sent. */
  async arrived(): Promise<void> {
    await vi.waitFor(() => {
      if (served.get(this.socket.localPort!)?.bytesRead !== this.socket.bytesWritten) throw new Error('not yet')
    })
  }

  next(): Promise<Answer> {
    const answer = this.#unread.shift()
    return answer === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(answer)
  }

  async ask(characters: string): Promise<Answer> {
    this.send(characters)
    return this.next()
  }

  #read(piece: string): void {
    this.#text += piece
    for (;;) {
      const headEnd = this.#text.indexOf('\r\n\r\n')
      const head = this.#text.slice(0, Math.max(0, headEnd)).split('\r\n')
      const headers = Object.fromEntries(
        head.slice(1).map((line) =>
          line
            .toLowerCase()
            .split(/: (.*)/s)
            .slice(0, 2),
        ),
      )
      // All answers here are ASCII or count their characters as bytes below.
      const bytes = Buffer.from(this.#text.slice(headEnd + 4))
      const length = Number(headers['content-length'])
      if (headEnd === -1 || bytes.length < length) return
      const body = JSON.parse(bytes.subarray(0, length).toString()) as Answer['body']
      this.#text = bytes.subarray(length).toString()
      const answer = { status: Number(head[0]!.slice(9, 12)), headers, body }
      const waiting = this.#waiting.shift()
      if (waiting === undefined) this.#unread.push(answer)
      else waiting(answer)
    }
  }
}

type Wish = { path?: string; token?: string; headers?: string; body?: object; text?: string; method?: string }

function request({ path, token = ada.token, headers = '', body = {}, text, method = 'POST' }: Wish): string {
  const sent = text ?? JSON.stringify(body)
  const common = `host: paddock\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${headers}`
  return `${method} ${path ?? `/api/lots/${lotId}/bids`} HTTP/1.1\r\n${common}content-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`
}

function bid(wish: Wish = {}, own: object = {}): string {
  amount += 10_000
  return request({ body: { bidId: newId(), kind: 'firm', amount, ...own }, ...wish })
}

const user = () => `GET /api/user HTTP/1.1\r\nhost: paddock\r\nauthorization: Bearer ${ada.token}\r\n\r\n`
const wireOf = (at: TestServer): Wire => at.running.http.wire

/** What `work` answers, and how many of its requests were answered past the framework. */
async function counted<T>(work: () => Promise<T>): Promise<[number, T]> {
  const before = wireOf(server).answers
  const result = await work()
  return [wireOf(server).answers - before, result]
}

/** Headers that are the same whatever a body says and when. */
function lasting({ headers }: Answer): Answer['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'content-length'))
}

/** Holds the lot, so that bids on it wait; call the result to let them go on. */
async function holdLot(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: server.app.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from standing where lot_id = $1 for update', [lotId])
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

describe('a bid on a connection that has bid before', () => {
  test('is answered past the framework, with the headers and the body that the plain way gives', async () => {
    const client = new Client()
    const plain = await client.ask(bid())
    const [count, fast] = await counted(() => client.ask(bid()))
    expect(count).toBe(1)
    expect([fast.status, lasting(fast)]).toEqual([200, lasting(plain)])
    expect(Object.keys(fast.body)).toEqual(Object.keys(plain.body))
    expect(fast.body['price']).toBe(amount)
  })

  test('gets refusals and problems as the plain way gives them', async () => {
    const other = await castPerson(server.app.pool, { name: 'Boris' })
    for (const own of [{ amount: 1 }, { amount: undefined }, { kind: 'buy-now' }, { amount: 'much' }]) {
      const client = await Client.afterBid()
      const plain = await new Client().ask(bid({ token: other.token }, own))
      const fast = await client.ask(bid({ token: other.token }, own))
      expect(fast.status).toBe(plain.status)
      expect(lasting(fast)).toEqual(lasting(plain))
      expect({ ...fast.body, requestId: '' }).toEqual({ ...plain.body, requestId: '' })
    }
  })

  test('with a known id gets its first answer again, word for word', async () => {
    const client = await Client.afterBid()
    const same = bid()
    expect((await client.ask(same)).body).toEqual((await client.ask(same)).body)
  })

  test('goes the plain way when its sender, its origin or its form is not plain', async () => {
    const chen = await castPerson(server.app.pool, { name: 'Chen', verification: 'pending' })
    const gone = 'A'.repeat(43)
    const wishes: [Wish, number][] = [
      [{ token: gone }, 401],
      [{ token: chen.token }, 403],
      [{ headers: 'origin: https://elsewhere.example\r\n' }, 403],
      [{ headers: 'host: other\r\n' }, 400],
      [{ text: '{' }, 400],
      [{ text: '{"__proto__":{}}' }, 400],
      [{ path: '/api/lots/none/bids' }, 400],
      [{ path: '/api/lots/a%00b/bids' }, 400],
    ]
    for (const [wish, status] of wishes) {
      const client = await Client.afterBid()
      const [count, answer] = await counted(() => client.ask(bid(wish)))
      expect([count, answer.status], JSON.stringify(wish)).toEqual([0, status])
    }
  })
})

describe('requests on one connection are answered in the order they were sent,', () => {
  test('when a bid follows a bid that is not answered yet', async () => {
    const client = await Client.afterBid()
    const goOn = await holdLot()
    client.send(bid(), bid(), bid())
    await goOn()
    const prices = [await client.next(), await client.next(), await client.next()].map(({ body }) => body['price'])
    expect(prices).toEqual([amount - 20_000, amount - 10_000, amount])
  })

  test('when other requests stand between bids, in one piece or in several', async () => {
    for (const between of ['', 'piece']) {
      const client = await Client.afterBid()
      const all = [bid(), user(), bid(), user(), user(), bid()]
      client.send(...(between === '' ? [all.join('')] : all))
      const kinds: string[] = []
      for (const _ of all) kinds.push('bidId' in (await client.next()).body ? 'bid' : 'user')
      expect(kinds).toEqual(['bid', 'user', 'bid', 'user', 'user', 'bid'])
    }
  })

  test('when a bid arrives in halves', async () => {
    const client = await Client.afterBid()
    for (const at of [10, 90, -20]) {
      const whole = bid()
      client.send(whole.slice(0, at))
      await client.arrived()
      client.send(whole.slice(at))
      expect((await client.next()).status).toBe(200)
    }
  })

  test('and one after another they still go past the framework when reads stand between them', async () => {
    const client = await Client.afterBid()
    const [count] = await counted(async () => {
      await client.ask(bid())
      expect((await client.ask(user())).status).toBe(200)
      await client.ask(bid())
    })
    expect(count).toBe(2)
  })
})

describe('characters of another request’s body are never read as a bid,', () => {
  test('when that body begins like one', async () => {
    const client = await Client.afterBid()
    const inner = bid()
    const outer = request({ path: '/api/watchlist', text: inner })
    const [head] = outer.split(inner) as [string]
    client.send(head)
    await client.arrived()
    const [count] = await counted(async () => {
      client.send(inner)
      expect((await client.next()).status).toBeGreaterThanOrEqual(400)
    })
    expect(count).toBe(0)
    const [standing] = await server.asOwner<{ price: number }>('select price from standing where lot_id = $1', [lotId])
    expect(Number(standing!.price)).toBe(amount - 10_000)
    amount -= 10_000
  })

  test('when it is a header of a request that came with the connection’s first bid', async () => {
    const client = new Client()
    client.send(`${bid()}GET /api/user HTTP/1.1\r\nx-note: `)
    expect((await client.next()).status).toBe(200)
    const [count] = await counted(() => client.ask(bid()))
    expect(count).toBe(0)
    amount -= 10_000
  })
})

test('a server that stops answers the bid that waits', { timeout: 30_000 }, async () => {
  const second = await openTestServer({ databaseUrl: server.app.databaseUrl })
  second.running.http.server.on('connection', (socket) => served.set(socket.remotePort!, socket))
  const client = await Client.afterBid(second)
  const goOn = await holdLot()
  const waiting = client.ask(bid())
  await client.arrived()
  const closed = second.close()
  await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status).toBe(503)
  await goOn()
  expect((await waiting).status).toBe(200)
  expect(wireOf(second).answers).toBe(1)
  await closed
})
