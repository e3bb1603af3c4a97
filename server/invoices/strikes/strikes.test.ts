import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Strike } from '#contract/invoices/strikes.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { settleDispute } from '#server/payments/disputes/settle-dispute.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let aukje: CastMember
let rita: CastMember
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  rita = await castPerson(pool, { name: 'Rita', role: 'reviewer' })
  olga = await castPerson(pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server?.close())

const LIVE = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const

/** Buys a lot; returns its id. */
async function sale(who: CastMember): Promise<string> {
  const { lotId } = await castLot(server.app, LIVE)
  const bid = async () => {
    return (await sendBid(server, who, { lotId }, 'firm', 10_000)).body
  }
  await expect.poll(bid, { timeout: 5000 }).toMatchObject({ leading: true })
  const standing = await server.call('GET', `/api/lots/${lotId}/standing`, { token: aukje.token })
  const seen = (standing.body as { sequence: number }).sequence
  await server.call('POST', `/api/admin/lots/${lotId}/hammer`, { token: aukje.token, body: { seen } })
  await server.app.outbox.drain()
  return lotId
}

async function undo(lotId: string, cause: 'default' | 'mistake', own = {}) {
  const body = { reason: 'Not paid in time', cause, ...own }
  const undone = await server.call('POST', `/api/admin/lots/${lotId}/sale-void`, { token: aukje.token, body })
  await server.app.outbox.drain()
  return undone
}

/** Buys a lot and doesn't pay; or the sale was our mistake. */
async function unpaidSale(who: CastMember, cause: 'default' | 'mistake' = 'default'): Promise<void> {
  expect((await undo(await sale(who), cause)).status).toBe(200)
}

async function stateOf({ id }: CastMember) {
  const { rows } = await server.app.pool.query<{ status: string; limit: number | null }>(
    `select account_status as status, bidding_limit as limit from account where id = $1`,
    [id],
  )
  return rows[0]!
}

async function strikesOf({ id }: CastMember): Promise<Strike[]> {
  const answer = await server.call('GET', `/api/admin/accounts/${id}/strikes`, { token: rita.token })
  return (answer.body as { items: Strike[] }).items
}

function lift(of: CastMember, strike: Strike, who = rita) {
  const body = { reason: 'The bank held the transfer' }
  return server.call('POST', `/api/admin/accounts/${of.id}/strikes/${strike.id}/lift`, { token: who.token, body })
}

test('the second unpaid sale limits an account, the third suspends it, and a mistake of ours counts for nothing', async () => {
  const dana = await castPerson(server.app.pool, { name: 'Dana' })
  await unpaidSale(dana, 'mistake')
  expect(await strikesOf(dana)).toEqual([])
  await unpaidSale(dana)
  expect(await strikesOf(dana)).toMatchObject([{ outcome: 'none', reason: 'Not paid in time', lifted: null }])
  expect(await stateOf(dana)).toEqual({ status: 'active', limit: null })
  await unpaidSale(dana)
  expect(await stateOf(dana)).toEqual({ status: 'active', limit: 500_000 })
  await unpaidSale(dana)
  expect(await stateOf(dana)).toMatchObject({ status: 'suspended' })
  expect((await strikesOf(dana)).map(({ outcome }) => outcome)).toEqual(['suspended', 'limited', 'none'])
  const { rows } = await server.app.pool.query<{ action: string }>(
    `select action from audit where subject_id = $1 and action in ('strike-account', 'change-account') order by at, id`,
    [dana.id],
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'change-account',
    'change-account',
    'strike-account',
    'strike-account',
    'strike-account',
  ])
})

/** Pays a buyer's latest invoice. */
async function payFor({ token }: CastMember): Promise<{ invoiceId: string; payment: Payment }> {
  const { body } = await server.call('GET', '/api/invoices', { token })
  const { id: invoiceId } = (body as { items: { id: string }[] }).items[0]!
  const start = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId }
  const payment = (await server.call('POST', '/api/payments', { token, body: start })).body as Payment
  const played = await server.call('POST', `/api/payments/${payment.id}/sandbox`, {
    token,
    body: { outcome: 'success' },
  })
  expect(played.status).toBe(200)
  return { invoiceId, payment }
}

test('a sale is not undone while a bank holds its payment, which nobody can refund', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  const lotId = await sale(ada)
  const { invoiceId, payment } = await payFor(ada)
  const { id, amount, currency } = payment
  const facts = { ref: 'du_held', amount, currency, reason: 'fraudulent', evidenceDueAt: null, evidenceSent: false }
  const report = (state: 'open' | 'won') => settleDispute(server.app, id, { ...facts, state, openedAt: 1, fees: [] })
  await report('open')
  for (const cause of ['mistake', 'default'] as const) {
    expect(await undo(lotId, cause)).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
  }
  await report('won')
  expect((await undo(lotId, 'mistake')).status).toBe(200)
  expect(await server.call('GET', `/api/invoices/${invoiceId}`, { token: ada.token })).toMatchObject({
    body: { invoice: { state: 'cancelled' } },
  })
})

