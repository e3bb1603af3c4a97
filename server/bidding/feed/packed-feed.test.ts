import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BidAnswer } from '#contract/bidding/bidding.ts'
import { castCrowd } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { faultsInStream, watchFeed, type Watch } from './watch-feed.test-support.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server?.close())

test('a gzip client gets the same as everyone else, every message as soon as it is sent', async () => {
  const lot = await castLot(server.app)
  const [ada, boris, ...people] = await castCrowd(server.app.pool, 21)
  const bid = (token: string, amount: number) =>
    server.call('POST', `/api/lots/${lot.lotId}/bids`, { token, body: { bidId: randomUUID(), kind: 'firm', amount } })
  // The lot is open by the first bid at the latest: all start with the same line.
  expect(await bid(boris!.token, 10_000)).toMatchObject({ status: 200 })
  const options = { token: ada!.token, lots: [lot.lotId] }
  const plain = await watchFeed(server.url, options)
  // With these watchers the message is worth compressing.
  const crowd = await Promise.all(people.map(({ token }) => watchFeed(server.url, { ...options, token, packed: true })))
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
