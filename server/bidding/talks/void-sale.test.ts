import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffVehicle } from '#contract/vehicles.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { closedLot, committed, houseStep, invoicesOf, ledgerFaults, linesOf, said, toldTo } from './talks.test-model.ts'

let house: TestHouse
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

/** What staff see of the vehicle of a lot, and the answer to entering it in another auction. */
async function enterAgain({ lotId }: CastLot) {
  await house.house.outbox.drain()
  const { pool } = house.house
  const found = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
  const vehicleId = found.rows[0]!.vehicle_id
  const seen = await house.call('GET', `/api/admin/vehicles/${vehicleId}`, { token: aukje.token })
  const { auctionId } = await castLot(house.house)
  const body = { id: randomUUID(), vehicleId, openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  const path = `/api/admin/sales/${auctionId}/lots`
  const { status, body: answer } = await house.call('POST', path, { token: aukje.token, body })
  return [(seen.body as StaffVehicle).state, status, JSON.stringify(answer)]
}

test('a vehicle that is negotiated or sold is entered in no other auction until its sale is undone', async () => {
  const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
  const lot = await closedLot(house, chidi)
  expect(await enterAgain(lot)).toEqual(['negotiating', 400, expect.stringContaining('is being negotiated')])
  await houseStep(house, aukje, lot, { kind: 'approve', reason: 'The seller agreed' })
  expect(await enterAgain(lot)).toEqual(['sold', 400, expect.stringContaining(`sold as lot ${lot.lotNumber}`)])
  const body = { cause: 'default', reason: 'Not paid' }
  await house.call('POST', `/api/admin/lots/${lot.lotId}/sale-void`, { token: aukje.token, body })
  expect((await enterAgain(lot)).slice(0, 2)).toEqual(['withdrawn', 201])
  expect((await enterAgain(lot)).slice(0, 2)).toEqual(['in-auction', 400])
})

describe('a sale that is undone', () => {
  const undo = (lot: CastLot, cause: string, who = aukje) =>
    house.call('POST', `/api/admin/lots/${lot.lotId}/sale-void`, {
      token: who.token,
      body: { cause, reason: 'The wrong keys' },
    })

  test.each([
    ['mistake', 'sale-voided'],
    ['default', 'buyer-default'],
  ])('by %s cancels its invoice, frees the buyer’s money, tells him, and is audited', async (cause, creditCause) => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const lot = await closedLot(house, chidi)
    expect(said(await undo(lot, cause))).toBe('not-sold')
    await houseStep(house, aukje, lot, { kind: 'approve', reason: 'The seller agreed' })
    expect((await invoicesOf(house, chidi)).map(({ state }) => state)).toEqual(['issued'])
    expect((await undo(lot, cause, chidi)).status).toBe(403)
    expect((await undo(lot, cause)).body).toMatchObject({ status: 'withdrawn' })
    expect(said(await undo(lot, cause))).toBe('not-sold')
    expect((await invoicesOf(house, chidi)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await committed(house, chidi)).toBe(0)
    expect((await toldTo(house, chidi, lot)).at(-1)).toContain('undone')
    const notes = await house.house.pool.query('select cause, reason from credit_note where account_id = $1', [
      chidi.id,
    ])
    expect(notes.rows).toEqual([{ cause: creditCause, reason: 'The wrong keys' }])
    expect(JSON.stringify((await linesOf(house, lot)).at(-1))).not.toContain('keys')
    const kept = await house.house.pool.query(`select reason from audit where act = 'void-sale' and subject_id = $1`, [
      lot.lotId,
    ])
    expect(kept.rows).toEqual([{ reason: 'The wrong keys' }])
    expect(await ledgerFaults(house, lot)).toEqual([])
  })
})
