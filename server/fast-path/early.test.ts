import http from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openApp, type RunningServer } from '#server/app.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'

const LOTS = '/api/lots?limit=5'
const SPAN = '/api/calendar?from=0&to=253402300799999'
const HTML = `<!doctype html><html><head><title>Paddock</title><meta name="description" content="" /></head><body>${'<p>Lots</p>'.repeat(150)}</body></html>`

/** Headers of the connection and the moment; all others must be the same whichever way an answer was sent. */
const OF_THE_MOMENT = ['date', 'connection', 'keep-alive']

let parts: TestServer
let running: RunningServer
let port: number
let folder: string
let ada: CastMember
let lot: CastLot
let shared: string[]

beforeAll(async () => {
  parts = await openTestServer({ listen: false, config: { publicUrl: 'https://paddock.example' } })
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-early-'))
  await writeFile(path.join(folder, 'index.html'), HTML)
  running = await openApp(parts.app, folder)
  port = await running.listen(0, '127.0.0.1')
  ada = await castPerson(parts.app.pool, { name: 'Ada' })
  const auctionId = crypto.randomUUID()
  for (let position = 1; position <= 5; position += 1) lot = await castLot(parts.app, { auctionId, position })
  // Opening these lots changes the answers that are compared here.
  await vi.waitFor(async () => {
    const found = await parts.app.pool.query(`select 1 from standing where status = 'scheduled'`)
    if (found.rowCount !== 0) throw new Error('A lot is not open yet')
  }, 10_000)
  shared = [
    `/api/lots/${lot.lotId}/standing`,
    SPAN,
    '/api/auctions',
    LOTS,
    `/api/lots/${lot.lotId}/summary`,
    '/',
    `/lot/${lot.lotNumber}`,
    '/faq',
  ]
})

afterAll(async () => {
  await running.stop()
  await parts.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer; isEarly: boolean }

/** Over the socket, where an answer may be sent early. */
async function ask(at: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const before = running.http.shared.counters().early
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request({ port, path: at, method, headers }, resolve).on('error', reject).end()
  })
  const body = await buffer(response)
  const isEarly = running.http.shared.counters().early > before
  return { status: response.statusCode!, headers: lasting(response.headers), body, isEarly }
}

/** Through the framework, bypassing the socket. */
async function askWhole(url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await running.http.inject({ url, headers })
  return { status: answer.statusCode, headers: lasting(answer.headers), body: answer.rawPayload, isEarly: false }
}

function lasting(headers: object): Record<string, unknown> {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

const asAda = () => ({ authorization: `Bearer ${ada.token}` })

/** Asks until it is answered early in that encoding: repeated requests trigger compression in the background. */
async function askEarly(at: string, headers: Record<string, string>, form?: string): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await ask(at, headers)
      expect([answer.isEarly, form ?? answer.headers['content-encoding']]).toEqual([
        true,
        answer.headers['content-encoding'],
      ])
      return answer
    },
    { timeout: 5000 },
  )
}

