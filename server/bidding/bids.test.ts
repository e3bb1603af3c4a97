import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BidAnswer, Standing } from '#contract/bidding/bidding.ts'
import { costOf } from '#contract/invoices/costs.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let bid: BiddingStage['bid']

beforeAll(async () => {
  ;({ server, ada, boris, bid } = await openBiddingStage())
})

afterAll(() => server.close())

type Refused = { message: string; code: string; requestId: string; details?: Record<string, unknown> }

async function standing(lot: CastLot): Promise<Standing> {
  const reply = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
  return (reply.body as { standing: Standing }).standing
}

describe('a bid', () => {
  test('is answered with the resulting standing and the reason', async () => {
    const lot = await castLot(server.app)
    await bid(ada, lot, 'maximum', 50_000)
    const reply = await bid(boris, lot, 'firm', 20_000)
    expect(reply.status).toBe(200)
    const answer = reply.body as BidAnswer
    expect(answer).toMatchObject({ leading: false, price: 22_500, nextBid: 25_000, extended: false })
    expect(answer.reason).toEqual({
      code: 'answered-by-proxy',
      by: ada.paddle,
      price: 22_500,
      increment: 2500,
      nextBid: 25_000,
    })
  })

  test('sent again with the same id gets the first answer, word for word, and counts once', async () => {
    const lot = await castLot(server.app)
    const bidId = randomUUID()
    const first = await bid(ada, lot, 'firm', 10_000, bidId)
    await bid(boris, lot, 'firm', 12_500)
    const again = await bid(ada, lot, 'firm', 10_000, bidId)
    expect(again.body).toEqual(first.body)
    expect((await standing(lot)).bidCount).toBe(2)
  })

  test('that was refused is refused in the same words when it is sent again, whatever happened since', async () => {
    const lot = await castLot(server.app)
    const bidId = randomUUID()
    const first = (await bid(ada, lot, 'firm', 5000, bidId)).body as Refused
    await bid(boris, lot, 'firm', 12_500)
    const again = (await bid(ada, lot, 'firm', 5000, bidId)).body as Refused
    expect(first).toMatchObject({ code: 'below-next-bid', details: { nextBid: 10_000 } })
    expect({ ...again, requestId: '' }).toEqual({ ...first, requestId: '' })
  })

  test('that arrives after its sender’s deadline is refused, and the same id never counts afterwards', async () => {
    const lot = await castLot(server.app)
    const bidId = randomUUID()
    const send = (notAfter?: number) =>
      server.call('POST', `/api/lots/${lot.lotId}/bids`, {
        token: ada.token,
        body: { bidId, kind: 'firm', amount: 10_000, ...(notAfter === undefined ? {} : { notAfter }) },
      })
    const late = await send(Date.now() - 1)
    expect(late).toMatchObject({ status: 409, body: { code: 'bid-expired' } })
    expect((await send()).body).toMatchObject({ code: 'bid-expired' })
    expect((await standing(lot)).bidCount).toBe(0)
  })

  test('that was recorded in time gets its first answer even after its sender’s deadline', async () => {
    const lot = await castLot(server.app)
    const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const send = (notAfter: number) =>
      server.call('POST', `/api/lots/${lot.lotId}/bids`, { token: ada.token, body: { ...body, notAfter } })
    const first = await send(Date.now() + 60_000)
    expect(first.status).toBe(200)
    expect((await send(0)).body).toEqual(first.body)
  })

  test('id used before for another amount, lot or bidder is refused', async () => {
    const lot = await castLot(server.app)
    const other = await castLot(server.app)
    const bidId = randomUUID()
    await bid(ada, lot, 'firm', 10_000, bidId)
    const replies = await Promise.all([
      bid(ada, lot, 'firm', 20_000, bidId),
      bid(ada, other, 'firm', 10_000, bidId),
      bid(boris, lot, 'firm', 10_000, bidId),
    ])
    expect(replies.map(({ body }) => (body as Refused).code)).toEqual([
      'bid-id-reused',
      'bid-id-reused',
      'bid-id-reused',
    ])
  })

  test('on a lot that does not exist, is not open, is closed or is withdrawn says which', async () => {
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const early = await castLot(server.app, { opensInMs: 60_000 })
    const late = await castLot(server.app, { closesInMs: -1 })
    const withdrawn = await castLot(server.app)
    await server.call('POST', `/api/admin/lots/${withdrawn.lotId}/withdrawal`, {
      token: aukje.token,
      body: { reason: 'sold elsewhere' },
    })
    const codes = await Promise.all(
      [{ lotId: randomUUID() }, early, late, withdrawn].map(
        async (lot) => ((await bid(ada, lot, 'firm', 10_000)).body as Refused).code,
      ),
    )
    expect(codes).toEqual(['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn'])
  })

  test('needs a whole bid unit, an amount in minor units and an id', async () => {
    const lot = await castLot(server.app)
    const odd = (await bid(ada, lot, 'firm', 10_050)).body as Refused
    expect(odd).toMatchObject({ code: 'not-a-bid-unit', details: { bidUnit: 100 } })
    for (const body of [
      {},
      { bidId: 'x', kind: 'firm', amount: 1 },
      { bidId: randomUUID(), kind: 'firm' },
      { bidId: randomUUID(), kind: 'firm', amount: '1' },
    ]) {
      const reply = await server.call('POST', `/api/lots/${lot.lotId}/bids`, { token: ada.token, body })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({
        code: 'invalid-input',
        message: expect.any(String) as string,
        requestId: expect.any(String) as string,
      })
    }
    expect((await standing(lot)).bidCount).toBe(0)
  })

  test('can be so high that no one outbids it, but not so high that the lot can’t be read', async () => {
    const lot = await castLot(server.app)
    const refused = await bid(ada, lot, 'firm', 1_000_000_000_000)
    expect([refused.status, (refused.body as Refused).message]).toEqual([400, 'Enter a smaller amount.'])
    const highest = 200_000_000_000
    expect((await bid(ada, lot, 'firm', highest)).status).toBe(200)
    for (const address of [`/api/lots/${lot.lotId}/live`, '/api/my-bids', '/api/buying-power'])
      for (const { token } of [ada, boris]) expect((await server.call('GET', address, { token })).status).toBe(200)
    const { nextBid } = await standing(lot)
    expect((await bid(boris, lot, 'firm', nextBid)).status).toBe(400)
  })

  test('needs every access level', async () => {
    const { pool } = server.app
    const lot = await castLot(server.app)
    const people = await Promise.all([
      castPerson(pool, { name: 'Milo', hasPaid: false, verification: 'pending' }),
      castPerson(pool, { name: 'Pia', verification: 'pending' }),
      castPerson(pool, { name: 'Veda', verification: 'pending', document: 'submitted' }),
      castPerson(pool, { name: 'Sven', status: 'suspended' }),
    ])
    const replies = await Promise.all(people.map((person) => bid(person, lot, 'firm', 10_000)))
    expect(replies.map(({ status, body }) => [status, (body as Refused).code])).toEqual([
      [402, 'membership-required'],
      [403, 'document-required'],
      [403, 'verification-pending'],
      [403, 'account-not-active'],
    ])
    expect((await server.call('POST', `/api/lots/${lot.lotId}/bids`, { body: {} })).status).toBe(401)
  })

  test('on your own lot is refused', async () => {
    const lot = await castLot(server.app, { sellerId: ada.id })
    expect((await bid(ada, lot, 'firm', 10_000)).body).toMatchObject({ code: 'not-eligible' })
  })
})

