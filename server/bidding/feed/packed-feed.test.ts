import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BidAnswer } from '#contract/bidding.ts'
import { castCrowd } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { faultsInStream, watchFeed, type Watch } from './test-watcher.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openHouse()
})

afterAll(() => house?.close())

test('who takes gzip is told the same as everybody else, every message as soon as it is there', async () => {
  const lot = await castLot(house.house)
  const [ada, boris, ...people] = await castCrowd(house.house.pool, 21)
  const bid = (token: string, amount: number) =>
    house.call('POST', `/api/lots/${lot.lotId}/bids`, { token, body: { bidId: randomUUID(), kind: 'firm', amount } })
  // By the first bid at the latest the lot is open: all begin with the same line.
  expect(await bid(boris!.token, 10_000)).toMatchObject({ status: 200 })
  const options = { token: ada!.token, lots: [lot.lotId] }
  const plain = await watchFeed(house.url, options)
  // With these the message is worth being packed.
  const crowd = await Promise.all(people.map(({ token }) => watchFeed(house.url, { ...options, token, packed: true })))
  const packed = crowd[0]!
  await Promise.all([plain, ...crowd].map((each) => each.until(() => each.lotMessages(lot.lotId).length > 0)))
  expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined])
  expect([packed.headers.vary, plain.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
  for (let round = 1; round <= 6; round += 1) {
    const answer = await bid((round % 2 === 0 ? boris! : ada!).token, 10_000 + round * 10_000)
    expect(answer.status).toBe(200)
    const { sequence } = answer.body as BidAnswer
    const hasAll = (watch: Watch) => (watch.lotMessages(lot.lotId).at(-1)?.standing.sequence ?? 0) >= sequence
    await Promise.all([plain, ...crowd].map((each) => each.until(() => hasAll(each))))
  }
  for (const each of [plain, ...crowd]) {
    expect(faultsInStream(each.messages, lot.lotId)).toEqual([])
    expect(each.lotMessages(lot.lotId).flatMap(({ lines }) => lines)).toEqual(
      plain.lotMessages(lot.lotId).flatMap(({ lines }) => lines),
    )
    each.close()
  }
})
