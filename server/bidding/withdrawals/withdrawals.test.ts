import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { Lot } from '#contract/lots/lots.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { StaffVehicle } from '#contract/lots/vehicles.ts'
import { ledgerOf, sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { watchFeed } from '../feed/watch-feed.test-support.ts'
import { ledgerFaults } from '../negotiations/negotiations.test-support.ts'

let server: TestServer
let aukje: CastMember
let ada: CastMember
let boris: CastMember
let lot: CastLot

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
})
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
  lot = await castLot(server.app)
})
afterAll(() => server?.close())

const bid = (who: CastMember, amount: number, kind = 'firm') => sendBid(server, who, lot, kind, amount)
const right = async (who: CastMember) =>
  (await server.call('GET', `/api/lots/${lot.lotId}/bid-withdrawal`, { token: who.token })).body as { until: number }
const withdraw = (who: CastMember) =>
  server.call('POST', `/api/lots/${lot.lotId}/bid-withdrawal`, { token: who.token, body: {} })
const live = async (who: CastMember) =>
  (await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: who.token })).body as LiveLot

async function vehicle(): Promise<StaffVehicle> {
  const { rows } = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [
    lot.lotId,
  ])
  const path = `/api/admin/vehicles/${rows[0]!.id}`
  return (await server.call('GET', path, { token: aukje.token })).body as StaffVehicle
}

/** Corrects the odometer to 100,000 miles more, or to the given value. */
async function correct(
  change: object = { odometer: { value: 198_611, unit: 'mi', status: 'actual' } },
  reason?: string,
) {
  const { id, version, lots: _, corrections: _done, state: _state, photoCount: _photos, ...entry } = await vehicle()
  const body = { version, entry: { ...entry, ...change }, ...(reason === undefined ? {} : { reason }) }
  return server.call('PUT', `/api/admin/vehicles/${id}`, { token: aukje.token, body })
}

async function noticesOf(who: CastMember): Promise<Notification[]> {
  await server.app.outbox.drain()
  const { body } = await server.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: Notification[] }).items.filter(({ kind }) => kind === 'facts-corrected')
}

const WHY = 'A digit was missing'

describe('facts of a published lot', () => {
  test('change only with a reason, and the lot shows the previous facts, when and why', async () => {
    expect(await correct()).toMatchObject({ status: 409, body: { code: 'reason-needed' } })
    expect((await correct(undefined, WHY)).status).toBe(200)
    const { body } = await server.call('GET', `/api/lots/${lot.lotId}`, { token: ada.token })
    const odometer = { field: 'odometer', name: 'Odometer', before: '98,611 mi', after: '198,611 mi' }
    const correction = { reason: WHY, isMaterial: true, changes: [odometer], at: expect.any(Number) as number }
    expect((body as Lot).corrections).toMatchObject([correction])
    expect((await vehicle()).corrections).toEqual((body as Lot).corrections)
  })

  test('include the damage map: marks that bidders have seen change only with a reason', async () => {
    const { id } = await vehicle()
    const marks = [{ x: 10, y: 10, kind: 'dent', severity: 'heavy', note: 'Left door' }]
    const draw = (body: object) => server.call('PUT', `/api/admin/vehicles/${id}/damage`, { token: aukje.token, body })
    expect(await draw({ marks })).toMatchObject({ status: 409, body: { code: 'reason-needed' } })
    expect((await draw({ marks, reason: 'Seen at the yard' })).status).toBe(200)
    expect((await vehicle()).corrections).toMatchObject([
      { isMaterial: true, changes: [{ name: 'Damage marks', before: 'None', after: 'dent, heavy (Left door)' }] },
    ])
  })

  test('that nobody sees, such as a stock number, change without one, and so do those of a draft', async () => {
    expect((await correct({ stockNumber: randomUUID() })).status).toBe(200)
    await server.app.pool.query('update lot set published_at = null where id = $1', [lot.lotId])
    expect((await correct()).status).toBe(200)
    expect((await vehicle()).corrections).toEqual([])
  })

  test('that change after the auction are sent to the buyer alone, by email and notice, and stay in the history', async () => {
    lot = await castLot(server.app, { buyNow: 900_000, buyNowUntil: 'price-reached' })
    await bid(ada, 10_000)
    const bought = { bidId: randomUUID(), kind: 'buy-now' }
    const path = `/api/lots/${lot.lotId}/bids`
    expect((await server.call('POST', path, { token: boris.token, body: bought })).status).toBe(200)
    await server.app.outbox.drain()
    expect(await correct()).toMatchObject({ status: 409, body: { code: 'reason-needed' } })
    expect((await correct(undefined, WHY)).status).toBe(200)
    const notices = await noticesOf(boris)
    expect(notices).toMatchObject([{ body: expect.stringContaining('a vehicle you bought') as unknown }])
    expect(notices[0]!.mail).not.toBeNull()
    expect(await noticesOf(ada)).toEqual([])
    expect((await right(boris)).until).toBeNull()
    const { body } = await server.call('GET', `/api/lots/${lot.lotId}`, { token: ada.token })
    expect((body as Lot).corrections).toMatchObject([{ reason: WHY, withdrawUntil: null }])
  })

  test('that change reach bidders and watchers as a notice, open pages immediately, and search', async () => {
    await bid(ada, 10_000)
    await bid(boris, 20_000)
    const clara = await castPerson(server.app.pool, { name: 'Clara' })
    await server.call('PUT', `/api/lots/${lot.lotId}/watch`, { token: clara.token, body: { watching: true } })
    const watcher = await watchFeed(server.url, { token: clara.token, lots: [lot.lotId] })
    await correct(undefined, WHY)
    await expect.poll(() => watcher.messages.some((one) => one.type === 'facts' && one.lotId === lot.lotId)).toBe(true)
    watcher.close()
    const [leader, outbid, watching] = await Promise.all([noticesOf(boris), noticesOf(ada), noticesOf(clara)])
    expect([leader, outbid, watching].map(({ length }) => length)).toEqual([1, 1, 1])
    expect(JSON.stringify(leader)).toContain(WHY)
    const found = async () =>
      (await server.call('GET', `/api/catalog?q=${lot.lotNumber}`, { token: clara.token })).body as {
        items: { facts: { odometer: { value: number } } }[]
      }
    await expect.poll(async () => (await found()).items[0]?.facts.odometer.value).toBe(198_611)
  })
})

