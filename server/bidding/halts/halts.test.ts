import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Halt, HaltReply } from '#contract/bidding/halts.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { startHalt } from './halt.ts'
import { openLanes, type Lanes } from '../lane/lanes.ts'
import { openNow } from '../pending/waiting.test-support.ts'

type Event = { type: string; at: number; leftMs?: number; closesAt?: number; cause?: string }

let place: TestServer
let ada: CastMember
let aukje: CastMember
let olga: CastMember

beforeAll(async () => {
  place = await openTestServer()
  const { pool } = place.app
  ada = await castPerson(pool, { name: 'Ada' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  olga = await castPerson(pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => place?.close())

async function press(who: CastMember, path: string, reason = 'Fire alarm in the yard'): Promise<HaltReply> {
  const { status, body } = await place.call('POST', `/api/admin/${path}`, { token: who.token, body: { reason } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as HaltReply
}

async function events({ lotId }: CastLot): Promise<Event[]> {
  const { rows } = await place.app.pool.query<{ text: string }>(
    'select text from ledger where lot_id = $1 order by sequence',
    [lotId],
  )
  return rows.map(({ text }) => JSON.parse(text) as Event)
}

async function types(lot: CastLot): Promise<string[]> {
  return (await events(lot)).map(({ type }) => type)
}

function action(lot: CastLot, name: string) {
  const body = { reason: 'A question from the yard' }
  return place.call('POST', `/api/admin/lots/${lot.lotId}/${name}`, { token: aukje.token, body })
}

async function audited(subjectId: string): Promise<object[]> {
  const { rows } = await place.app.pool.query<object>(
    'select action, reason from audit where subject_id = $1 order by id',
    [subjectId],
  )
  return rows
}

/** Creates lots of one auction, all of them open. */
async function castAuction(count: number): Promise<{ auctionId: string; lots: CastLot[] }> {
  const auctionId = randomUUID()
  const lots: CastLot[] = []
  for (let position = 1; position <= count; position += 1) {
    lots.push(await castLot(place.app, { auctionId, position }))
  }
  // A lot that opens during a halt is paused as it opens, not by the press that is counted.
  for (const lot of lots) await expect.poll(() => types(lot), { timeout: 8000 }).toContain('opened')
  return { auctionId, lots }
}

test('one press halts an auction and one resumes it, each lot with its time and a recorded reason', async () => {
  const { auctionId, lots } = await castAuction(70)
  const byHand = await castLot(place.app, { auctionId, position: 71 })
  const elsewhere = await castLot(place.app)
  expect((await action(byHand, 'pause')).status).toBe(200)
  const paused = await press(aukje, `auctions/${auctionId}/pause`)
  expect(paused).toMatchObject({ changed: 70, more: false })
  expect(paused.items).toMatchObject([{ auctionId, reason: 'Fire alarm in the yard', startedBy: 'Aukje', lots: 70 }])
  const bid = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  const answer = await place.call('POST', `/api/lots/${lots[69]!.lotId}/bids`, { token: ada.token, body: bid })
  expect(answer.body).toMatchObject({ code: 'lot-paused' })
  expect(await types(elsewhere)).not.toContain('paused')

  expect(await press(olga, `auctions/${auctionId}/pause`, 'Pressed again')).toMatchObject({ changed: 0 })
  const resumed = await press(olga, `auctions/${auctionId}/resumption`, 'All is well')
  expect(resumed).toEqual({ items: [], changed: 70, more: false })
  for (const lot of [lots[0]!, lots[69]!]) {
    const [stopped, gone] = (await events(lot)).slice(-2)
    expect([stopped!.type, gone!.type, stopped!.cause]).toEqual(['paused', 'resumed', 'Fire alarm in the yard'])
    expect(gone!.closesAt! - gone!.at).toBe(stopped!.leftMs)
  }
  expect((await types(byHand)).at(-1)).toBe('paused')
  expect(await press(aukje, `auctions/${auctionId}/resumption`)).toMatchObject({ changed: 0 })
  expect(await audited(auctionId)).toEqual([
    { action: 'pause-auction', reason: 'Fire alarm in the yard' },
    { action: 'resume-auction', reason: 'All is well' },
  ])
  expect(await audited(lots[0]!.lotId)).toEqual([
    { action: 'pause', reason: 'Fire alarm in the yard' },
    { action: 'resume', reason: 'All is well' },
  ])
})

test('a press counts the lots that are paused in the commit that opens them', async () => {
  const { app } = place
  const auctionId = randomUUID()
  const lots: CastLot[] = []
  for (let position = 1; position <= 3; position += 1)
    lots.push(await castLot(app, { auctionId, position, opensInMs: 3_600_000, closesInMs: 7_200_000 }))
  const lanes = openLanes(app, app.databaseUrl, () => undefined)
  // Each lot opens just before the press reaches it.
  const late: Lanes = {
    ...lanes,
    async submit(action) {
      await lanes.submit({ by: 'company', lotId: action.lotId, command: { type: 'open' }, actorId: null })
      return lanes.submit(action)
    },
  }
  for (const lot of lots) await openNow(app.pool, lot)
  const reply = await startHalt(app, late, { auctionId, actorId: aukje.id, reason: 'Fire alarm in the yard' })
  expect(reply).toMatchObject({ changed: 3, items: [{ auctionId, lots: 3 }] })
  await lanes.stop()
  expect((await action(lots[0]!, 'resumption')).status).toBe(200)
  const { items } = (await place.call('GET', '/api/admin/halts', { token: olga.token })).body as { items: Halt[] }
  expect(items).toMatchObject([{ auctionId, lots: 2 }])
  expect(await press(aukje, `auctions/${auctionId}/resumption`)).toMatchObject({ changed: 2, items: [] })
})

test('members still set a maximum on a coming lot of a live auction during a halt, as from its publication on', async () => {
  const lot = await castLot(place.app, { auctionKind: 'live', startsInMs: 3_600_000 })
  await press(aukje, `auctions/${lot.auctionId}/pause`)
  const bid = { bidId: randomUUID(), kind: 'maximum', amount: 10_000 }
  const answer = await place.call('POST', `/api/lots/${lot.lotId}/bids`, { token: ada.token, body: bid })
  expect(answer.body).toMatchObject({ leading: true })
  await press(aukje, `auctions/${lot.auctionId}/resumption`)
})

test('a lot that opens during a halt is paused at once; lots resumed or paused by hand are left alone', async () => {
  const { auctionId, lots } = await castAuction(2)
  const [letGo, pausedAgain] = [lots[0]!, lots[1]!]
  await press(aukje, `auctions/${auctionId}/pause`)
  const late = await castLot(place.app, { auctionId, position: 3, opensInMs: 400, closesInMs: 60_000 })
  await expect.poll(() => types(late), { timeout: 8000 }).toEqual(['opened', 'paused'])
  for (const lot of [letGo, pausedAgain]) expect((await action(lot, 'resumption')).status).toBe(200)
  expect((await action(pausedAgain, 'pause')).status).toBe(200)
  const later = await castLot(place.app, { auctionId, position: 4 })
  await expect.poll(async () => (await types(later)).at(-1), { timeout: 8000 }).toBe('paused')
  expect((await types(letGo)).at(-1)).toBe('resumed')
  expect(await press(aukje, `auctions/${auctionId}/resumption`)).toMatchObject({ changed: 2 })
  expect((await types(late)).at(-1)).toBe('resumed')
  expect((await types(pausedAgain)).at(-1)).toBe('paused')
})

test('a halted live auction takes no bid: its next lot is paused as it opens, with its time', async () => {
  const live = { auctionKind: 'live', liveStartMs: 60_000, extensionWindowMs: 300, extensionMs: 300 } as const
  const auctionId = randomUUID()
  const first = await castLot(place.app, { ...live, auctionId, position: 1 })
  const second = await castLot(place.app, { ...live, auctionId, position: 2 })
  await expect.poll(() => types(first), { timeout: 5000 }).toEqual(['opened'])
  await press(aukje, `auctions/${auctionId}/pause`)
  expect((await action(first, 'withdrawal')).status).toBe(200)
  await expect.poll(() => types(second), { timeout: 5000 }).toEqual(['opened', 'paused'])
  await press(aukje, `auctions/${auctionId}/resumption`)
  const [, paused, resumed] = await events(second)
  expect(resumed!.closesAt! - resumed!.at).toBe(paused!.leftMs)
})

test('a lot that opens during a halt takes no bid, not even the one that would have opened it', async () => {
  const { auctionId } = await castAuction(1)
  await press(aukje, `auctions/${auctionId}/pause`)
  for (let position = 2; position <= 6; position += 1) {
    const lot = await castLot(place.app, { auctionId, position, opensInMs: 3_600_000, closesInMs: 7_200_000 })
    await openNow(place.app.pool, lot)
    const bid = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const answer = await place.call('POST', `/api/lots/${lot.lotId}/bids`, { token: ada.token, body: bid })
    expect(answer.body).toMatchObject({ code: 'lot-paused' })
    expect(await types(lot)).toEqual(['opened', 'paused'])
  }
  const { items } = (await place.call('GET', '/api/admin/halts', { token: olga.token })).body as { items: Halt[] }
  expect(items).toMatchObject([{ auctionId, lots: 6 }])
  expect(await press(aukje, `auctions/${auctionId}/resumption`)).toMatchObject({ changed: 6, items: [] })
})

test('a live lot that comes up during a halt takes no bid before it is paused', async () => {
  const live = { auctionKind: 'live', liveStartMs: 60_000, extensionWindowMs: 300, extensionMs: 300 } as const
  const auctionId = randomUUID()
  const first = await castLot(place.app, { ...live, auctionId, position: 1 })
  const second = await castLot(place.app, { ...live, auctionId, position: 2 })
  await expect.poll(() => types(first), { timeout: 5000 }).toEqual(['opened'])
  await press(aukje, `auctions/${auctionId}/pause`)
  expect((await action(first, 'withdrawal')).status).toBe(200)
  const codes = new Set<string | undefined>()
  while (!codes.has('lot-paused') && !codes.has(undefined)) {
    const bid = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const answer = await place.call('POST', `/api/lots/${second.lotId}/bids`, { token: ada.token, body: bid })
    const { code } = answer.body as { code?: string }
    if (code !== 'rate-limited') codes.add(code)
  }
  expect([...codes]).toEqual(['lot-not-open', 'lot-paused'])
  await press(aukje, `auctions/${auctionId}/resumption`)
})

test('the owner halts all auctions; an auction that is halted separately resumes only when both are lifted', async () => {
  const [one, other] = [await castAuction(2), await castAuction(1)]
  const refused = await place.call('POST', '/api/admin/pause', { token: aukje.token, body: { reason: 'Storm' } })
  expect(refused.status).toBe(403)
  await press(olga, 'pause', 'Storm')
  for (const lot of [...one.lots, ...other.lots]) expect((await types(lot)).at(-1)).toBe('paused')
  const { items } = await press(aukje, `auctions/${one.auctionId}/pause`)
  expect(items.map(({ auctionId }) => auctionId)).toEqual([null, one.auctionId])
  expect((await place.call('GET', '/api/admin/halts', { token: aukje.token })).body).toEqual({ items })

  await press(olga, 'resumption', 'The storm is over')
  expect((await types(other.lots[0]!)).at(-1)).toBe('resumed')
  for (const lot of one.lots) expect((await types(lot)).at(-1)).toBe('paused')
  const left = (await place.call('GET', '/api/admin/halts', { token: olga.token })).body as { items: Halt[] }
  expect(left.items).toMatchObject([{ auctionId: one.auctionId, lots: 2 }])
  expect(await press(aukje, `auctions/${one.auctionId}/resumption`)).toMatchObject({ changed: 2, items: [] })
  expect(await audited('company')).toEqual([
    { action: 'pause-all', reason: 'Storm' },
    { action: 'resume-all', reason: 'The storm is over' },
  ])
})

test('work that one process did not finish is finished by another', async () => {
  const { auctionId, lots } = await castAuction(3)
  const { pool } = place.app
  await pool.query(`insert into halt (id, auction_id, reason, started_by) values ($1, $2, 'Its process died', $3)`, [
    randomUUID(),
    auctionId,
    aukje.id,
  ])
  for (const lot of lots) await expect.poll(async () => (await types(lot)).at(-1), { timeout: 8000 }).toBe('paused')
  await pool.query(
    `update halt set lifted_at = now() - interval '2 minutes', lifted_by = $2, lift_reason = 'Again' where auction_id = $1`,
    [auctionId, aukje.id],
  )
  for (const lot of lots) await expect.poll(async () => (await types(lot)).at(-1), { timeout: 8000 }).toBe('resumed')
  const settled = () => pool.query('select 1 from halt where auction_id = $1 and settled_at is not null', [auctionId])
  await expect.poll(async () => (await settled()).rowCount, { timeout: 8000 }).toBe(1)
})
