import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { COUNTED_MAX } from '#contract/platform/admin-list.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

/** More invoices than a list counts: each of 1,000, paid, of a Corolla; only every hundredth is for Boris. */
const MANY = COUNTED_MAX + 100
const TOTAL = 1000

type Sum = { currency: string; total: number; credited: number; paid: number; owed: number }
type List = { items: AdminInvoice[]; total: number; isMinimum: boolean; next: string | null; sums: Sum[] }

let server: TestServer
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  kofi = await castPerson(pool, { name: 'Kofi', role: 'cashier' })
  const [ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris Quist' })]
  await pool.query(
    `insert into invoice (id, number, kind, account_id, lot_number, title, currency, state, lines, net, tax, total, paid, document, due_at)
     select gen_random_uuid(), '2026-' || lpad(n::text, 6, '0'), 'sale', case when n % 100 = 0 then $1::uuid else $2::uuid end, 700000 + n,
       case when n % 1000 = 0 then '2011 Quist Special' else '2012 Toyota Corolla' end, 'USD', 'paid', '[]', $3::bigint, 0, $3, $3, $5::jsonb, now()
     from generate_series(1, $4::int) n`,
    [boris.id, ada.id, TOTAL, MANY, JSON.stringify({ taxLabel: 'Tax', taxes: [], timeZone: 'America/New_York' })],
  )
  await server.asOwner('analyze invoice')
})
afterAll(() => server.close())

async function list(query: string): Promise<List> {
  const { status, body } = await server.call('GET', `/api/admin/invoices?${query}`, { token: kofi.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as List
}

test('a list says that it has more rows than it counts, with the sums of all', async () => {
  const all = await list('')
  expect([all.total, all.isMinimum]).toEqual([COUNTED_MAX, true])
  const sums = [{ currency: 'USD', total: MANY * TOTAL, credited: 0, paid: MANY * TOTAL, owed: 0 }]
  expect([all.sums, (await list('state=paid&kind=sale')).sums, (await list('state=open')).sums]).toEqual([
    sums,
    sums,
    [],
  ])
  expect(all.items[0]?.number).toBe(`2026-0${MANY}`)
  expect((await list(`after=${all.next}`)).items[0]?.number).toBe(`2026-0${MANY - 50}`)
})

test('words find invoices by their buyer or by what they are for, each once, with their sums', async () => {
  const found = await list('q=quist')
  const count = Math.floor(MANY / 100)
  expect([found.total, found.isMinimum]).toEqual([count, false])
  expect(found.sums).toEqual([{ currency: 'USD', total: count * TOTAL, credited: 0, paid: count * TOTAL, owed: 0 }])
  const more = await list(`q=quist&after=${found.next}`)
  expect(new Set([...found.items, ...more.items].map(({ id }) => id)).size).toBe(100)
  expect((await list('q=quist&state=open')).total).toBe(0)
  expect((await list('q=quist%20special')).total).toBe(10)
  expect((await list('q=700007')).items.map(({ number }) => number)).toEqual(['2026-000007'])
})

test('words that find more than is counted show them in the order of the list, with no sums of some', async () => {
  const found = await list('q=corolla')
  expect([found.total, found.isMinimum, found.sums]).toEqual([COUNTED_MAX, true, []])
  expect(found.items).toHaveLength(50)
  expect(found.items[0]?.number).toBe(`2026-0${MANY}`)
})
