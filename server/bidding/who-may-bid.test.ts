import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let bid: BiddingStage['bid']

beforeAll(async () => {
  ;({ server, ada, bid } = await openBiddingStage())
})

afterAll(() => server?.close())

type Refused = { code: string; details?: Record<string, unknown> }

async function standing({ lotId }: CastLot): Promise<LiveLot['standing']> {
  const reply = await server.call('GET', `/api/lots/${lotId}/live`, { token: ada.token })
  return (reply.body as LiveLot).standing
}

describe('a bid', () => {
  test('by a staff account is refused, whatever the role', async () => {
    const lot = await castLot(server.app)
    for (const role of ['auctioneer', 'reviewer', 'cashier', 'owner']) {
      const staff = await castPerson(server.app.pool, { name: 'Olga', role })
      for (const kind of ['firm', 'maximum'])
        expect((await bid(staff, lot, kind, 10_000)).body).toMatchObject({
          code: 'not-eligible',
          details: { why: 'staff' },
        })
    }
    expect((await standing(lot)).bidCount).toBe(0)
  })

  test('needs a confirmed email and a postal address, and is accepted once both are there', async () => {
    const lot = await castLot(server.app)
    const elif = await castPerson(server.app.pool, { name: 'Elif', emailConfirmed: false, hasAddress: false })
    const why = async () => ((await bid(elif, lot, 'firm', 10_000)).body as Refused).details
    expect(await why()).toEqual({ why: 'email-unconfirmed' })
    await server.app.pool.query('update account set email_confirmed_at = now() where id = $1', [elif.id])
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
    const added = await server.call('POST', '/api/profile/addresses', { token: elif.token, body: address })
    expect([added.status, added.body]).toEqual([added.status, expect.objectContaining({ city: 'Springfield' })])
    expect((await bid(elif, lot, 'firm', 10_000)).status).toBe(200)
  })
})
