import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { signId } from '#server/platform/signed-id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { ANSWER } from '../mail/letter.ts'
import { watchFeed } from '#server/bidding/feed/test-watcher.ts'

let house: TestHouse
let other: TestHouse

beforeAll(async () => {
  house = await openHouse()
  other = await openHouse({ databaseUrl: house.house.databaseUrl })
})

afterAll(async () => {
  await other?.close()
  await house?.close()
})

const SOON = { timeout: 12_000 }

const person = (name: string) => castPerson(house.house.pool, { name })
const lotOf = (options: LotOptions = {}) => castLot(house.house, { extensionWindowMs: 0, ...options })

async function bid(who: CastMember, lot: CastLot, amount: number): Promise<void> {
  const body = { bidId: randomUUID(), kind: 'firm', amount }
  expect((await house.call('POST', `/api/lots/${lot.lotId}/bids`, { token: who.token, body })).status).toBe(200)
}

async function toldTo(who: CastMember, kind: string): Promise<Notification[]> {
  const { body } = await house.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: Notification[] }).items.filter((item) => item.kind === kind)
}

const titles = async (who: CastMember, kind: string) => (await toldTo(who, kind)).map(({ title }) => title)

const watch = (who: CastMember, lot: CastLot) =>
  house.call('PUT', `/api/lots/${lot.lotId}/watch`, { token: who.token, body: { watching: true } })

describe('the end of a lot', () => {
  test('is told once to the buyer, who won, and to every other bidder, who did not', async () => {
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
    const [won] = await toldTo(chidi, 'won')
    expect(won!.body).toMatch(/^It sold for \$300, and it’s yours\. Pay \$\d+\.\d\d by [A-Z][a-z]+ \d+, \d{4}\.$/)
    expect(won!.link).toMatch(/^\/invoices\?invoice=/)
    for (const loser of [ada, boris]) {
      expect(await toldTo(loser, 'lost')).toMatchObject([
        { title: `Lot ${lot.lotNumber}, 2010 Kiri Urban, went to another bidder`, mail: expect.anything() },
      ])
    }
    expect(await toldTo(chidi, 'lost')).toEqual([])
    expect([...(await toldTo(dana, 'lost')), ...(await toldTo(dana, 'won'))]).toEqual([])
  })

  test('by a withdrawal is told as such to whoever bid: nobody reads that the lot found no buyer', async () => {
    const ada = await person('Ada')
    const aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
    const lot = await lotOf()
    await bid(ada, lot, 10_000)
    const path = `/api/admin/lots/${lot.lotId}/withdrawal`
    await house.call('POST', path, { token: aukje.token, body: { reason: 'engine damage found' } })
    await expect.poll(() => titles(ada, 'lost'), SOON).toEqual([`Lot ${lot.lotNumber}, 2010 Kiri Urban, was withdrawn`])
  })
})

describe('a watched lot that ends soon', () => {
  test('is called to mind once, by two processes at it, and one that ends later is not yet', async () => {
    const ada = await person('Ada')
    const [soon, later] = [await lotOf({ closesInMs: 10 * 60_000 }), await lotOf({ closesInMs: 40 * 60_000 })]
    await watch(ada, soon)
    await watch(ada, later)
    await expect
      .poll(() => titles(ada, 'ending-soon'), SOON)
      .toEqual([`Ending soon: lot ${soon.lotNumber}, 2010 Kiri Urban`])
    await house.house.pool.query('delete from ending_told where lot_id = $1', [soon.lotId])
    await expect
      .poll(
        async () => (await house.house.pool.query('select 1 from ending_told where lot_id = $1', [soon.lotId])).rows,
        SOON,
      )
      .toHaveLength(1)
    expect(await toldTo(ada, 'ending-soon')).toHaveLength(1)
  })

  test('is not for who has it before his eyes', async () => {
    const ada = await person('Ada')
    const lot = await lotOf({ closesInMs: 10 * 60_000 })
    const eyes = await watchFeed(other.url, { token: ada.token, lots: [lot.lotId] })
    await eyes.until(() => eyes.lotMessages(lot.lotId).length > 0)
    await watch(ada, lot)
    await expect
      .poll(
        async () => (await house.house.pool.query('select 1 from ending_told where lot_id = $1', [lot.lotId])).rows,
        SOON,
      )
      .toHaveLength(1)
    expect(await toldTo(ada, 'ending-soon')).toEqual([])
    eyes.close()
  })
})

describe('the link in an outbid notice', () => {
  async function outbid(): Promise<{ ada: CastMember; boris: CastMember; lot: CastLot; token: string }> {
    const [ada, boris, lot] = [await person('Ada'), await person('Boris'), await lotOf()]
    await bid(ada, lot, 10_000)
    await bid(boris, lot, 20_000)
    await expect.poll(() => toldTo(ada, 'outbid'), SOON).toHaveLength(1)
    const [told] = await toldTo(ada, 'outbid')
    return { ada, boris, lot, token: signId(house.house.keys, ANSWER, told!.id) }
  }

  const open = (who: CastMember | null, token: string, useId: string = randomUUID()) =>
    house.call('POST', '/api/answer-links', {
      ...(who === null ? {} : { token: who.token }),
      body: { token, useId },
    })

  test('leads to the lot and bids nothing, logs nobody in, and is not used up by being looked at', async () => {
    const { ada, lot, token } = await outbid()
    for (let n = 0; n < 3; n += 1) {
      const seen = await fetch(`${house.url}/answer/${token}`, { redirect: 'manual' })
      expect(seen.status).toBe(303)
      expect(seen.headers.get('location')).toBe(`/lot/${lot.lotNumber}?answer=${token}`)
      expect(seen.headers.get('set-cookie')).toBeNull()
    }
    const before = await house.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
    expect(await open(ada, token)).toMatchObject({ status: 200, body: { lotId: lot.lotId, nextBid: 22_500 } })
    const after = await house.call('GET', `/api/lots/${lot.lotId}/live`, { token: ada.token })
    expect((after.body as { standing: object }).standing).toEqual((before.body as { standing: object }).standing)
  })

  test('fills in the next bid as it is now, once; only the same use may be repeated', async () => {
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

  test('is for its reader alone, logged in', async () => {
    const { boris, token } = await outbid()
    expect((await open(null, token)).status).toBe(401)
    expect(await open(boris, token)).toMatchObject({ status: 409, body: { code: 'answer-link-over' } })
  })

  test('is over at the close', async () => {
    const { ada, lot, token } = await outbid()
    await house.house.pool.query('update standing set closes_at_ms = $2 where lot_id = $1', [lot.lotId, Date.now() - 1])
    expect(await open(ada, token)).toMatchObject({ status: 409, body: { code: 'answer-link-over' } })
  })

  test('that the house did not write leads nowhere', async () => {
    const { ada, token } = await outbid()
    const forged = `${token.slice(0, -4)}AAAA`
    expect((await open(ada, forged)).status).toBe(409)
    expect((await open(ada, 'x')).status).toBe(409)
    const seen = await fetch(`${house.url}/answer/${forged}`, { redirect: 'manual' })
    expect(seen.headers.get('location')).toBe('/my-bids')
  })
})
