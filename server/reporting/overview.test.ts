import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contract/reporting/overview.ts'
import type { WaitingWork } from '#contract/reporting/work.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { endedLot } from './closed-lots.test-support.ts'

let server: TestServer
let dana: CastMember
let room: ReturnType<typeof saleroom>
const staff = new Map<string, CastMember>()

beforeAll(async () => {
  server = await openTestServer()
  room = saleroom(server)
  const { pool } = server.app
  dana = await castPerson(pool, { name: 'Dana' })
  for (const role of ['auctioneer', 'reviewer', 'cashier', 'owner'])
    staff.set(role, await castPerson(pool, { name: `The ${role}`, role }))
})

afterAll(() => server?.close())

async function read<T>(path: string, role: string): Promise<T> {
  const answer = await server.call('GET', path, { token: staff.get(role)!.token })
  expect(answer.status).toBe(200)
  return answer.body as T
}

const work = async (role: string) => (await read<{ items: WaitingWork[] }>('/api/admin/work', role)).items

test('everyone sees the waiting work of their roles, and of no other', async () => {
  const kinds = async (role: string) => (await work(role)).map(({ kind }) => kind)
  expect(await kinds('auctioneer')).toEqual(['negotiations', 'questions', 'tickets'])
  expect(await kinds('reviewer')).toEqual(['documents', 'risks', 'tickets'])
  expect(await kinds('cashier')).toEqual(['tickets', 'transfers', 'refunds', 'disputes'])
  expect(await kinds('owner')).toHaveLength(10)
})

test('waiting work counts what the linked list shows, with the time of the oldest', async () => {
  const { pool } = server.app
  const { lotId } = await endedLot(server.app, { status: 'reserve-not-met', price: 50_000 })
  await pool.query(
    `insert into lot_question (id, lot_id, account_id, text, asked_at) values
       ($1, $3, $4, 'Is there rust?', clock_timestamp() - interval '2 hours'), ($2, $3, $4, 'Two keys?', clock_timestamp())`,
    [newId(), newId(), lotId, dana.id],
  )
  await pool.query(
    `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
    [newId(), dana.id],
  )
  await pool.query(`insert into outbox (id, topic, payload, dead) values ($1, 'lot-sold', '{}', true)`, [newId()])
  const found = new Map((await work('owner')).map((one) => [one.kind, one]))
  const counts = Object.fromEntries([...found].map(([kind, { count }]) => [kind, count]))
  expect(counts).toMatchObject({ negotiations: 1, questions: 2, documents: 1, jobs: 1, disputes: 0, tickets: 0 })
  const waited = server.app.now() - found.get('questions')!.since!
  expect(waited).toBeGreaterThan(7_100_000)
  expect(found.get('disputes')!.since).toBeNull()
  await pool.query('delete from outbox where dead')
})

test('the figures add up hammer prices, sold rate and booked income of the last 30 days', async () => {
  const invoice = await room.soldTo(dana)
  const before = await read<Overview>('/api/admin/overview', 'owner')
  await endedLot(server.app, { status: 'sold', price: 100_000 })
  await endedLot(server.app, { status: 'sold', price: 250_000, daysAgo: 3 })
  await endedLot(server.app, { status: 'passed', daysAgo: 3 })
  await endedLot(server.app, { status: 'withdrawn' })
  await endedLot(server.app, { status: 'sold', price: 900_000, daysAgo: 45 })
  const { figures, receivables } = await read<Overview>('/api/admin/overview', 'owner')
  const usd = figures![0]!
  const was = before.figures![0]!
  expect(usd.currency).toBe('USD')
  expect(usd.days).toHaveLength(30)
  expect(usd.now.hammer - was.now.hammer).toBe(350_000)
  expect([usd.now.sold - was.now.sold, usd.now.ended - was.now.ended]).toEqual([2, 3])
  expect([usd.before.sold, usd.before.hammer]).toEqual([1, 900_000])
  const charged = invoice.lines.filter(({ kind }) => kind === 'premium' || kind === 'fee')
  expect(usd.now.fees).toBe(charged.reduce((sum, { amount }) => sum + amount, 0))
  expect(receivables).toEqual([{ currency: 'USD', age: 'not-due', invoices: 1, owed: invoice.total }])
})

test('debts are grouped by how late they are', async () => {
  const invoice = await room.soldTo(dana)
  await server.asOwner(`alter table invoice disable trigger issued_invoice_stays`)
  await server.asOwner(`update invoice set due_at = clock_timestamp() - interval '8 days' where id = $1`, [invoice.id])
  await server.asOwner(`alter table invoice enable trigger issued_invoice_stays`)
  const { receivables } = await read<Overview>('/api/admin/overview', 'cashier')
  expect(receivables!.find(({ age }) => age === 'month')).toMatchObject({ invoices: 1, owed: invoice.total })
})

test('only cashiers see what is owed, and reviewers no money at all', async () => {
  const auctioneer = await read<Overview>('/api/admin/overview', 'auctioneer')
  expect([auctioneer.figures === null, auctioneer.receivables]).toEqual([false, null])
  const reviewer = await read<Overview>('/api/admin/overview', 'reviewer')
  expect([reviewer.figures, reviewer.receivables]).toEqual([null, null])
})

test('an auction of today shows how many of its lots have ended and sold, and for how much', async () => {
  const { auctionId } = await endedLot(server.app, { status: 'sold', price: 120_000 })
  await endedLot(server.app, { status: 'passed' }, { auctionId, position: 2 })
  const { auctions } = await read<Overview>('/api/admin/overview', 'reviewer')
  expect(auctions.find((one) => one.auctionId === auctionId)).toMatchObject({
    isToday: true,
    lots: 2,
    ended: 2,
    sold: 1,
    hammer: 120_000,
  })
})
