import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let dana: CastMember
let aukje: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  dana = await castPerson(pool, { name: 'Dana' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => server?.close())

async function titles(who: CastMember): Promise<string[]> {
  const { body } = await server.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: { title: string }[] }).items.map(({ title }) => title)
}

test('an auctioneer messages everyone who follows the auction, once, and nobody else', async () => {
  const { lotId, auctionId } = await castLot(server.app)
  const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  await server.call('POST', `/api/lots/${lotId}/bids`, { token: ada.token, body })
  await server.call('PUT', `/api/lots/${lotId}/watch`, { token: boris.token, body: { watching: true } })
  const message = { messageId: randomUUID(), text: 'The auction goes on at ten past two' }
  const say = (who: CastMember, id = auctionId) =>
    server.call('POST', `/api/admin/auctions/${id}/messages`, { token: who.token, body: message })
  expect((await say(ada)).status).toBe(403)
  expect((await say(aukje, randomUUID())).status).toBe(404)
  for (let press = 0; press < 2; press++) expect((await say(aukje)).body).toEqual({ followers: 2 })
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
  expect(audit.rows[0]).toEqual({ reason: message.text })
})

test('the console shows when the last bid was placed on each open lot', async () => {
  const bid = await castLot(server.app)
  const bare = await castLot(server.app, { auctionId: bid.auctionId, position: 2 })
  const before = await databaseNow(server.app.pool)
  const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  await server.call('POST', `/api/lots/${bid.lotId}/bids`, { token: ada.token, body })
  const answer = await server.call('GET', `/api/admin/auctions/${bid.auctionId}/console`, { token: aukje.token })
  const { items } = answer.body as { items: { lotId: string; lastBidAt: number }[] }
  expect(items.map(({ lotId }) => lotId)).toEqual([bid.lotId])
  expect(items[0]!.lastBidAt).toBeGreaterThanOrEqual(before)
  expect(JSON.stringify(items)).not.toContain(bare.lotId)
})
