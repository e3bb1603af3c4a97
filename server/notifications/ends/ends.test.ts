import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { signId } from '#server/platform/signed-id.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { ANSWER } from '../mail/letter.ts'
import { watchFeed } from '#server/bidding/feed/watch-feed.test-support.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await openTestServer()
  other = await openTestServer({ databaseUrl: server.app.databaseUrl })
})

afterAll(async () => {
  await other?.close()
  await server?.close()
})

const SOON = { timeout: 12_000 }

const person = (name: string) => castPerson(server.app.pool, { name })
const lotOf = (options: LotOptions = {}) => castLot(server.app, { extensionWindowMs: 0, ...options })

async function bid(who: CastMember, lot: CastLot, amount: number): Promise<void> {
  expect((await sendBid(server, who, lot, 'firm', amount)).status).toBe(200)
}

async function noticesOf(who: CastMember, kind: string): Promise<Notification[]> {
  const { body } = await server.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: Notification[] }).items.filter((item) => item.kind === kind)
}

const titles = async (who: CastMember, kind: string) => (await noticesOf(who, kind)).map(({ title }) => title)

const watch = (who: CastMember, lot: CastLot) =>
  server.call('PUT', `/api/lots/${lot.lotId}/watch`, { token: who.token, body: { watching: true } })

describe('the end of a lot', () => {
  test('is announced once to the buyer, who won, and to every other bidder, who did not', async () => {
    const [ada, boris, chidi, dana] = [
      await person('Ada'),
      await person('Boris'),
      await person('Chidi'),
      await person('Dana'),
    ]
    const lot = await lotOf({ closesInMs: 1500 })
    await bid(ada, lot, 10_000)
    await bid(boris, lot, 20_000)
    await bid(chidi, lot, 30_000)
    await watch(dana, lot)
    await expect.poll(() => titles(chidi, 'won'), SOON).toEqual([`You won lot ${lot.lotNumber}, 2010 Kiri Urban`])
    const [won] = await noticesOf(chidi, 'won')
    expect(won!.body).toMatch(/^It sold for \$300, and it’s yours\. Pay \$\d+\.\d\d by [A-Z][a-z]+ \d+, \d{4}\.$/)
    expect(won!.link).toMatch(/^\/invoices\?invoice=/)
    for (const loser of [ada, boris]) {
      expect(await noticesOf(loser, 'lost')).toMatchObject([
        { title: `Lot ${lot.lotNumber}, 2010 Kiri Urban, went to another bidder`, mail: expect.anything() },
      ])
    }
    expect(await noticesOf(chidi, 'lost')).toEqual([])
    expect([...(await noticesOf(dana, 'lost')), ...(await noticesOf(dana, 'won'))]).toEqual([])
  })

  test('by a withdrawal is announced as such to every bidder, and not as a failed sale', async () => {
    const ada = await person('Ada')
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const lot = await lotOf()
    await bid(ada, lot, 10_000)
    const path = `/api/admin/lots/${lot.lotId}/withdrawal`
    await server.call('POST', path, { token: aukje.token, body: { reason: 'engine damage found' } })
    await expect.poll(() => titles(ada, 'lost'), SOON).toEqual([`Lot ${lot.lotNumber}, 2010 Kiri Urban, was withdrawn`])
  })
})