describe('an early answer', () => {
  test('has the same headers and bytes as one from the framework, in every form', async () => {
    for (const at of shared) {
      for (const [accept, form] of [
        ['identity', undefined],
        ['gzip', 'gzip'],
        ['gzip, br', 'br'],
      ] as const) {
        const headers = { ...asAda(), 'accept-encoding': accept }
        const isShort = (await ask(at, headers)).body.length < 1000
        const early = await askEarly(at, headers, isShort ? undefined : form)
        const whole = await askWhole(at, headers)
        expect({ ...early, isEarly: false }).toEqual(whole)
        expect(early.headers['content-length']).toBe(String(early.body.length))
        const again = { ...headers, 'if-none-match': `"other", W/${String(early.headers['etag'])}` }
        const held = await askEarly(at, again)
        expect(held).toMatchObject({ status: 304, body: Buffer.alloc(0) })
        expect({ ...held, isEarly: false }).toEqual(await askWhole(at, again))
      }
    }
  })

  test('has every security header', async () => {
    const page = await askEarly('/', {})
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'strict-transport-security': expect.stringContaining('max-age=63072000'),
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    const standing = await askEarly(shared[0]!, asAda())
    expect(standing.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': expect.stringContaining('max-age=63072000'),
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, authorization, cookie',
    })
    for (const { headers } of [page, standing]) expect(headers).not.toHaveProperty('set-cookie')
  })

  test('unpacks to the same bytes, and its tag belongs to its form only', async () => {
    const plain = await askEarly(LOTS, {})
    const gzip = await askEarly(LOTS, { 'accept-encoding': 'gzip' }, 'gzip')
    const br = await askEarly(LOTS, { 'accept-encoding': 'br' }, 'br')
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(new Set([plain, gzip, br].map(({ headers }) => headers['etag'])).size).toBe(3)
  })

  test('is the same for every visitor where visitors are allowed, and for nobody else where they are not', async () => {
    const boris = await castPerson(parts.app.pool, { name: 'Boris' })
    for (const at of shared.slice(1)) {
      const anonymous = await askEarly(at, {})
      for (const { token } of [ada, boris]) {
        expect(await askEarly(at, { authorization: `Bearer ${token}` })).toEqual(anonymous)
      }
    }
    await askEarly(shared[0]!, asAda())
    expect(await ask(shared[0]!)).toMatchObject({ status: 401, isEarly: false })
    await parts.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [boris.id])
    expect(await ask(shared[0]!, { authorization: `Bearer ${boris.token}` })).toMatchObject({
      status: 403,
      isEarly: false,
    })
  })

  test('includes news that came before the request', async () => {
    await askEarly('/api/auctions', {})
    await parts.app.pool.query(`update auction set title = 'Friday auction' where id = $1`, [lot.auctionId])
    shownChanged(parts.app)
    expect((await ask('/api/auctions')).body.toString()).toContain('Friday auction')
    expect((await askEarly(`/auction/${lot.auctionId}`, {})).body.toString()).toContain('Friday auction')
  })
})

test('is never sent or stored for anything personal', async () => {
  const own = ['/api/user', `/api/lots/${lot.lotId}/live`, '/api/my-bids', '/api/buying-power', '/api/catalog']
  for (const at of own) {
    for (let time = 0; time < 3; time += 1) {
      const answer = await ask(at, asAda())
      expect(answer).toMatchObject({ status: 200, isEarly: false, headers: { 'cache-control': 'no-store' } })
      expect(answer.headers).not.toHaveProperty('etag')
    }
    expect(running.http.shared.find(at)).toBeUndefined()
  }
})

test('is only for plain GET requests; all others go through the framework', async () => {
  await askEarly(SPAN, {})
  expect(await ask(SPAN, {}, 'HEAD')).toMatchObject({ status: 200, isEarly: false, body: Buffer.alloc(0) })
  expect(await ask(SPAN, {}, 'POST')).toMatchObject({ status: 405, isEarly: false })
  expect((await ask(SPAN, { 'content-length': '0' })).isEarly).toBe(false)
})

test('keeps the order of several requests on one connection', async () => {
  const [standing, calendar] = [shared[0]!, SPAN]
  await askEarly(standing, asAda())
  await askEarly(calendar, {})
  const order = [standing, '/api/user', calendar, '/', standing]
  const requests = order.map(
    (at) => `GET ${at} HTTP/1.1\r\nhost: paddock\r\nauthorization: Bearer ${ada.token}\r\n\r\n`,
  )
  const socket = net.connect({ port, host: '127.0.0.1' })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  socket.write(requests.join(''))
  await vi.waitFor(() => expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(order.length), { timeout: 5000 })
  socket.destroy()
  const types = [...text.matchAll(/content-type: ([a-z/]+)/gi)].map((found) => found[1])
  expect(types).toEqual(['application/json', 'application/json', 'application/json', 'text/html', 'application/json'])
})
