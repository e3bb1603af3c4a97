import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import type { CastLot } from '#test/inventory.ts'
import { closedLot, committed, houseStep, invoicesOf, ledgerFaults, linesOf, said, toldTo } from './talks.test-model.ts'

let house: TestHouse
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

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
