import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let stage: BiddingStage
let ada: CastMember
let boris: CastMember
let lot: CastLot

beforeAll(async () => {
  stage = await openBiddingStage()
})

beforeEach(async () => {
  const { pool } = stage.server.app
  ;[ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris' })]
  lot = await castLot(stage.server.app)
})

afterAll(() => stage?.server.close())

/** Voids the bids of a person on the lot. */
async function voidBidsOf(who: CastMember): Promise<void> {
  const own = (await stage.ledger(lot)).filter(({ type, paddle }) => type === 'bid-placed' && paddle === who.paddle)
  const body = { sequences: own.map(({ sequence }) => sequence), reason: 'Entered by mistake' }
  expect((await stage.act(stage.aukje, lot, 'voids', body)).status).toBe(200)
}

async function noticesOf(who: CastMember): Promise<string[]> {
  const { server } = stage
  await server.app.outbox.drain()
  const list = (await server.call('GET', '/api/notifications', { token: who.token })).body as { items: Notification[] }
  return list.items.map(({ title, body }) => `${title}: ${body}`)
}

test('who has a bid voided, and who leads since, are notified even if they have no page open', async () => {
  await stage.placed(ada, lot, 'firm', 10_000)
  await stage.placed(boris, lot, 'firm', 20_000)
  await voidBidsOf(boris)
  const name = `lot ${lot.lotNumber}, 2010 Kiri Urban`
  expect(await noticesOf(boris)).toEqual([
    `Your bid on ${name}, was voided: It no longer counts. Reason: Entered by mistake.`,
  ])
  expect(await noticesOf(ada)).toEqual([
    `You’re the high bidder on ${name}: A higher bid no longer counts, so yours leads at $100.`,
  ])
})

test('a void below the lead notifies only its bidder', async () => {
  await stage.placed(ada, lot, 'firm', 10_000)
  await stage.placed(boris, lot, 'firm', 20_000)
  await voidBidsOf(ada)
  expect(await noticesOf(boris)).toEqual([])
  expect(await noticesOf(ada)).toHaveLength(1)
})

test('a suspension, which lists its voids itself, notifies only who leads since', async () => {
  await stage.placed(ada, lot, 'firm', 10_000)
  await stage.placed(boris, lot, 'firm', 20_000)
  const body = { accountStatus: 'suspended', reason: 'Under review' }
  const path = `/api/admin/accounts/${boris.id}`
  expect((await stage.server.call('PATCH', path, { token: stage.rita.token, body })).status).toBe(200)
  await expect.poll(() => noticesOf(ada), { timeout: 8000 }).toHaveLength(1)
  const sent = await stage.server.app.pool.query('select kind from notification where account_id = $1', [boris.id])
  expect(sent.rows).toEqual([{ kind: 'account-suspended' }])
})
