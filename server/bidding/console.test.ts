import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, sendBid, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { watchFeed } from './feed/watch-feed.test-support.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let dana: CastMember
let aukje: CastMember
let placed: BiddingStage['placed']
let act: BiddingStage['act']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, placed, act } = await openBiddingStage())
  dana = await castPerson(server.app.pool, { name: 'Dana' })
})

afterAll(() => server?.close())

async function titles(who: CastMember): Promise<string[]> {
  const { body } = await server.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: { title: string }[] }).items.map(({ title }) => title)
}

test('an auctioneer messages everyone who follows the auction, once, and nobody else', async () => {
  const { lotId, auctionId } = await castLot(server.app)
  await placed(ada, { lotId }, 'firm', 10_000)
  await server.call('PUT', `/api/lots/${lotId}/watch`, { token: boris.token, body: { watching: true } })
  const message = { messageId: randomUUID(), text: 'The auction goes on at ten past two' }
  const say = (who: CastMember, id = auctionId) =>
    server.call('POST', `/api/admin/auctions/${id}/messages`, { token: who.token, body: message })
  expect((await say(ada)).status).toBe(403)
  expect((await say(aukje, randomUUID())).status).toBe(404)
  for (let press = 0; press < 2; press++) expect((await say(aukje)).body).toEqual({ followers: 2 })
  const body = { ...message, text: 'The auction goes on at two' }
  const edited = await server.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  expect(edited).toMatchObject({ status: 409, body: { code: 'message-id-taken' } })
  await server.app.outbox.drain()
  for (const who of [ada, boris])
    await expect
      .poll(
        async () =>
          (await titles(who)).filter((title) => title === 'Message from the auctioneer of Thursday auction').length,
      )
      .toBe(1)
  expect(await titles(dana)).toEqual([])
  const audit = await server.app.pool.query('select reason from audit where subject_id = $1', [auctionId])
  expect(audit.rows).toEqual([{ reason: message.text }])
})

test.each([0, -1, 1, 253_402_300_799_999, 4_102_444_800_000, 1.5])(
  'an extension to %d, an end that no auction can have, is refused in plain words',
  async (closesAt) => {
    const lot = await castLot(server.app)
    expect((await act(aukje, lot, 'extension', { reason: 'More time', closesAt })).body).toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'closesAt', message: 'Choose a date from 2000 to 2099.' }] },
    })
  },
)

test('a message is in the auction’s log for everyone who may see its prices, newest first, and announced on the feed', async () => {
  const { auctionId } = await castLot(server.app)
  const say = (text: string) => {
    const body = { messageId: randomUUID(), text }
    return server.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  }
  const watch = await watchFeed(server.url, { token: dana.token, auctions: [auctionId] })
  await say('Back in five minutes')
  await say('Here we go')
  await expect.poll(() => watch.messages.filter(({ type }) => type === 'said').length).toBe(2)
  watch.close()
  const log = await server.call('GET', `/api/auctions/${auctionId}/messages`, { token: dana.token })
  expect(log.body).toMatchObject({ items: [{ text: 'Here we go' }, { text: 'Back in five minutes' }] })
  expect((await server.call('GET', `/api/auctions/${auctionId}/messages`)).status).toBe(401)
})

test('the console warns of a leader who is suspended or owes, and shows the reserve to auctioneers only', async () => {
  const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
  const lot = await castLot(server.app, { reserve: 500_000 })
  await placed(chidi, lot, 'firm', 10_000)
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  const read = async (who: CastMember) =>
    (await server.call('GET', `/api/admin/auctions/${lot.auctionId}/console`, { token: who.token })).body
  expect(await read(aukje)).toMatchObject({ leaders: [], reserves: [{ lotId: lot.lotId, reserve: 500_000 }] })
  expect(await read(kofi)).toMatchObject({ reserves: [] })
  await overdueInvoice(chidi)
  const warning = {
    lotId: lot.lotId,
    paddle: chidi.paddle,
    accountStatus: 'active',
    isComplete: true,
    isOverLimit: false,
    overdue: 1,
  }
  expect(await read(aukje)).toMatchObject({ leaders: [warning] })
  // Not through the console of people, which would void the bid.
  await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [chidi.id])
  expect(await read(aukje)).toMatchObject({ leaders: [{ ...warning, accountStatus: 'suspended' }] })
})

