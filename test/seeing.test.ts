import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchFeed } from '#server/bidding/feed/watch-feed.test-support.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from './cast.ts'
import { untilQuiet } from './contract/tables.ts'
import { openTestServer, type TestServer } from './harness/test-server.ts'
import { castLot, type CastLot } from './inventory.ts'
import { scrape, valueOf, type Metric } from './scrape.ts'
import { anyTopic } from './harness/any-topic.ts'

/** A short auction on a server with metrics enabled. */

let server: TestServer
let ada: CastMember
let boris: CastMember
let lot: CastLot
let metrics: Map<string, Metric>
let statuses: number[]

const HAPPENS_SOON = ['paddock_notice_deliveries_total', 'paddock_outbox_failures_total']

const port = () => server.running.metricsPort!
const bid = (who: CastMember, amount: number, bidId: string = randomUUID()) =>
  server.call('POST', `/api/lots/${lot.lotId}/bids`, { token: who.token, body: { bidId, kind: 'firm', amount } })

beforeAll(async () => {
  server = await openTestServer({ config: { metrics: { port: 0, host: '127.0.0.1' } } })
  const { pool, db, outbox } = server.app
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  lot = await castLot(server.app, { extensionWindowMs: 0 })
  const watches = await Promise.all(
    [ada, boris].map(({ token }) => watchFeed(server.url, { token, lots: [lot.lotId] })),
  )
  // Sequentially: events in quick succession may share a message.
  const seen = (count: number) =>
    Promise.all(watches.map((watch) => watch.until(() => watch.lotMessages(lot.lotId).length >= count, 8000)))
  await seen(1)
  const bidId = randomUUID()
  const first = await bid(ada, 10_000, bidId)
  await seen(2)
  const answers = [
    first,
    await bid(ada, 10_000, bidId),
    await bid(boris, 10_000),
    await bid(boris, 20_000),
    await server.call('GET', '/api/lots/none'),
    await server.call('GET', '/api/nowhere/at-all'),
  ]
  statuses = answers.map(({ status }) => status)
  await seen(3)
  await pool.query('update standing set closes_at_ms = closes_at_ms - 3600000 where lot_id = $1', [lot.lotId])
  await Promise.all(watches.map((watch) => watch.until((all) => all.some((each) => isOver(each)), 8000)))
  await untilQuiet(pool)
  const unlucky = anyTopic(outbox)
  unlucky.on('unlucky', () => Promise.reject(new Error('out of paper')))
  await db.transaction().execute((trx) => unlucky.add(trx, 'unlucky', {}))
  outbox.nudge()
  await vi.waitFor(
    async () => {
      metrics = await scrape(port())
      const missing = HAPPENS_SOON.filter((name) => valueOf(metrics, name) === 0)
      if (missing.length > 0) throw new Error(`nothing yet of ${missing.join()}`)
    },
    { timeout: 8000 },
  )
  return () => {
    for (const watch of watches) watch.close()
  }
})

afterAll(() => server?.close())

function isOver(message: { type: string }): boolean {
  return message.type === 'lot' && (message as { standing?: { status: string } }).standing?.status === 'sold'
}

