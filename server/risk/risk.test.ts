import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RiskCase } from '#contract/risk/risk.ts'
import { signalWords } from '#contract/risk/signal-words.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { scanLots } from './scan-lots.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let sam: CastMember
let rita: CastMember
let lotId: string

type Page = { items: RiskCase[]; total: number }

beforeAll(async () => {
  server = await openTestServer()
  const { app } = server
  ada = await castPerson(app.pool, { name: 'Ada' })
  boris = await castPerson(app.pool, { name: 'Boris' })
  sam = await castPerson(app.pool, { name: 'Sam' })
  rita = await castPerson(app.pool, { name: 'Rita', role: 'reviewer' })
  // One device was used for both accounts.
  for (const { id } of [ada, sam]) await noteIdentifier(app, app.db, id, 'device', 'the same browser')
  lotId = (await castLot(app, { isFree: true, sellerId: sam.id })).lotId
  const bids = [ada, boris, ada, boris, ada, boris]
  for (const [index, who] of bids.entries()) {
    await sendBid(server, who, { lotId }, 'firm', 10_000 + index * 5000)
  }
  // It ended an hour after it opened.
  await app.pool.query(`update standing set status = 'sold' where lot_id = $1`, [lotId])
  await app.pool.query(
    `update lot set outcome = 'sold', closed_at = clock_timestamp() + interval '1 hour' where id = $1`,
    [lotId],
  )
  await scanLots(app)
})

afterAll(() => server?.close())

const list = async (query = '', who = rita) => {
  const answer = await server.call('GET', `/api/admin/risks?${query}`, { token: who.token })
  expect(answer.status).toBe(200)
  return answer.body as Page
}

test('a bidder who shares a device with the seller and only pushes is found, and the honest one is not', async () => {
  const { items } = await list()
  expect(items.map(({ person, seller }) => [person, seller])).toEqual([['Ada', 'Sam']])
  const [found] = items
  expect(found!.score).toBeGreaterThanOrEqual(80)
  expect(found!.signals.map((signal) => signalWords(signal, found!.currency))).toEqual([
    'Bidder and seller share a device.',
    expect.stringMatching(/^3 bids raised the price by \$\d+; the last came \d+% into the bidding\.$/),
  ])
})

test('the list is found by lot, by bidder and by seller', async () => {
  expect((await list(`lot=${lotId}`)).total).toBe(1)
  expect((await list(`account=${ada.id}`)).total).toBe(1)
  expect((await list(`account=${sam.id}`)).total).toBe(1)
  expect((await list(`account=${boris.id}`)).total).toBe(0)
  expect((await list('q=ada')).total).toBe(1)
})

test('a lot is looked at once', async () => {
  await scanLots(server.app)
  expect((await list()).total).toBe(1)
})

test('a lot whose end is recorded after that of later lots is still looked at', async () => {
  const { pool } = server.app
  const late = await castLot(server.app, { isFree: true, sellerId: sam.id })
  await pool.query(`update standing set status = 'passed' where lot_id = $1`, [late.lotId])
  await pool.query(
    `update lot set outcome = 'passed', closed_at = clock_timestamp() - interval '20 days' where id = $1`,
    [late.lotId],
  )
  await scanLots(server.app)
  const { rows } = await pool.query('select 1 from risk_scan where lot_id = $1', [late.lotId])
  expect(rows).toHaveLength(1)
})

test('a signal does nothing by itself: the bidder can go on bidding', async () => {
  const other = await castLot(server.app, { isFree: true })
  const answer = await sendBid(server, ada, other, 'firm', 10_000)
  expect(answer.status).toBe(200)
})

test('only reviewers and the owner see signals', async () => {
  for (const role of ['auctioneer', 'cashier']) {
    const { token } = await castPerson(server.app.pool, { name: `The ${role}`, role })
    expect((await server.call('GET', '/api/admin/risks', { token })).status).toBe(403)
  }
})

test('a reviewer doesn’t dismiss a signal about a lot they sold', async () => {
  await server.app.pool.query(`update account set role = 'reviewer', second_factor_since = now() where id = $1`, [
    sam.id,
  ])
  const [found] = (await list()).items
  const body = { reason: 'Nothing to see here' }
  expect(
    await server.call('POST', `/api/admin/risks/${found!.id}/dismissal`, { token: sam.token, body }),
  ).toMatchObject({
    status: 403,
    body: { message: 'You can’t dismiss a signal about yourself. Ask a colleague.' },
  })
})

test('a signal is dismissed once, with a reason that stays, and in the audit log', async () => {
  const [found] = (await list()).items
  const dismiss = (reason: string) =>
    server.call('POST', `/api/admin/risks/${found!.id}/dismissal`, { token: rita.token, body: { reason } })
  expect((await dismiss('')).status).toBe(400)
  expect(await dismiss('Siblings who share a tablet')).toMatchObject({
    status: 200,
    body: { state: 'dismissed', dismissedBy: 'Rita', dismissedFor: 'Siblings who share a tablet' },
  })
  expect(await dismiss('Again')).toMatchObject({ status: 409, body: { code: 'already-dismissed' } })
  expect((await list('state=open')).total).toBe(0)
  expect((await list('state=dismissed')).total).toBe(1)
  const { rows } = await server.app.pool.query(
    `select action, reason from audit where subject_kind = 'risk' and subject_id = $1`,
    [found!.id],
  )
  expect(rows).toEqual([{ action: 'dismiss-risk', reason: 'Siblings who share a tablet' }])
})

test('a seller without an account is known by their lots alone', async () => {
  const { app } = server
  const [north] = await server.asOwner<{ id: string }>(
    `insert into seller (id, code, name, kind, address, country, email, phone, commission)
     values (gen_random_uuid(), 'NORTH', 'Northside Fleet', 'fleet', '', 'US', '', '',
       '{"bands": [], "flat": 0, "minimum": 0, "noSaleFee": 0, "relistFee": 0, "taxBasisPoints": 0}') returning id`,
  )
  const dana = await castPerson(app.pool, { name: 'Dana' })
  const elif = await castPerson(app.pool, { name: 'Elif' })
  // Dana raises four lots of one seller and leaves each to Elif.
  for (let n = 0; n < 4; n += 1) {
    const own = await castLot(app, { isFree: true })
    await app.pool.query('update lot set consignor_id = $2 where id = $1', [own.lotId, north!.id])
    for (const [index, who] of [dana, elif, dana, elif, dana, elif].entries()) {
      await sendBid(server, who, own, 'firm', 10_000 + index * 5000)
    }
    await app.pool.query(`update standing set status = 'sold' where lot_id = $1`, [own.lotId])
    await app.pool.query(
      `update lot set outcome = 'sold', closed_at = clock_timestamp() + interval '1 hour' where id = $1`,
      [own.lotId],
    )
  }
  await scanLots(app)
  const { items } = await list(`seller=${north!.id}`)
  expect(new Set(items.map(({ person, seller, sellerAccountId }) => [person, seller, sellerAccountId].join()))).toEqual(
    new Set(['Dana,Northside Fleet,']),
  )
  expect(items[0]!.signals.map(({ kind }) => kind)).toEqual(['loses-to-seller', 'only-pushes'])
})
