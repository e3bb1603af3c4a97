import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from './cast.ts'
import { openTestServer, type TestServer } from './harness/test-server.ts'
import { castLot } from './inventory.ts'
import { anyTopic } from './harness/any-topic.ts'

/** Follows one request id from the request to the last email it causes. */

type Line = { msg: string; requestId?: string; route?: string; topic?: string; channel?: string; notification?: string }

const lines: Line[] = []
let server: TestServer
let ada: CastMember
let aukje: CastMember

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
  server = await openTestServer({ config: { logLevel: 'debug' }, logTo })
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => server.close())

function requestOf(route: string): string {
  const line = lines.find((one) => one.route?.endsWith(route))
  expect(line?.requestId, route).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  return line!.requestId!
}

const saidOf = (requestId: string, msg: string) => lines.filter((one) => one.requestId === requestId && one.msg === msg)

test('a request’s id is on its messages, on their follow-ups, and on the final email', async () => {
  const { auctionId, lotId } = await castLot(server.app)
  await server.call('PUT', `/api/lots/${lotId}/watch`, { token: ada.token, body: { watching: true } })
  const body = { messageId: randomUUID(), text: 'The auction goes on at ten past two' }
  await server.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  const address = await server.app.pool.query<{ email: string }>('select email from account where id = $1', [ada.id])
  await server.call('POST', '/api/password-reset-requests', { body: { email: address.rows[0]!.email } })
  await server.app.outbox.drain()

  const message = requestOf('/messages')
  const topics = () => saidOf(message, 'handled an outbox message').map(({ topic }) => topic)
  await expect.poll(topics, { timeout: 8000 }).toEqual(['auction-message', 'notice'])
  await expect.poll(() => saidOf(message, 'a notice was delivered').length, { timeout: 8000 }).toBeGreaterThan(0)

  const reset = requestOf('/password-reset-requests')
  const mails = () => saidOf(reset, 'a notice was delivered').filter(({ channel }) => channel === 'mail')
  await expect.poll(mails, { timeout: 8000 }).toHaveLength(1)
  const { rows } = await server.app.pool.query('select request_id from notification where id = $1', [
    mails()[0]!.notification,
  ])
  expect(rows).toEqual([{ request_id: reset }])
})

test('what no request caused names none, even if a request woke the outbox', async () => {
  const { pool, db } = server.app
  const outbox = anyTopic(server.app.outbox)
  const received: string[] = []
  outbox.on('by-the-clock', async (_, trx) => {
    received.push('clock')
    await outbox.add(trx, 'after-the-clock', {})
  })
  outbox.on('after-the-clock', () => Promise.reject(new Error('kept to be looked at')))
  await db.transaction().execute((trx) => outbox.add(trx, 'by-the-clock', {}))
  const { auctionId } = await castLot(server.app)
  const body = { messageId: randomUUID(), text: 'This wakes the outbox' }
  await server.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  const left = () =>
    pool.query<{ request_id: string | null }>(`select request_id from outbox where topic = 'after-the-clock'`)
  await expect.poll(async () => (await left()).rows, { timeout: 8000 }).toEqual([{ request_id: null }])
  expect(received).toEqual(['clock'])
})
