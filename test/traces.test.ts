import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchFeed, type Watch } from '#server/bidding/feed/watch-feed.test-support.ts'
import { castPerson, type CastMember } from './cast.ts'
import { openCollector, type Collector, type SeenSpan } from './collector.ts'
import { freshDatabase } from './harness/database.ts'
import { openTestServer, type AppOptions, type TestServer } from './harness/test-server.ts'
import { castLot, type CastLot } from './inventory.ts'
import { anyTopic } from './harness/any-topic.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`

let database: Awaited<ReturnType<typeof freshDatabase>>
let collector: Collector
let server: TestServer
let ada: CastMember
let boris: CastMember
let lot: CastLot
let watch: Watch

beforeAll(async () => {
  database = await freshDatabase()
  collector = await openCollector()
  server = await open()
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
  lot = await castLot(server.app)
  watch = await watchFeed(server.url, { token: ada.token, lots: [lot.lotId] })
  await watch.until((all) => all.some(({ type }) => type === 'lot'))
})

afterAll(async () => {
  watch?.close()
  await server?.close()
  collector?.close()
  await database?.drop()
})

function open(config: AppOptions['config'] = {}, ratio = 1): Promise<TestServer> {
  return openTestServer({
    databaseUrl: database.url,
    config: { traces: { endpoint: collector.url, ratio }, trustProxy: ['127.0.0.1'], ...config },
  })
}

function bid(at: TestServer, who: CastMember, amount: number, kind = 'firm', headers: Record<string, string> = {}) {
  const body = { bidId: randomUUID(), kind, amount }
  return at.call('POST', `/api/lots/${lot.lotId}/bids`, { token: who.token, body, headers })
}

/** Waits until the collector has a span, which may take as long as spans are buffered. */
function seen(fits: (span: SeenSpan) => boolean): Promise<SeenSpan> {
  return vi.waitFor(
    () => {
      const found = collector.spans().find(fits)
      if (found === undefined)
        throw new Error(
          `not among ${collector
            .spans()
            .map(({ name }) => name)
            .join()}`,
        )
      return found
    },
    { timeout: 12_000, interval: 100 },
  )
}

test('a bid can be followed from its request through the lane, the batch and its commit to the feed', async () => {
  expect((await bid(server, ada, 10_000, 'firm', { traceparent: TRACEPARENT })).status).toBe(200)
  const inTrace = (name: string) => seen((span) => span.name === name && span.traceId === TRACE)
  const [request, wait, batch, reading, commit, feed] = await Promise.all(
    ['request', 'wait in lane', 'batch', 'lock, read, decide', 'commit', 'feed'].map(inTrace),
  )
  expect(request).toMatchObject({ parentSpanId: SPAN, kind: 2, failed: false })
  expect(request!.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/lots/:lotId/bids',
    'http.response.status_code': 200,
  })
  expect(wait).toMatchObject({ parentSpanId: request!.spanId, links: [{ traceId: TRACE, spanId: batch!.spanId }] })
  expect(batch).toMatchObject({
    parentSpanId: request!.spanId,
    links: [{ traceId: TRACE, spanId: request!.spanId }],
    // The lot's opening may share the batch.
    attributes: { 'paddock.actions': expect.any(Number), 'paddock.refused': 0 },
  })
  expect([reading!.parentSpanId, commit!.parentSpanId, feed!.parentSpanId]).toEqual(Array(3).fill(batch!.spanId))
  expect(feed!.attributes).toMatchObject({ 'paddock.watchers': 1, 'paddock.lot_id': lot.lotId })
  const order = [request!.startMs, wait!.startMs, wait!.endMs, reading!.endMs, commit!.endMs, feed!.endMs]
  expect(order.toSorted((a, b) => a - b)).toEqual(order)
  expect(Math.abs(Date.now() - request!.startMs)).toBeLessThan(60_000)
})

