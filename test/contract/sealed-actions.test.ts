import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { BidAnswer, LiveLot } from '#contract/bidding/bidding.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { watchFeed, type Watch } from '#server/bidding/feed/watch-feed.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { addressOf, inLanes, nameOf, send } from './requests.ts'
import { sampleOf } from './samples.ts'

/**
 * Two open lots with the same public history. On one of them the leader repeatedly raises, lowers and withdraws a maximum; no other
 * account finds a difference in anything it can read. Source: the rulebook, "How the price moves".
 */

type Viewer = { name: string; token: string | undefined; isStaff: boolean }

let database: Awaited<ReturnType<typeof freshDatabase>>
let server: TestServer
let other: TestServer
let ada: CastMember
let boris: CastMember
let placed: BiddingStage['placed']
let viewers: Viewer[]
let busy: CastLot
let calm: CastLot
const streams = new Map<string, Watch>()
const announced: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  const stage = await openBiddingStage({ databaseUrl: database.url })
  ;({ server, ada, boris, placed } = stage)
  other = await openTestServer({ databaseUrl: database.url })
  const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  viewers = [
    { name: 'visitor', token: undefined, isStaff: false },
    { ...boris, isStaff: false },
    { ...stage.aukje, isStaff: true },
    { ...olga, isStaff: true },
  ]
  const closesInMs = 86_400_000
  busy = await castLot(server.app, { reserve: 50_000, closesInMs })
  calm = await castLot(server.app, { reserve: 50_000, closesInMs })
  await Promise.all([busy, calm].map(publicHistory))
  for (const [name, lot] of [
    ['busy', busy],
    ['calm', calm],
  ] as const)
    for (const at of [server, other]) {
      const watch = await watchFeed(at.url, { token: boris.token, lots: [lot.lotId], auctions: [lot.auctionId] })
      streams.set(`${name} at ${at === server ? 'one' : 'the other'}`, watch)
      await reached(watch, lot, 4)
    }
  for (const at of [server, other])
    at.app.bus.subscribe('lot', (payload) => {
      announced.push((JSON.parse(payload) as { lotId: string }).lotId)
    })
})

afterAll(async () => {
  for (const watch of streams.values()) watch.close()
  await server?.close()
  await other?.close()
  await database?.drop()
})

async function lower(who: CastMember, { lotId }: CastLot, amount: number | null): Promise<BidAnswer> {
  const body = { bidId: randomUUID(), amount }
  const answer = await server.call('PUT', `/api/lots/${lotId}/maximum`, { token: who.token, body })
  expect([amount, answer.status]).toEqual([amount, 200])
  return answer.body as BidAnswer
}

/** The lot opens, Boris bids, Ada bids and leads, and meets the reserve. */
async function publicHistory(lot: CastLot): Promise<void> {
  await placed(boris, lot, 'maximum', 30_000)
  await placed(ada, lot, 'maximum', 60_000)
}

async function sealedActions(lot: CastLot): Promise<BidAnswer[]> {
  const answers: BidAnswer[] = []
  for (let round = 1; round <= 5; round += 1) {
    answers.push(await placed(ada, lot, 'maximum', 60_000 + round * 10_000))
    answers.push(await lower(ada, lot, 55_000 + round * 1000))
  }
  answers.push(await lower(ada, lot, null))
  answers.push(await placed(ada, lot, 'maximum', 70_000))
  return answers
}

const reached = (watch: Watch, lot: CastLot, sequence: number) =>
  watch.until(() => (watch.lotMessages(lot.lotId).at(-1)?.standing.sequence ?? -1) >= sequence)

const vehicleIdOf = async ({ lotId }: CastLot) =>
  (await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])).rows[0]!
    .vehicle_id

const ABOUT_LOT = new Set([':lotId', ':lotNumber', ':auctionId', ':vehicleId'])