test('the console warns of a leader whose fee was refunded, or who is over their limit at present prices; they still win', async () => {
  const [elif, femi] = [
    await castPerson(server.app.pool, { name: 'Elif' }),
    await castPerson(server.app.pool, { name: 'Femi', biddingLimit: 50_000_000 }),
  ]
  const live = { auctionKind: 'live', liveStartMs: 600_000, isFree: true } as const
  const [refunded, over] = [await castLot(server.app, live), await castLot(server.app, live)]
  const leads = async (who: CastMember, { lotId }: CastLot, kind: string, amount: number) => {
    const answer = async () => (await sendBid(server, who, { lotId }, kind, amount)).body
    await expect.poll(answer, { timeout: 5000 }).toMatchObject({ leading: true })
  }
  await leads(elif, refunded, 'firm', 10_000)
  await leads(femi, over, 'maximum', 9_000_000)
  // A maximum may be set before a lot comes up; the console's leaders are those of open lots.
  const standing = async () =>
    (await server.call('GET', `/api/lots/${over.lotId}/standing`, { token: aukje.token })).body
  await expect.poll(standing).toMatchObject({ status: 'open' })
  const warnings = async ({ auctionId }: CastLot) => {
    const { body } = await server.call('GET', `/api/admin/auctions/${auctionId}/console`, { token: aukje.token })
    return (body as { leaders: object[] }).leaders
  }
  await server.app.pool.query('update account set has_paid_membership_fee = false where id = $1', [elif.id])
  expect(await warnings(refunded)).toMatchObject([{ paddle: elif.paddle, accountStatus: 'active', isComplete: false }])
  // Below what their maximum commits, and above the price: staff learn nothing of the maximum.
  await server.app.pool.query('update account set bidding_limit = 20000 where id = $1', [femi.id])
  expect(await warnings(over)).toEqual([])
  await server.app.pool.query('update account set bidding_limit = 9999 where id = $1', [femi.id])
  expect(await warnings(over)).toMatchObject([{ paddle: femi.paddle, isComplete: true, isOverLimit: true }])
  for (const [lot, who] of [
    [refunded, elif],
    [over, femi],
  ] as const) {
    const { body } = await server.call('GET', `/api/lots/${lot.lotId}/standing`, { token: aukje.token })
    const { sequence: seen } = body as { sequence: number }
    expect((await act(aukje, lot, 'hammer', { seen })).body).toMatchObject({ status: 'sold', leader: who.paddle })
  }
})

test('the console counts the bidders who have a page of the auction open, and no staff', async () => {
  const { auctionId } = await castLot(server.app)
  const watches = await Promise.all(
    [dana, dana, boris, aukje].map(({ token }) => watchFeed(server.url, { token, auctions: [auctionId] })),
  )
  const online = async () => {
    const answer = await server.call('GET', `/api/admin/auctions/${auctionId}/console`, { token: aukje.token })
    return (answer.body as { online: number }).online
  }
  await expect.poll(online, { timeout: 10_000 }).toBe(2)
  for (const watch of watches) watch.close()
})

/** A sale of theirs whose payment is overdue. */
async function overdueInvoice(who: CastMember): Promise<void> {
  const live = { auctionKind: 'live', liveStartMs: 600_000 } as const
  const lot = await castLot(server.app, live)
  const bid = async () => (await sendBid(server, who, lot, 'firm', 10_000)).body
  await expect.poll(bid, { timeout: 5000 }).toMatchObject({ leading: true })
  const { body } = await server.call('GET', `/api/lots/${lot.lotId}/standing`, { token: who.token })
  const seen = (body as { sequence: number }).sequence
  await server.call('POST', `/api/admin/lots/${lot.lotId}/hammer`, { token: aukje.token, body: { seen } })
  await server.app.outbox.drain()
  await server.asOwner('alter table invoice disable trigger issued_invoice_stays')
  await server.asOwner(`update invoice set due_at = clock_timestamp() - interval '1 day' where lot_id = $1`, [
    lot.lotId,
  ])
  await server.asOwner('alter table invoice enable trigger issued_invoice_stays')
}

test('the console shows when the last bid was placed on each open lot', async () => {
  const bid = await castLot(server.app)
  const bare = await castLot(server.app, { auctionId: bid.auctionId, position: 2 })
  const before = await databaseNow(server.app.pool)
  await placed(ada, bid, 'firm', 10_000)
  const answer = await server.call('GET', `/api/admin/auctions/${bid.auctionId}/console`, { token: aukje.token })
  const { items } = answer.body as { items: { lotId: string; lastBidAt: number }[] }
  expect(items.map(({ lotId }) => lotId)).toEqual([bid.lotId])
  expect(items[0]!.lastBidAt).toBeGreaterThanOrEqual(before)
  expect(JSON.stringify(items)).not.toContain(bare.lotId)
})

test('an auctioneer who acts on a lot that was sold reads that bidding has ended, not that a bid came too late', async () => {
  const lot = await castLot(server.app, { buyNow: 50_000 })
  await placed(ada, lot, 'buy-now', 50_000)
  for (const action of ['pause', 'withdrawal']) {
    const { body } = await act(aukje, lot, action, { reason: 'The title is missing' })
    expect([action, body]).toEqual([
      action,
      expect.objectContaining({ code: 'lot-closed', message: 'Bidding on this lot has ended.' }),
    ])
  }
})
