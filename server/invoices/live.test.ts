import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchFeed } from '#server/bidding/feed/watch-feed.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { saleroom } from './sale.test-support.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('an issued or paid invoice is announced to every open page of its buyer, and to nobody else', async () => {
  const room = saleroom(server)
  const { pool } = server.app
  const [ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris' })]
  const [page, tab, other] = await Promise.all([ada, ada, boris].map(({ token }) => watchFeed(server.url, { token })))
  const count = (messages: { type: string }[]) => messages.filter(({ type }) => type === 'money').length
  const invoice = await room.soldTo(ada)
  await page!.until((messages) => count(messages) > 0)
  const before = count(tab!.messages)
  await room.payAll(ada, invoice.id)
  await tab!.until((messages) => count(messages) > before)
  expect(count(other!.messages)).toBe(0)
  for (const watch of [page!, tab!, other!]) watch.close()
})