/** Endpoints for a lot, its auction or its vehicle, and lists. The audit log is left out because reading it adds to it. */
const READS = ENDPOINTS.filter(({ method, media, path }) => {
  const isAboutLot = path.split('/').every((part) => !part.startsWith(':') || ABOUT_LOT.has(part))
  return method === 'GET' && media !== 'text/event-stream' && isAboutLot && !path.includes('/audit')
})

/**
 * What everyone except Ada can read of a lot: the status and tag of every GET of the contract, by viewer and address. `only`: limits
 * it to the answers that were found to concern a lot.
 */
async function everythingOf(lot: CastLot, only?: Map<string, string>): Promise<Map<string, string>> {
  const vehicleId = await vehicleIdOf(lot)
  const asks = viewers.flatMap((viewer) =>
    READS.filter(({ path }) => viewer.isStaff || !path.startsWith('/api/admin/')).map((endpoint) => {
      return { viewer, endpoint, name: `${nameOf(endpoint)} for ${viewer.name}` }
    }),
  )
  const asked = asks.filter(({ name }) => only?.has(name) ?? true)
  const said = await inLanes(asked, 4, async ({ viewer, endpoint, name }) => {
    const known = { ...lot, vehicleId, auction: lot.auctionId, lots: lot.lotId }
    const { params, query } = sampleOf(endpoint, known)
    const own = Object.fromEntries(Object.entries(query).filter(([key]) => ['auction', 'lots'].includes(key)))
    const address = addressOf(endpoint, { params, query: own })
    const answer = await send(server.url + address, { token: viewer.token })
    const about = answer.json === null ? '' : JSON.stringify(partsAbout(answer.json, lot.lotId))
    const body = address.includes(lot.lotId) ? [tagOf(answer), answer.text] : [about]
    return [name, [address, answer.status, ...body].join('\n')] as const
  })
  return new Map(said.filter(([, text]) => text.includes(lot.lotId)))
}

/** An answer that contains its reading time has another tag after each reading. */
function tagOf({ headers, text }: Awaited<ReturnType<typeof send>>): string | null {
  return text.includes('"serverTime":') ? null : headers.get('etag')
}

/** The objects in an answer that belong to one lot: lists hold others, and audits grow by being read. */
function partsAbout(value: unknown, lotId: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value) && Object.values(value).includes(lotId)) return [value]
  return Object.values(value).flatMap((each) => partsAbout(each, lotId))
}

/** Ids and instants, and hashes of them, differ between two lots. */
function withoutIds(text: string, { lotId, auctionId }: CastLot): string {
  return text
    .replaceAll(lotId, 'LOT')
    .replaceAll(auctionId, 'SALE')
    .replaceAll(new RegExp(String.raw`\b(?:${busy.lotNumber}|${calm.lotNumber})\b`, 'g'), 'NUMBER')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/"[^"\n]{20,}"(?=\n)/g, 'TAG')
    .replaceAll(/"seal":"[0-9a-f]{64}"/g, 'SEAL')
    .replaceAll(/"requestId":"[^"]+"/g, 'REQUEST')
    .replaceAll(/\b1[0-9]{12}\b/g, 'TIME')
    .replaceAll(/\d{4}-?\d\d-?\d\dT[\d:.]+Z/g, 'TIME')
}

/** Only the time and request id of an answer may have changed. */
const withoutNow = (text: string) => text.replaceAll(/"serverTime":\d+|"requestId":"[^"]+"/g, '')