test('a batch is linked to every traced bid in it', async () => {
  const traces = Array.from({ length: 8 }, (_, n) => `4bf92f3577b34da6a3ce929d0e0e480${n}`)
  const bids = traces.map((trace, n) =>
    bid(server, n % 2 === 0 ? ada : boris, 20_000 + 10_000 * n, 'firm', { traceparent: `00-${trace}-${SPAN}-01` }),
  )
  await Promise.all(bids)
  const waits = await Promise.all(
    traces.map((trace) => seen(({ name, traceId }) => name === 'wait in lane' && traceId === trace)),
  )
  for (const wait of waits) {
    const batch = await seen(({ spanId }) => spanId === wait.links[0]?.spanId)
    expect(batch.links.map(({ traceId }) => traceId)).toContain(wait.traceId)
  }
})

test('a refusal has its code, our failures are errors, and outbox work has its topic', async () => {
  await bid(server, boris, 100, 'firm', { traceparent: TRACEPARENT.replace(TRACE, 'a'.repeat(32)) })
  const refused = await seen(({ name, traceId }) => name === 'request' && traceId === 'a'.repeat(32))
  expect(refused).toMatchObject({
    attributes: { 'paddock.code': 'below-next-bid', 'http.response.status_code': 409 },
    failed: false,
  })
  const outbox = anyTopic(server.app.outbox)
  outbox.on('unlucky', () => Promise.reject(new Error('out of paper')))
  await server.app.db.transaction().execute((trx) => outbox.add(trx, 'unlucky', { secret: 'sesame' }))
  outbox.nudge()
  const work = await seen(({ name }) => name === 'outbox unlucky')
  expect(work).toMatchObject({ kind: 5, failed: true, attributes: { 'paddock.tries': 1 } })
})

test('no trace carries a maximum, a token, a name or an address', async () => {
  const maximum = 73_917_00
  expect(
    (await bid(server, ada, maximum, 'maximum', { traceparent: TRACEPARENT.replace(TRACE, 'b'.repeat(32)) })).status,
  ).toBe(200)
  await server.call('GET', '/api/user?note=ada@demo.paddock.example', {
    token: ada.token,
    headers: { traceparent: TRACEPARENT.replace(TRACE, 'c'.repeat(32)), cookie: 'paddock_session=crumbs' },
  })
  await seen(({ traceId, name }) => traceId === 'b'.repeat(32) && name === 'request')
  await seen(({ traceId }) => traceId === 'c'.repeat(32))
  const text = collector.text()
  expect(text).toContain('/api/user')
  for (const secret of [String(maximum), ada.token, 'Ada', '@demo', 'crumbs', 'sesame', '127.0.0.1'])
    expect(text).not.toContain(secret)
})

test('only our proxies decide what is traced, including nothing', async () => {
  const plain = await open({ trustProxy: false }, 0)
  const listed = await open({ trustProxy: ['10.0.0.0/8'] }, 0)
  const near = await open({ trustProxy: ['10.0.0.0/8', '127.0.0.1'] }, 0)
  const of = (letter: string) => ({ traceparent: TRACEPARENT.replace(TRACE, letter.repeat(32)) })
  await plain.call('GET', '/api/company-terms', { headers: of('d') })
  await listed.call('GET', '/api/company-terms', { headers: of('e') })
  await near.call('GET', '/api/company-terms', { headers: of('f') })
  await server.call('GET', '/api/company-terms', { headers: { traceparent: `00-${'9'.repeat(32)}-${SPAN}-00` } })
  // Closing sends the remaining spans.
  await Promise.all([plain, listed, near].map((each) => each.close()))
  await server.call('GET', '/api/user', { headers: of('8') })
  await seen(({ traceId }) => traceId === '8'.repeat(32))
  const known = new Set(collector.spans().map(({ traceId }) => traceId))
  expect(['d', 'e', 'f', '9'].map((letter) => known.has(letter.repeat(32)))).toEqual([false, false, true, false])
})

test('a collector that accepts nothing costs one log line and nothing else', async () => {
  const deaf = await openCollector(400)
  const lines: string[] = []
  const alone = await openTestServer({
    databaseUrl: database.url,
    config: { traces: { endpoint: deaf.url, ratio: 1 }, logLevel: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
  })
  expect((await alone.call('GET', '/api/company-terms')).status).toBe(200)
  await alone.close()
  deaf.close()
  expect(lines.filter((line) => line.includes('could not send traces'))).toHaveLength(1)
})