describe('the high bidder of a lot whose material facts were corrected', () => {
  test('withdraws in one press; the next bidder leads, and the ledger says why', async () => {
    await bid(ada, 10_000)
    await bid(boris, 90_000, 'maximum')
    expect((await right(boris)).until).toBeNull()
    await correct(undefined, WHY)
    const { until } = await right(boris)
    expect(until).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await right(ada)).until).toBeNull()
    const message = 'You can withdraw only while you’re the high bidder and haven’t bid since the correction.'
    expect(await withdraw(ada)).toMatchObject({ status: 409, body: { code: 'nothing-to-void', message } })
    expect(await withdraw(boris)).toMatchObject({ status: 200, body: { price: 10_000 } })
    expect((await live(ada)).you.position).toBe('leading')
    expect((await ledgerOf(server, lot)).at(-1)).toMatchObject({ type: 'voided', cause: 'facts corrected' })
    expect(await ledgerFaults(server, lot)).toEqual([])
    expect((await withdraw(boris)).status).toBe(409)
    // A bidder who gains the lead by a bid from before the correction has the same right.
    expect((await right(ada)).until).toBe(until)
    const kept = await server.app.pool.query(
      `select actor_id from audit where action = 'withdraw-bids' and subject_id = $1`,
      [lot.lotId],
    )
    expect(kept.rows).toEqual([{ actor_id: boris.id }])
  })

  test('stays bound after bidding or raising while aware of it', async () => {
    await bid(boris, 90_000, 'maximum')
    await correct(undefined, WHY)
    expect((await bid(boris, 120_000, 'maximum')).status).toBe(200)
    expect((await right(boris)).until).toBeNull()
    expect(await withdraw(boris)).toMatchObject({ status: 409, body: { code: 'nothing-to-void' } })
    expect((await live(boris)).you.position).toBe('leading')
  })

  test('stays bound where the correction is not material, and once the time is over', async () => {
    await bid(boris, 10_000)
    await correct({ colour: 'blue' }, 'It is blue')
    expect((await right(boris)).until).toBeNull()
    expect((await withdraw(boris)).status).toBe(409)
    await server.app.pool.query(
      `insert into setting (key, value) values ('bidWithdrawalHours', '0') on conflict (key) do update set value = '0'`,
    )
    await correct(undefined, WHY)
    expect((await right(boris)).until).toBeNull()
    expect((await withdraw(boris)).status).toBe(409)
    await server.app.pool.query(`delete from setting where key = 'bidWithdrawalHours'`)
  })

  test('is bound again by the close', async () => {
    await bid(boris, 10_000)
    await correct(undefined, WHY)
    await server.app.pool.query(
      `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
      [lot.lotId],
    )
    await expect.poll(async () => (await live(boris)).standing.status, { timeout: 8000 }).toBe('sold')
    expect(await withdraw(boris)).toMatchObject({ status: 409, body: { code: 'lot-closed' } })
  })
})