test('a leader’s silent raise, lowering and withdrawal leave no trace in anything that anybody else can read or receive', async () => {
  // Who reads a lot counts as its viewer, a few seconds later: both lots have theirs before they are compared.
  for (const lot of [busy, calm]) await everythingOf(lot)
  const views = async () =>
    (await server.app.pool.query('select from lot_viewer where account_id = $1', [boris.id])).rowCount
  await expect.poll(views).toBe(2)
  const before = await everythingOf(busy)
  expect(before.size).toBeGreaterThan(20)
  expect([...before.keys()].join('\n')).toContain('GET /api/lots/:lotId/ledger for Boris')
  announced.length = 0

  for (const { sequence, price, leading } of await sealedActions(busy)) {
    expect({ sequence, price, leading }).toEqual({ sequence: 4, price: 50_000, leading: true })
  }

  expect(announced).toEqual([])
  const after = await everythingOf(busy, before)
  for (const [where, text] of before) expect(withoutNow(after.get(where) ?? ''), where).toBe(withoutNow(text))
  expect([...after.keys()]).toEqual([...before.keys()])

  const still = await everythingOf(calm, before)
  expect([...still.keys()]).toEqual([...after.keys()])
  for (const [where, text] of after) expect(withoutIds(text, busy), where).toBe(withoutIds(still.get(where)!, calm))
})

test('the feed sends the same for both lots from every process, including what becomes public later', async () => {
  for (const lot of [busy, calm]) expect(await placed(boris, lot, 'firm', 55_000)).toMatchObject({ sequence: 5 })
  for (const [name, watch] of streams) await reached(watch, name.startsWith('busy') ? busy : calm, 5)
  for (const at of ['one', 'the other']) {
    const [loud, quiet] = [streams.get(`busy at ${at}`)!, streams.get(`calm at ${at}`)!]
    const messagesOf = (watch: Watch, lot: CastLot) => withoutIds(JSON.stringify(watch.lotMessages(lot.lotId)), lot)
    expect(messagesOf(loud, busy)).toBe(messagesOf(quiet, calm))
    expect(loud.text()).not.toContain('maximum-changed')
  }
})

test('the leader’s own tabs, at any process, learn of the change and read their own maximum', async () => {
  const tab = await watchFeed(other.url, { token: ada.token, lots: [busy.lotId] })
  await tab.until((messages) => messages.length > 3)
  await placed(ada, busy, 'maximum', 90_000)
  await tab.until((messages) => messages.some(({ type }) => type === 'buying-power'))
  const live = await other.call('GET', `/api/lots/${busy.lotId}/live`, { token: ada.token })
  expect((live.body as LiveLot).you.maximum).toBe(90_000)
  tab.close()
})

test('once the lot is over the sealed events are published with the lines they followed, and the closing line covers them', async () => {
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = any($1)`,
    [[busy.lotId, calm.lotId]],
  )
  const ledgerOf = async ({ lotId }: CastLot) =>
    (await server.call('GET', `/api/lots/${lotId}/ledger`)).body as ReplyOf<typeof readLedger>
  await expect.poll(async () => (await ledgerOf(busy)).closed !== undefined, { timeout: 5000 }).toBe(true)
  await expect.poll(async () => (await ledgerOf(calm)).closed !== undefined, { timeout: 5000 }).toBe(true)

  const { items, closed } = await ledgerOf(busy)
  expect(items.map(({ line, sealed = [] }) => [line.sequence, sealed.length])).toEqual([
    [6, 0],
    [5, 1],
    [4, 12],
    [3, 0],
    [2, 0],
    [1, 0],
  ])
  let head = createHash('sha256').update(`sealed:${busy.lotId}`).digest()
  expect(closed?.sealedChainStart).toEqual({ text: `sealed:${busy.lotId}`, hash: head.toString('hex') })
  const sealed = items.toReversed().flatMap((item) => item.sealed ?? [])
  for (const [index, { line, text, hash }] of sealed.entries()) {
    expect(JSON.parse(text)).toEqual(line)
    expect(line).toMatchObject({ number: index + 1, type: 'maximum-changed', paddle: ada.paddle })
    head = createHash('sha256').update(head).update(text).digest()
    expect(hash).toBe(head.toString('hex'))
  }
  expect(items[0]!.line).toMatchObject({ type: 'closed', sealed: { count: 13, head: head.toString('hex') } })
  const still = await ledgerOf(calm)
  expect(still.items[0]!.line.sealed).toEqual({ count: 0, head: still.closed!.sealedChainStart.hash })
  expect(JSON.stringify(await ledgerOf(busy))).not.toMatch(/\b90000\b/)
})
