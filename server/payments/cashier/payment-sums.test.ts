import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { foldSums } from '#server/platform/lists/kept-sums.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { seeded } from '#test/many-lots.ts'
import { PAYMENT_SUMS } from './store.ts'

const PAYMENTS = 60
const CHANGES = 12
const STATES = ['started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back']

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const rows = async (text: string) => (await server.app.pool.query<object>(text)).rows

const SUMMED = `sum(received)::bigint as received, sum(refunded)::bigint as refunded, sum(disputed)::bigint as disputed,
  sum(charged_back)::bigint as charged_back`
const PLAIN = `
  select currency, purpose, provider, state, count(*)::int as payments, ${SUMMED},
    coalesce(sum(amount - received) filter (where state = 'pending'), 0)::bigint as waiting
  from payment group by 1, 2, 3, 4 order by 1, 2, 3, 4`
const KEPT = `
  select currency, purpose, provider, state, sum(payments)::int as payments, ${SUMMED}, sum(waiting)::bigint as waiting
  from payment_sums group by 1, 2, 3, 4 having sum(payments) <> 0 order by 1, 2, 3, 4`

test('the sums of payments are what all payments come to, however they change at once while rows are added up', async () => {
  const { pool, db } = server.app
  const ada = await castPerson(pool, { name: 'Ada' })
  const random = seeded(20_261_129)
  const enter = async (index: number) => {
    const id = newId()
    await pool.query(
      `insert into payment (id, account_id, idempotency_key, purpose, amount, currency, provider, state)
       values ($1, $2, $1, 'invoice', $3, $4, $5, 'started')`,
      [id, ada.id, 1000 + index, index % 3 === 0 ? 'EUR' : 'USD', index % 2 === 0 ? 'stripe' : 'transfer'],
    )
    for (let change = 0; change < CHANGES; change += 1) {
      const received = Math.floor(random() * 1000)
      const parts = [1, 2, 3].map(() => Math.floor((random() * received) / 3))
      await pool.query(
        `update payment set state = $2, received = $3, refunded = $4, disputed = $5, charged_back = $6, amount = $7 where id = $1`,
        [id, STATES[Math.floor(random() * STATES.length)], received, ...parts, 1000 + Math.floor(random() * 100)],
      )
      if (change % 4 === 0) await foldSums(db, PAYMENT_SUMS)
    }
  }
  await Promise.all(Array.from({ length: PAYMENTS }, (_, index) => enter(index)))
  const plain = await rows(PLAIN)
  expect(plain.length).toBeGreaterThan(8)
  expect(await rows(KEPT)).toEqual(plain)
  await foldSums(db, PAYMENT_SUMS)
  expect(await rows(KEPT)).toEqual(plain)
  expect(
    (await rows('select from payment_sums group by currency, purpose, provider, state having count(*) > 1')).length,
  ).toBe(0)
})