describe('a maximum', () => {
  test('never appears in anything another person, a log or the database can read', async () => {
    const lot = await castLot(server.app)
    const secret = 98_765_400
    await bid(ada, lot, 'maximum', secret)
    const replies = await Promise.all([
      bid(boris, lot, 'firm', 10_000),
      bid(boris, lot, 'firm', 12_500),
      server.call('GET', `/api/lots/${lot.lotId}/live`, { token: boris.token }),
      server.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token }),
      server.call('GET', '/api/my-bids', { token: boris.token }),
    ])
    const tables = await Promise.all(
      ['standing', 'ledger', 'attempt', 'outbox', 'participation'].map((table) =>
        server.app.pool.query(`select t::text from ${table} t`),
      ),
    )
    const everything = JSON.stringify([replies.map(({ body }) => body), tables.map(({ rows }) => rows as unknown[])])
    expect(everything).toContain(lot.lotId)
    expect(everything).not.toContain(String(secret))
  })

  test('is shown to its owner, who may lower it to what is committed', async () => {
    const lot = await castLot(server.app)
    await bid(ada, lot, 'maximum', 80_000)
    await bid(boris, lot, 'firm', 30_000)
    const lower = (amount: number | null) =>
      server.call('PUT', `/api/lots/${lot.lotId}/maximum`, { token: ada.token, body: { bidId: randomUUID(), amount } })
    expect((await lower(20_000)).body).toMatchObject({ code: 'maximum-committed', details: { committed: 32_500 } })
    expect((await lower(50_000)).status).toBe(200)
    const live = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
    expect(live.body).toMatchObject({ you: { position: 'leading', maximum: 50_000 } })
    expect((await lower(null)).status).toBe(200)
    expect((await bid(boris, lot, 'firm', 35_000)).body).toMatchObject({ leading: true })
  })
})