test('the sale to a buyer who paid can’t be undone as unpaid: only as a mistake, and once a collected vehicle is back', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  const lotId = await sale(ada)
  const { invoiceId } = await payFor(ada)
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  const canceled = await server.call('POST', `/api/admin/invoices/${invoiceId}/cancel`, {
    token: kofi.token,
    body: { cause: 'buyer-default', reason: 'They never paid.' },
  })
  for (const refused of [await undo(lotId, 'default'), canceled]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'sale-paid' } })
  }
  expect(await server.call('GET', `/api/invoices/${invoiceId}`, { token: ada.token })).toMatchObject({
    body: { invoice: { state: 'paid' } },
  })
  const collected = await server.call('POST', `/api/admin/invoices/${invoiceId}/collected`, {
    token: kofi.token,
    body: { reason: 'Picked up' },
  })
  expect(collected.status).toBe(200)
  expect(await undo(lotId, 'mistake')).toMatchObject({ status: 409, body: { code: 'vehicle-collected' } })
  expect((await undo(lotId, 'mistake', { isBack: true })).status).toBe(200)
  expect(await strikesOf(ada)).toEqual([])
})

test('a lifted strike no longer counts: the limit goes back to what it was, once, with a reason on record', async () => {
  const boris = await castPerson(server.app.pool, { name: 'Boris', biddingLimit: 9_000_000 })
  await unpaidSale(boris)
  await unpaidSale(boris)
  expect((await stateOf(boris)).limit).toBe(500_000)
  const [latest] = await strikesOf(boris)
  expect((await lift(boris, latest!, aukje)).status).toBe(403)
  expect((await lift(boris, latest!)).body).toMatchObject({
    lifted: { by: 'Rita', reason: 'The bank held the transfer' },
  })
  expect((await stateOf(boris)).limit).toBe(9_000_000)
  expect((await lift(boris, latest!)).body).toMatchObject({ code: 'already-lifted' })
  await unpaidSale(boris)
  expect((await stateOf(boris)).limit).toBe(500_000)
})

test('staff don’t lift a strike of their own, and only an owner lifts one of a colleague', async () => {
  const kim = await castPerson(server.app.pool, { name: 'Kim', role: 'reviewer' })
  const { lotId } = await castLot(server.app)
  await server.app.pool.query(
    `insert into account_strike (id, account_id, lot_id, reason) values ($1, $2, $3, 'Not paid in time')`,
    [randomUUID(), kim.id, lotId],
  )
  const [own] = await strikesOf(kim)
  expect(await lift(kim, own!, kim)).toMatchObject({
    status: 403,
    body: { message: 'You can’t change your own account. Ask a colleague.' },
  })
  expect((await lift(kim, own!)).status).toBe(403)
  expect((await lift(kim, own!, olga)).status).toBe(200)
})

test('a limit that staff set since stays when a strike is lifted, and a lower one is never raised', async () => {
  const chidi = await castPerson(server.app.pool, { name: 'Chidi', biddingLimit: 100_000 })
  await unpaidSale(chidi)
  await unpaidSale(chidi)
  expect((await stateOf(chidi)).limit).toBe(100_000)
  const elif = await castPerson(server.app.pool, { name: 'Elif' })
  await unpaidSale(elif)
  await unpaidSale(elif)
  await server.app.pool.query('update account set bidding_limit = 700000 where id = $1', [elif.id])
  await lift(elif, (await strikesOf(elif))[0]!)
  expect((await stateOf(elif)).limit).toBe(700_000)
})

test('only the owner changes the rules, which apply from the next strike on', async () => {
  const body = { limitAfter: null, strikeLimit: 0, suspendAfter: 1, startLimit: null }
  const put = (who: CastMember, given: object = body) =>
    server.call('PUT', '/api/admin/people-rules', { token: who.token, body: given })
  expect((await put(rita)).status).toBe(403)
  expect((await put(olga, { ...body, suspendAfter: 0 })).status).toBe(400)
  const before = await server.call('GET', '/api/admin/people-rules', { token: rita.token })
  expect((await put(olga)).body).toEqual(body)
  const femi = await castPerson(server.app.pool, { name: 'Femi' })
  await unpaidSale(femi)
  expect(await stateOf(femi)).toMatchObject({ status: 'suspended', limit: null })
  await put(olga, before.body as object)
})