describe('a watched lot that ends soon', () => {
  test('gets one reminder, with two processes at work, and one that ends later gets none yet', async () => {
    const ada = await person('Ada')
    const [soon, later] = [await lotOf({ closesInMs: 10 * 60_000 }), await lotOf({ closesInMs: 40 * 60_000 })]
    await watch(ada, soon)
    await watch(ada, later)
    await expect
      .poll(() => titles(ada, 'ending-soon'), SOON)
      .toEqual([`Ending soon: lot ${soon.lotNumber}, 2010 Kiri Urban`])
    await server.app.pool.query('delete from ending_told where lot_id = $1', [soon.lotId])
    await expect
      .poll(
        async () => (await server.app.pool.query('select 1 from ending_told where lot_id = $1', [soon.lotId])).rows,
        SOON,
      )
      .toHaveLength(1)
    expect(await noticesOf(ada, 'ending-soon')).toHaveLength(1)
  })

  test('gets none for people who have it open', async () => {
    const ada = await person('Ada')
    const lot = await lotOf({ closesInMs: 10 * 60_000 })
    const eyes = await watchFeed(other.url, { token: ada.token, lots: [lot.lotId] })
    await eyes.until(() => eyes.lotMessages(lot.lotId).length > 0)
    await watch(ada, lot)
    await expect
      .poll(
        async () => (await server.app.pool.query('select 1 from ending_told where lot_id = $1', [lot.lotId])).rows,
        SOON,
      )
      .toHaveLength(1)
    expect(await noticesOf(ada, 'ending-soon')).toEqual([])
    eyes.close()
  })
})

describe('the link in an outbid notice', () => {
  async function outbid(): Promise<{ ada: CastMember; boris: CastMember; lot: CastLot; token: string }> {
    const [ada, boris, lot] = [await person('Ada'), await person('Boris'), await lotOf()]
    await bid(ada, lot, 10_000)
    await bid(boris, lot, 20_000)
    await expect.poll(() => noticesOf(ada, 'outbid'), SOON).toHaveLength(1)
    const [notice] = await noticesOf(ada, 'outbid')
    return { ada, boris, lot, token: signId(server.app.keys, ANSWER, notice!.id) }
  }

  const open = (who: CastMember | null, token: string, useId: string = randomUUID()) =>
    server.call('POST', '/api/answer-links', {
      ...(who === null ? {} : { token: who.token }),
      body: { token, useId },
    })

  test('opens the lot without bidding, signs nobody in, and is not used up by viewing it', async () => {
    const { ada, lot, token } = await outbid()
    for (let n = 0; n < 3; n += 1) {
      const seen = await fetch(`${server.url}/answer/${token}`, { redirect: 'manual' })
      expect(seen.status).toBe(303)
      expect(seen.headers.get('location')).toBe(`/lot/${lot.lotNumber}?answer=${token}`)
      expect(seen.headers.get('set-cookie')).toBeNull()
    }
    const before = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
    expect(await open(ada, token)).toMatchObject({ status: 200, body: { lotId: lot.lotId, nextBid: 22_500 } })
    const after = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
    expect((after.body as { standing: object }).standing).toEqual((before.body as { standing: object }).standing)
  })

  test('fills in the current next bid, once; only the same use can be repeated', async () => {
    const { ada, boris, lot, token } = await outbid()
    const chidi = await person('Chidi')
    await bid(chidi, lot, 40_000)
    const useId = randomUUID()
    const first = await open(ada, token, useId)
    expect(first).toMatchObject({ status: 200, body: { nextBid: 42_500 } })
    expect((await open(ada, token, useId)).body).toEqual(first.body)
    expect(await open(ada, token)).toMatchObject({ status: 409, body: { code: 'answer-link-over' } })
    expect((await open(boris, token)).status).toBe(409)
  })

  test('is for its recipient only, signed in', async () => {
    const { boris, token } = await outbid()
    expect((await open(null, token)).status).toBe(401)
    expect(await open(boris, token)).toMatchObject({ status: 409, body: { code: 'answer-link-over' } })
  })

  test('expires at the close', async () => {
    const { ada, lot, token } = await outbid()
    await server.app.pool.query('update standing set closes_at_ms = $2 where lot_id = $1', [lot.lotId, Date.now() - 1])
    expect(await open(ada, token)).toMatchObject({ status: 409, body: { code: 'answer-link-over' } })
  })

  test('that we did not create leads nowhere', async () => {
    const { ada, token } = await outbid()
    const forged = `${token.slice(0, -4)}AAAA`
    expect((await open(ada, forged)).status).toBe(409)
    expect((await open(ada, 'x')).status).toBe(409)
    const seen = await fetch(`${server.url}/answer/${forged}`, { redirect: 'manual' })
    expect(seen.headers.get('location')).toBe('/my-bids')
  })
})
