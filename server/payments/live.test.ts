import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { watchFeed } from '#server/bidding/feed/watch-feed.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const newcomer = (name: string) => castPerson(server.app.pool, { name, hasPaid: false, verification: 'pending' })

test('a payment that waits, settles, fails or is refunded is announced to every open page of its payer, and to nobody else', async () => {
  const [milo, pia] = [await newcomer('Milo'), await newcomer('Pia')]
  const open = ({ token }: CastMember) => watchFeed(server.url, { token })
  const [page, tab, other] = [await open(milo), await open(milo), await open(pia)]
  const count = ({ messages }: { messages: { type: string }[] }) =>
    messages.filter(({ type }) => type === 'money').length
  const call = (method: string, path: string, body?: object) => server.call(method, path, { token: milo.token, body })
  const start = async () => {
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    return ((await call('POST', '/api/payments', body)).body as Payment).id
  }
  const announced = async (happen: () => Promise<unknown>) => {
    const before = [page, tab].map(count)
    await happen()
    for (const [index, watch] of [page, tab].entries()) await watch.until(() => count(watch) > before[index]!)
  }
  const play = (paymentId: string, outcome: string) => call('POST', `/api/payments/${paymentId}/sandbox`, { outcome })
  const failed = await start()
  await announced(() => play(failed, 'failure'))
  const paid = await start()
  await announced(() => play(paid, 'delayed'))
  await server.app.pool.query('update payment set settles_at = clock_timestamp() where id = $1', [paid])
  await announced(() => call('GET', `/api/payments/${paid}`))
  await announced(() => call('POST', '/api/membership/refund'))
  expect(count(other)).toBe(0)
  for (const watch of [page, tab, other]) watch.close()
})
