import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CashierPayment, PaymentSum } from '#contract/payments/admin-payments.ts'
import { COUNTED_MAX } from '#contract/platform/admin-list.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

/** More payments than a list counts: each of 1,000, received, an hour after the one before; only every hundredth is from Boris. */
const MANY = COUNTED_MAX + 200
const AMOUNT = 1000

type List = { items: CashierPayment[]; total: number; isMinimum: boolean; next: string | null; sums: PaymentSum[] }

let server: TestServer
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  kofi = await castPerson(pool, { name: 'Kofi', role: 'cashier' })
  const [ada, boris] = [
    await castPerson(pool, { name: 'Ada', hasPaid: false }),
    await castPerson(pool, { name: 'Boris Quist', hasPaid: false }),
  ]
  await pool.query(
    `insert into payment (id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, provider_ref, reference, state,
       received, receipt_number, created_at)
     select gen_random_uuid(), case when n % 100 = 0 then $1::uuid else $2::uuid end, gen_random_uuid(), 'invoice', gen_random_uuid(), $3, 'USD',
       'stripe', 'cs_Test_' || n, 'RF' || n, 'succeeded', $3, 'R-2025-' || lpad(n::text, 6, '0'), '2024-01-01'::timestamptz + n * interval '1 hour'
     from generate_series(1, $4::int) n`,
    [boris.id, ada.id, AMOUNT, MANY],
  )
  await server.asOwner('analyze payment')
})
afterAll(() => server.close())

async function list(query: string): Promise<List> {
  const { status, body } = await server.call('GET', `/api/admin/payments?${query}`, { token: kofi.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as List
}

const sumsOf = (payments: number) => [
  { currency: 'USD', received: payments * AMOUNT, refunded: 0, disputed: 0, chargedBack: 0, waiting: 0 },
]
const receipts = ({ items }: List) => items.map(({ receipt }) => receipt)

test('the list says that it has more payments than it counts, with the sums of all', async () => {
  const all = await list('')
  expect([all.total, all.isMinimum, all.sums]).toEqual([COUNTED_MAX, true, sumsOf(MANY)])
  expect((await list('state=succeeded&provider=stripe&purpose=invoice')).sums).toEqual(sumsOf(MANY))
  expect((await list('provider=transfer')).sums).toEqual([])
  expect(receipts(all)[0]).toBe(`R-2025-0${MANY}`)
  expect(receipts(await list(`after=${all.next}`))[0]).toBe(`R-2025-0${MANY - 50}`)
})

test('days have the sums of their payments, unless they have more than are counted', async () => {
  const week = await list('from=2024-02-01&to=2024-02-07')
  expect([week.total, week.isMinimum, week.sums]).toEqual([7 * 24, false, sumsOf(7 * 24)])
  const years = await list('from=2024-01-01')
  expect([years.total, years.isMinimum, years.sums]).toEqual([COUNTED_MAX, true, []])
})

test('words find payments by who pays, each once, with their sums', async () => {
  const found = await list('q=quist')
  const count = Math.floor(MANY / 100)
  expect([found.total, found.isMinimum, found.sums]).toEqual([count, false, sumsOf(count)])
  const more = await list(`q=quist&after=${found.next}`)
  expect(new Set([...found.items, ...more.items].map(({ id }) => id)).size).toBe(100)
  expect((await list('q=quist&state=failed')).total).toBe(0)
  const all = await list('q=ada')
  expect([all.isMinimum, all.sums, all.items.length]).toEqual([true, [], 50])
})

test('words are also a whole receipt, reference or id, or the provider’s name for the payment', async () => {
  const [{ id }] = (await list('q=r-2025-000007')).items as [CashierPayment]
  for (const q of ['R-2025-000007', 'rf%207', 'cs_Test_7', id, id.toUpperCase()])
    expect(receipts(await list(`q=${q}`))).toEqual(['R-2025-000007'])
  for (const q of ['R-2025-00000', 'cs_test_7', id.slice(1)]) expect(receipts(await list(`q=${q}`))).toEqual([])
})