test('metrics show bids by answer and refusal, batches, the feed, the close, the outbox, requests and refusals', () => {
  expect(statuses).toEqual([200, 200, 409, 200, 401, 404])
  const value = (name: string, labels: Record<string, string> = {}, part = '') => valueOf(metrics, name, labels, part)
  expect(value('paddock_bids_total', { answer: 'accepted' })).toBe(2)
  expect(value('paddock_bids_total', { answer: 'refused' })).toBe(1)
  expect(value('paddock_bids_total', { answer: 'repeated' })).toBe(1)
  expect(value('paddock_bid_refusals_total', { code: 'below-next-bid' })).toBe(1)
  expect(value('paddock_refusals_total', { code: 'below-next-bid' })).toBe(1)
  expect(value('paddock_staff_actions_total')).toBeGreaterThanOrEqual(1)
  expect(value('paddock_batch_size', {}, '_count')).toBeGreaterThanOrEqual(5)
  expect(value('paddock_batch_size', {}, '_sum')).toBeGreaterThanOrEqual(5)
  expect(value('paddock_commit_seconds', {}, '_sum')).toBeGreaterThan(0)
  expect(value('paddock_lane_depth')).toBe(0)
  expect(value('paddock_close_late_seconds', {}, '_count')).toBe(1)
  expect(value('paddock_feed_streams')).toBe(2)
  expect(value('paddock_feed_deliveries_total')).toBeGreaterThanOrEqual(6)
  expect(value('paddock_feed_lag_seconds', {}, '_count')).toBeGreaterThanOrEqual(3)
  expect(value('paddock_feed_lag_seconds_bucket')).toBe(0)
  expect(value('paddock_outbox_failures_total', { topic: 'unlucky' })).toBeGreaterThanOrEqual(1)
  expect(value('paddock_outbox_waiting', { topic: 'unlucky' })).toBe(1)
  expect(value('paddock_outbox_handling_seconds', { topic: 'lot-sold' }, '_count')).toBe(1)
  const bids = { method: 'POST', route: '/api/lots/:lotId/bids' }
  expect(value('paddock_http_request_seconds', { ...bids, status: '2xx' }, '_count')).toBe(3)
  expect(value('paddock_http_request_seconds', { ...bids, status: '4xx' }, '_count')).toBe(1)
  expect(value('paddock_problems_total', { code: 'not-found' })).toBe(1)
  expect(value('paddock_sessions_known')).toBe(2)
  expect(value('paddock_pool_connections_max', { pool: 'requests' })).toBe(10)
  expect(value('paddock_database_up')).toBe(1)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

test('metrics are not served on the public port, and the metrics port serves nothing else', async () => {
  for (const address of ['/metrics', '/api/metrics']) expect((await fetch(server.url + address)).status).toBe(404)
  for (const address of ['/', '/healthz', '/api/company-terms'])
    expect((await fetch(`http://127.0.0.1:${port()}${address}`)).status).toBe(404)
})

test('no label carries an id, an address or a name, whatever is sent', async () => {
  for (const at of ['/api/lots/0197a000-0000-7000-8000-000000000001', '/api/x/ada@demo.paddock.example', '/a%00b'])
    await server.call('GET', at, { token: ada.token })
  const all = [...(await scrape(port())).values()].flatMap(({ series }) => series.map(({ labels }) => labels))
  const said = all.flatMap((labels) => Object.entries(labels).filter(([label]) => label !== 'version'))
  expect(said.length).toBeGreaterThan(50)
  for (const [, value] of said) expect(value).not.toMatch(/[0-9a-f]{8}-|@|ada|boris|0197a|%00/i)
})

test('two apps in one process count separately', async () => {
  const other = await openTestServer({ config: { metrics: { port: 0, host: '127.0.0.1' } } })
  const theirs = await scrape(other.running.metricsPort!)
  await other.close()
  expect(valueOf(theirs, 'paddock_bids_total')).toBe(0)
  expect(valueOf(await scrape(port()), 'paddock_bids_total')).toBe(4)
})

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

type Row = { name: string; type: string; labels: string[]; help: string }

function documented(): Map<string, Row> {
  const rows = [...read('docs/metrics.md').matchAll(/^\| `(paddock_\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, name = '', type = '', labels = '', help = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      help,
    }),
  )
  return new Map(rows.map((row) => [row.name, row]))
}

test('docs/metrics.md describes every metric of ours as the process does, and no other', () => {
  const ours = [...metrics.values()].filter(({ name }) => name.startsWith('paddock_'))
  const rows = documented()
  expect([...rows.keys()]).toEqual(ours.map(({ name }) => name).toSorted())
  for (const { name, type, help, series } of ours) {
    const seen = new Set(series.flatMap(({ labels }) => Object.keys(labels)).filter((label) => label !== 'le'))
    expect(rows.get(name)).toEqual({ name, type, help, labels: expect.arrayContaining([...seen]) as string[] })
  }
})

const LOOKED_AT = ['deploy/grafana', 'deploy/prometheus'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder)).map((file) => `${folder}/${file}`),
)

test.each(LOOKED_AT)('every metric and label that %s uses exists', (file) => {
  const rows = documented()
  const text = read(file)
  const missing = [...text.matchAll(/\b(paddock|process|nodejs)_\w+/g)].flatMap(([full]) => {
    const name = full.replace(/_(bucket|sum|count)$/, '')
    const metric = metrics.get(full) ?? metrics.get(name)
    if (metric === undefined) return [full]
    return (metric.type === 'histogram' ? name !== full : metric.name === full) ? [] : [full]
  })
  expect(missing).toEqual([])
  const labels = [...text.matchAll(/(paddock_\w+?)(?:_bucket|_sum|_count)?\{(.*?)\}/g)].flatMap(
    ([, name = '', inner = '']) =>
      [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => [name, label] as const),
  )
  for (const [name, label] of labels)
    expect([name, ...(rows.get(name)?.labels ?? []), 'le', 'instance']).toContain(label)
  const known = new Set([...rows.values()].flatMap((row) => row.labels).concat('le', 'instance'))
  const grouped = [...text.matchAll(/\bby \((.*?)\)/g)].flatMap(([, inner = '']) => inner.split(', '))
  expect(grouped.filter((label) => !known.has(label))).toEqual([])
})

test('the dashboard is valid: its panels have unique ids and don’t overlap', () => {
  type Panel = { id: number; title: string; gridPos: { x: number; y: number; w: number; h: number } }
  const { panels } = JSON.parse(read('deploy/grafana/paddock.json')) as { panels: Panel[] }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})
