import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffVehicle } from '#contract/lots/vehicles.ts'
import { ledgerOf, openBiddingStage } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import {
  closedLot,
  committed,
  staffStep,
  invoicesOf,
  ledgerFaults,
  said,
  noticesOf,
} from './negotiations.test-support.ts'

let server: TestServer
let aukje: CastMember

beforeAll(async () => {
  ;({ server, aukje } = await openBiddingStage())
})

afterAll(() => server?.close())

/** What staff see of a lot's vehicle, and the response to entering it in another auction. */
async function enterAgain({ lotId }: CastLot) {
  await server.app.outbox.drain()
  const { pool } = server.app
  const found = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
  const vehicleId = found.rows[0]!.vehicle_id
  const seen = await server.call('GET', `/api/admin/vehicles/${vehicleId}`, { token: aukje.token })
  const { auctionId } = await castLot(server.app)
  const body = { id: randomUUID(), vehicleId, openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  const path = `/api/admin/auctions/${auctionId}/lots`
  const { status, body: answer } = await server.call('POST', path, { token: aukje.token, body })
  return [(seen.body as StaffVehicle).state, status, JSON.stringify(answer)]
}

test('a vehicle that is negotiated or sold is entered in no other auction until its sale is undone', async () => {
  const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
  const lot = await closedLot(server, chidi)
  expect(await enterAgain(lot)).toEqual(['negotiating', 400, expect.stringContaining('is being negotiated')])
  await staffStep(server, aukje, lot, { kind: 'approve', reason: 'The seller agreed' })
  expect(await enterAgain(lot)).toEqual(['sold', 400, expect.stringContaining(`sold as lot ${lot.lotNumber}`)])
  const body = { cause: 'default', reason: 'Not paid' }
  await server.call('POST', `/api/admin/lots/${lot.lotId}/sale-void`, { token: aukje.token, body })
  expect((await enterAgain(lot)).slice(0, 2)).toEqual(['withdrawn', 201])
  expect((await enterAgain(lot)).slice(0, 2)).toEqual(['in-auction', 400])
})

describe('a sale that is undone', () => {
  const undo = (lot: CastLot, cause: string, who = aukje) =>
    server.call('POST', `/api/admin/lots/${lot.lotId}/sale-void`, {
      token: who.token,
      body: { cause, reason: 'The wrong keys' },
    })

  test.each([
    ['mistake', 'sale-voided', 'The sale was made by mistake. The wrong keys.'],
    ['default', 'buyer-default', 'It wasn’t paid for in time. The wrong keys.'],
  ])(
    'by %s cancels its invoice, releases the buyer’s money, notifies them, and is audited',
    async (cause, creditCause, why) => {
      const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
      const lot = await closedLot(server, chidi)
      expect(said(await undo(lot, cause))).toBe('not-sold')
      await staffStep(server, aukje, lot, { kind: 'approve', reason: 'The seller agreed' })
      expect((await invoicesOf(server, chidi)).map(({ state }) => state)).toEqual(['issued'])
      expect((await undo(lot, cause, chidi)).status).toBe(403)
      expect((await undo(lot, cause)).body).toMatchObject({ status: 'withdrawn' })
      expect(said(await undo(lot, cause))).toBe('not-sold')
      expect((await invoicesOf(server, chidi)).map(({ state }) => state)).toEqual(['cancelled'])
      expect(await committed(server, chidi)).toBe(0)
      expect((await noticesOf(server, chidi, lot)).at(-1)).toContain('undone')
      const { body } = await server.call('GET', '/api/notifications', { token: chidi.token })
      expect(JSON.stringify(body)).toContain(why)
      const notes = await server.app.pool.query('select cause, reason from credit_note where account_id = $1', [
        chidi.id,
      ])
      expect(notes.rows).toEqual([{ cause: creditCause, reason: 'The wrong keys' }])
      expect(JSON.stringify((await ledgerOf(server, lot)).at(-1))).not.toContain('keys')
      const kept = await server.app.pool.query(
        `select reason from audit where action = 'void-sale' and subject_id = $1`,
        [lot.lotId],
      )
      expect(kept.rows).toEqual([{ reason: 'The wrong keys' }])
      expect(await ledgerFaults(server, lot)).toEqual([])
    },
  )
})
