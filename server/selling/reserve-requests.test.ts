import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SellingDetail } from '#contract/selling/selling.ts'
import { said } from '#server/bidding/negotiations/negotiations.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castSeller } from '#server/settlements/settlements.test-support.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let place: TestServer
let aukje: CastMember
let chidi: CastMember
let elif: CastMember
let sellerId: string

beforeAll(async () => {
  place = await openTestServer()
  const { pool } = place.app
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  chidi = await castPerson(pool, { name: 'Chidi' })
  elif = await castPerson(pool, { name: 'Elif' })
  sellerId = await castSeller(place, { accountId: elif.id })
})
afterAll(() => place.close())

/** A coming lot of a live auction: it takes maximums from its publication on. */
async function comingLot(): Promise<CastLot> {
  const lot = await castLot(place.app, { auctionKind: 'live', startsInMs: 3_600_000, isFree: true, reserve: 500_000 })
  await place.app.pool.query('update lot set consignor_id = $2, seller_id = $3 where id = $1', [
    lot.lotId,
    sellerId,
    elif.id,
  ])
  return lot
}

const ask = ({ lotId }: CastLot, reserve: number, id = newId()) =>
  place.call('POST', `/api/selling/lots/${lotId}/reserve-requests`, {
    token: elif.token,
    body: { id, reserve, note: '' },
  })
const decide = (id: string, decision: string) =>
  place.call('POST', `/api/admin/reserve-requests/${id}/decision`, {
    token: aukje.token,
    body: { decision, reason: 'As agreed' },
  })

test('the reserve of a live lot changes until a member sets a maximum, which is then judged by it for good', async () => {
  const [lot, other] = [await comingLot(), await comingLot()]
  const [before, after] = [newId(), newId()]
  expect(said(await ask(lot, 450_000, before))).toBe(201)
  expect(said(await decide(before, 'accept'))).toBe(200)
  expect(said(await ask(lot, 900_000, after))).toBe(201)
  for (const each of [lot, other]) await sendBid(place, chidi, each, 'maximum', 600_000)
  expect(said(await decide(after, 'accept'))).toBe('bidding-open')
  expect(said(await ask(other, 900_000))).toBe('bidding-open')
  const seen = await place.call('GET', `/api/selling/lots/${other.lotId}`, { token: elif.token })
  expect(seen.body as SellingDetail).toMatchObject({ canAsk: false, lot: { reserve: 500_000, price: 500_000 } })
  const standing = await place.app.pool.query<{ price: number; reserve: number }>(
    `select price, (terms ->> 'reserve')::bigint as reserve from standing where lot_id = $1`,
    [lot.lotId],
  )
  expect(standing.rows[0]).toEqual({ price: 450_000, reserve: 450_000 })
  expect(said(await decide(after, 'refuse'))).toBe(200)
})
