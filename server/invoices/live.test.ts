import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchFeed } from '#server/bidding/feed/test-watcher.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { saleroom } from './sale.test-model.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('an invoice that is issued, and one that is paid, is told to every open page of its buyer, and to nobody else', async () => {
  const room = saleroom(house)
  const { pool } = house.house
  const [ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris' })]
  const [page, tab, other] = await Promise.all([ada, ada, boris].map(({ token }) => watchFeed(house.url, { token })))
  const count = (messages: { type: string }[]) => messages.filter(({ type }) => type === 'money').length
  const invoice = await room.soldTo(ada)
  await page!.until((messages) => count(messages) > 0)
  const before = count(tab!.messages)
  await room.payAll(ada, invoice.id)
  await tab!.until((messages) => count(messages) > before)
  expect(count(other!.messages)).toBe(0)
  for (const watch of [page!, tab!, other!]) watch.close()
})
