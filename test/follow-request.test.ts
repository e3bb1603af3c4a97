import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from './cast.ts'
import { openHouse, type TestHouse } from './harness/house.ts'
import { castLot } from './inventory.ts'

/** From what somebody asked to the last mail that comes of it, by one id. */

type Line = { msg: string; requestId?: string; route?: string; topic?: string; channel?: string; notification?: string }

const lines: Line[] = []
let house: TestHouse
let ada: CastMember
let aukje: CastMember

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
  house = await openHouse({ config: { logLevel: 'debug' }, logTo })
  ada = await castPerson(house.house.pool, { name: 'Ada' })
  aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house.close())

function requestOf(route: string): string {
  const line = lines.find((one) => one.route?.endsWith(route))
  expect(line?.requestId, route).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  return line!.requestId!
}

const saidOf = (requestId: string, msg: string) => lines.filter((one) => one.requestId === requestId && one.msg === msg)

test('a request is named by its messages, by what they lead to, and by the mail at the end', async () => {
  const { auctionId, lotId } = await castLot(house.house)
  await house.call('PUT', `/api/lots/${lotId}/watch`, { token: ada.token, body: { watching: true } })
  const body = { messageId: randomUUID(), text: 'The sale goes on at ten past two' }
  await house.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  const address = await house.house.pool.query<{ email: string }>('select email from account where id = $1', [ada.id])
  await house.call('POST', '/api/password-reset-requests', { body: { email: address.rows[0]!.email } })
  await house.house.outbox.drain()

  const message = requestOf('/messages')
  const topics = () => saidOf(message, 'a message of the outbox was handled').map(({ topic }) => topic)
  await expect.poll(topics, { timeout: 8000 }).toEqual(['sale-message', 'notice'])
  await expect.poll(() => saidOf(message, 'a delivery was made').length, { timeout: 8000 }).toBeGreaterThan(0)

  const reset = requestOf('/password-reset-requests')
  const mails = () => saidOf(reset, 'a delivery was made').filter(({ channel }) => channel === 'mail')
  await expect.poll(mails, { timeout: 8000 }).toHaveLength(1)
  const { rows } = await house.house.pool.query('select request_id from notification where id = $1', [
    mails()[0]!.notification,
  ])
  expect(rows).toEqual([{ request_id: reset }])
})

test('what nobody asked for names nobody, whoever has woken the outbox', async () => {
  const { pool, db, outbox } = house.house
  const heard: string[] = []
  outbox.on('by-the-clock', async (_, trx) => {
    heard.push('clock')
    await outbox.add(trx, 'after-the-clock', {})
  })
  outbox.on('after-the-clock', () => Promise.reject(new Error('kept to be looked at')))
  await db.transaction().execute((trx) => outbox.add(trx, 'by-the-clock', {}))
  const { auctionId } = await castLot(house.house)
  const body = { messageId: randomUUID(), text: 'This wakes the outbox' }
  await house.call('POST', `/api/admin/auctions/${auctionId}/messages`, { token: aukje.token, body })
  const left = () =>
    pool.query<{ request_id: string | null }>(`select request_id from outbox where topic = 'after-the-clock'`)
  await expect.poll(async () => (await left()).rows, { timeout: 8000 }).toEqual([{ request_id: null }])
  expect(heard).toEqual(['clock'])
})