describe('the bidding limit', () => {
  test('holds across many lots at the same instant', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi', biddingLimit: 100_000 })
    const lots = await Promise.all(Array.from({ length: 12 }, () => castLot(server.app, { isFree: true })))
    const replies = await Promise.all(lots.map((lot) => bid(chidi, lot, 'maximum', 30_000)))
    const refused = replies.filter(({ status }) => status === 409)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(refused.every(({ body }) => (body as Refused).code === 'over-bidding-limit')).toBe(true)
  })

  test('is released the moment someone else leads', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana', biddingLimit: 50_000 })
    const [first, second] = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
    await bid(dana, first, 'maximum', 40_000)
    expect((await bid(dana, second, 'firm', 20_000)).body).toMatchObject({
      code: 'over-bidding-limit',
      details: { limit: 50_000, committed: 40_000 },
    })
    await bid(ada, first, 'firm', 60_000)
    expect((await bid(dana, second, 'firm', 20_000)).status).toBe(200)
  })

  test('counts the total cost of a bid: premium, fees and tax, the same before and after the close', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif', biddingLimit: 1_000_000 })
    const [first, second] = [await castLot(server.app), await castLot(server.app)]
    const costs = await server.call('GET', `/api/lots/${first.lotId}/costs`, { token: elif.token })
    const totalOf = (price: number) => costOf(price, costs.body as CostTermsOfLot).total
    expect(totalOf(990_000)).toBeGreaterThan(1_000_000)
    expect((await bid(elif, first, 'firm', 990_000)).body).toMatchObject({
      code: 'over-bidding-limit',
      details: { limit: 1_000_000, committed: 0 },
    })
    await bid(elif, first, 'firm', 500_000)
    expect((await bid(elif, second, 'maximum', 490_000)).body).toMatchObject({
      code: 'over-bidding-limit',
      details: { limit: 1_000_000, committed: totalOf(500_000) },
    })
    const committed = async () => {
      const power = await server.call('GET', '/api/buying-power', { token: elif.token })
      return (power.body as { committed: number }).committed
    }
    expect(await committed()).toBe(totalOf(500_000))
    await server.app.pool.query(
      'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
      [first.lotId],
    )
    await expect.poll(async () => (await standing(first)).status, { timeout: 5000 }).toBe('sold')
    expect(await committed()).toBe(totalOf(500_000))
    await server.app.outbox.drain()
    expect(await committed()).toBe(totalOf(500_000))
  })
})

describe('the ledger', () => {
  test('shows a void with its reason, and the standing as if the bid had never been made', async () => {
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const lot = await castLot(server.app)
    await bid(ada, lot, 'maximum', 50_000)
    const mistaken = (await bid(boris, lot, 'firm', 90_000)).body as BidAnswer
    const path = `/api/admin/lots/${lot.lotId}/voids`
    const reply = await server.call('POST', path, {
      token: aukje.token,
      body: { sequences: [mistaken.sequence], reason: 'typing error' },
    })
    expect(reply.body).toMatchObject({ price: 10_000, leader: ada.paddle, bidCount: 1 })
    const again = await server.call('POST', path, {
      token: aukje.token,
      body: { sequences: [mistaken.sequence], reason: 'twice' },
    })
    expect(again.body).toMatchObject({ code: 'nothing-to-void' })
    const audit = await server.app.pool.query('select reason from audit where subject_id = $1', [lot.lotId])
    expect(audit.rows).toEqual([{ reason: 'typing error' }])
  })
})
