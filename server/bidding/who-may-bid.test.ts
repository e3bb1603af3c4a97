import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let house: TestHouse
let ada: CastMember

beforeAll(async () => {
  house = await openHouse()
  ada = await castPerson(house.house.pool, { name: 'Ada' })
})

afterAll(() => house?.close())

type Refused = { code: string; details?: Record<string, unknown> }

function bid(who: CastMember, { lotId }: CastLot, kind: string, amount: number) {
  const body = { bidId: randomUUID(), kind, amount }
  return house.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body })
}

async function standing({ lotId }: CastLot): Promise<LiveLot['standing']> {
  const reply = await house.call('GET', `/api/lots/${lotId}/live`, { token: ada.token })
  return (reply.body as LiveLot).standing
}

describe('a bid', () => {
  test('of a staff account is refused, whatever the role', async () => {
    const lot = await castLot(house.house)
    for (const role of ['auctioneer', 'reviewer', 'cashier', 'owner']) {
      const staff = await castPerson(house.house.pool, { name: 'Olga', role })
      for (const kind of ['firm', 'maximum'])
        expect((await bid(staff, lot, kind, 10_000)).body).toMatchObject({
          code: 'not-eligible',
          details: { why: 'staff' },
        })
    }
    expect((await standing(lot)).bidCount).toBe(0)
  })

  test('needs a confirmed email and a postal address, and is taken once both are there', async () => {
    const lot = await castLot(house.house)
    const elif = await castPerson(house.house.pool, { name: 'Elif', emailConfirmed: false, hasAddress: false })
    const why = async () => ((await bid(elif, lot, 'firm', 10_000)).body as Refused).details
    expect(await why()).toEqual({ why: 'email-unconfirmed' })
    await house.house.pool.query('update account set email_confirmed_at = now() where id = $1', [elif.id])
    expect(await why()).toEqual({ why: 'address-missing' })
    const address = {
      recipient: 'Elif',
      company: '',
      street: '1 Main Street',
      extra: '',
      postcode: '62701',
      city: 'Springfield',
      region: 'IL',
      country: 'US',
      forInvoices: true,
    }
    const added = await house.call('POST', '/api/profile/addresses', { token: elif.token, body: address })
    expect([added.status, added.body]).toEqual([added.status, expect.objectContaining({ city: 'Springfield' })])
    expect((await bid(elif, lot, 'firm', 10_000)).status).toBe(200)
  })
})
