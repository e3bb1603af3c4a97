import { deepStrictEqual } from 'node:assert/strict'
import type { CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import type { NaiveTill } from './naive-till.test-support.ts'

export type Inventory = {
  server: TestServer
  people: CastMember[]
  invoices: { id: string; owner: number; total: number }[]
  importId: string
}

/** Throws unless server and reference till agree on every account, payment, person, invoice and transfer, and the ledger balances. */
export async function compareTills({ server, people, invoices }: Inventory, till: NaiveTill): Promise<void> {
  const read = async <T>(sql: string, ...values: unknown[]) => (await server.app.pool.query(sql, values)).rows as T[]
  const balances = await read<{ account: string; sum: number }>(
    'select account, sum(amount)::bigint as sum from money_entry group by account having sum(amount) <> 0',
  )
  deepStrictEqual(
    balances.reduce((sum, balance) => sum + balance.sum, 0),
    0,
  )
  const named = (jar: string) =>
    jar.replace(
      /^(credit|receivable):(\d+)$/,
      (_, kind: string, index: string) => `${kind}:${people[Number(index)]!.id}`,
    )
  const jars = Object.entries(till.jars).filter(([, sum]) => sum !== 0)
  deepStrictEqual(
    Object.fromEntries(balances.map(({ account, sum }) => [account, sum])),
    Object.fromEntries(jars.map(([jar, sum]) => [named(jar), sum])),
  )
  const payments = await read<object>(
    'select id, amount, state, received, refunded from payment where id = any($1::uuid[]) order by id',
    till.payments.map(({ id }) => id),
  )
  const expected = till.payments.map(({ id, amount, state, received, refunded }) => ({
    id,
    amount,
    state,
    received,
    refunded,
  }))
  deepStrictEqual(
    payments.map((payment) => ({ ...payment })),
    expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const paid = await read<{ has: boolean }>(
    'select has_paid_membership_fee as has from account where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    people.map(({ id }) => id),
  )
  deepStrictEqual(
    paid.map(({ has }) => has),
    till.hasFee,
  )
  const sums = await read<{ paid: number }>(
    'select paid from invoice where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    invoices.map(({ id }) => id),
  )
  deepStrictEqual(
    sums.map((sum) => sum.paid),
    till.invoicePaid,
  )
  const lines = await read<{ remaining: number }>('select remaining from bank_line order by line')
  deepStrictEqual(
    lines.map(({ remaining }) => remaining),
    till.lines.map(({ remaining }) => remaining),
  )
}
