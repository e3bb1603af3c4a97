import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { foldSums } from '#server/platform/lists/kept-sums.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { seeded } from '#test/many-lots.ts'
import { INVOICE_SUMS } from './admin-store.ts'

const INVOICES = 60
const CHANGES = 12

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const rows = async (text: string) => (await server.app.pool.query<object>(text)).rows

const PLAIN = `
  select currency, case when owed > 0 then 'open' when credited >= total then 'cancelled' else 'paid' end as state, count(*)::int as invoices,
    sum(total)::bigint as total, sum(credited)::bigint as credited, sum(paid)::bigint as paid, sum(owed)::bigint as owed
  from (select *, greatest(total - credited - paid, 0) as owed from invoice) each group by 1, 2 order by 1, 2`
const KEPT = `
  select currency, state, sum(invoices)::int as invoices, sum(total)::bigint as total, sum(credited)::bigint as credited,
    sum(paid)::bigint as paid, sum(owed)::bigint as owed
  from invoice_sums group by 1, 2 having sum(invoices) <> 0 order by 1, 2`

test('the sums of invoices are what all invoices come to, however they change at once while rows are added up', async () => {
  const { pool, db } = server.app
  const ada = await castPerson(pool, { name: 'Ada' })
  const random = seeded(20_261_128)
  const enter = async (index: number) => {
    const id = newId()
    await pool.query(
      `insert into invoice (id, number, kind, account_id, title, currency, state, lines, net, tax, total, document, due_at)
       values ($1, $2, 'sale', $3, 'Kiri', $4, 'issued', '[]', $5::bigint, 0, $5, '{}', now())`,
      [id, `2026-${index}`, ada.id, index % 3 === 0 ? 'EUR' : 'USD', 1000 + index],
    )
    for (let change = 0; change < CHANGES; change += 1) {
      const column = random() < 0.5 ? 'paid' : 'credited'
      await pool.query(`update invoice set ${column} = least(total, floor($2::float8 * total)) where id = $1`, [
        id,
        random() * 1.5,
      ])
      if (change % 4 === 0) await foldSums(db, INVOICE_SUMS)
    }
  }
  await Promise.all(Array.from({ length: INVOICES }, (_, index) => enter(index)))
  const plain = await rows(PLAIN)
  expect(plain.length).toBeGreaterThan(3)
  expect(await rows(KEPT)).toEqual(plain)
  await foldSums(db, INVOICE_SUMS)
  expect(await rows(KEPT)).toEqual(plain)
})
