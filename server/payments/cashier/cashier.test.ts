import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import type { CashierPayment, PaymentSum, Settlement } from '#contract/payments/admin-payments.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { dayOf } from '#server/invoices/business-days.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())

async function payment(name: string, outcome: string | null = 'success'): Promise<Payment> {
  const person = await castPerson(server.app.pool, { name, hasPaid: false, verification: 'pending' })
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const started = (await server.call('POST', '/api/payments', { token: person.token, body })).body as Payment
  if (outcome === null) return started
  const path = `/api/payments/${started.id}/sandbox`
  return (await server.call('POST', path, { token: person.token, body: { outcome } })).body as Payment
}

const admin = (path: string) => server.call('GET', `/api/admin${path}`, { token: kofi.token })
const list = async (query: string) =>
  (await admin(`/payments?${query}`)).body as {
    items: CashierPayment[]
    total: number
    next: string | null
    sums: PaymentSum[]
  }

describe('the list of payments', () => {
  test('is searched by name, receipt and state, and every payment is found on one page', async () => {
    const paid = await payment('Zephyrine One')
    const failed = await payment('Zephyrine Two', 'failure')
    expect((await list('q=zephyrine')).items.map(({ id }) => id)).toEqual([failed.id, paid.id])
    expect((await list('q=zephyrine&state=failed')).items.map(({ id }) => id)).toEqual([failed.id])
    expect((await list(`q=${paid.receipt}`)).items.map(({ id }) => id)).toEqual([paid.id])
    expect(await list('q=zephyrine&provider=stripe')).toMatchObject({ items: [], total: 0 })
    const today = dayOf(Date.now(), 'America/Chicago')
    expect((await list(`q=zephyrine&from=${today}&to=${today}`)).total).toBe(2)
    expect((await list('q=zephyrine&to=2020-01-01')).total).toBe(0)
    expect((await admin('/payments?state=lost')).status).toBe(400)
    expect((await admin('/payments?from=yesterday')).status).toBe(400)
  })

  test('is paged, each payment once, with the total count', async () => {
    await Promise.all(Array.from({ length: 53 }, (_, index) => payment(`Quill ${index}`, null)))
    const first = await list('q=quill')
    const second = await list(`q=quill&after=${first.next}`)
    expect([first.items.length, second.items.length, first.total, second.next]).toEqual([50, 3, 53, null])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(53)
  })

  test('is sorted by its columns, either way', async () => {
    const [one, two] = [await payment('Sorted B'), await payment('Sorted A', 'failure')]
    const ids = async (query: string) => (await list(`q=sorted&${query}`)).items.map(({ id }) => id)
    expect(await ids('sort=person')).toEqual([two.id, one.id])
    expect(await ids('sort=person&order=down')).toEqual([one.id, two.id])
    expect(await ids('sort=started')).toEqual([one.id, two.id])
    expect(await ids('sort=state')).toEqual([two.id, one.id])
    expect((await admin('/payments?sort=luck')).status).toBe(400)
    expect((await admin('/payments?after=luck')).status).toBe(400)
  })

  test('sums what was received, went back and is still to come, of the matches alone', async () => {
    const [kept, undone] = [await payment('Summed One'), await payment('Summed Two')]
    await payment('Summed Three', 'failure')
    const waiting = await payment('Summed Four', null)
    await server.app.pool.query(`update payment set state = 'pending' where id = $1`, [waiting.id])
    const { amount, currency } = kept
    const nothing = { refunded: 0, disputed: 0, chargedBack: 0, waiting: 0 }
    expect((await list('q=summed')).sums).toEqual([{ currency, ...nothing, received: 2 * amount, waiting: amount }])
    expect((await list('q=summed&state=failed')).sums).toEqual([{ currency, ...nothing, received: 0 }])
    await server.app.pool.query('update payment set refunded = $2 where id = $1', [undone.id, 500])
    expect((await list(`q=summed&state=succeeded`)).sums).toEqual([
      { currency, ...nothing, received: 2 * amount, refunded: 500 },
    ])
    expect((await list('q=nobody-of-that-name')).sums).toEqual([])
  })

  test('as CSV has every row and makes no formula of a name', async () => {
    for (const name of ['=HYPERLINK("http://evil","x")', '+1+1', '@SUM(A1)', '-2+3', 'Plain, "quoted"\nname'])
      await payment(`${name} csvcase`)
    const response = await fetch(`${server.url}/api/admin/payments.csv?q=csvcase`, {
      headers: { authorization: `Bearer ${kofi.token}` },
    })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    const text = await response.text()
    expect(text).toContain(`"'=HYPERLINK(""http://evil"",""x"") csvcase"`)
    for (const safe of [`,'+1+1 csvcase,`, `,'@SUM(A1) csvcase,`, `,'-2+3 csvcase,`]) expect(text).toContain(safe)
    expect(text).toContain('"Plain, ""quoted""\nname csvcase"')
    expect(text.match(/,99\.00,99\.00,0\.00,0\.00,0\.00,/g)).toHaveLength(5)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })

  test('is for cashiers and the owner only', async () => {
    const { pool } = server.app
    const roles = ['member', 'reviewer', 'auctioneer', 'cashier', 'owner']
    const answers = await Promise.all(
      roles.map(async (role) => {
        const { token } = await castPerson(pool, { name: 'Kim', role })
        return (await server.call('GET', '/api/admin/payments', { token })).status
      }),
    )
    expect(answers).toEqual([403, 403, 403, 200, 200])
    expect((await server.call('GET', '/api/admin/payments.csv')).status).toBe(401)
  })
})

describe('the settlement', () => {
  test('shows by day and provider what was received and refunded, and its balances add up to zero', async () => {
    const today = dayOf(Date.now(), 'America/Chicago')
    const read = async () => (await admin(`/settlement?from=${today}&to=${today}`)).body as Settlement
    const before = (await read()).days[0]?.received ?? 0
    await payment('Settled')
    const { days, balances } = await read()
    expect(days[0]).toMatchObject({ day: today, provider: 'sandbox', currency: 'USD', received: before + 9900 })
    expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
    expect(balances).toContainEqual({ account: 'provider:sandbox', currency: 'USD', balance: days[0]!.net })
    const csv = await fetch(`${server.url}/api/admin/settlement.csv?from=${today}&to=${today}`, {
      headers: { authorization: `Bearer ${kofi.token}` },
    })
    const sums = `${((before + 9900) / 100).toFixed(2)}`
    expect(await csv.text()).toContain(`\r\n${today},Sandbox,USD,${days[0]!.transfers},${sums},`)
    expect((await admin(`/settlement?from=${today}&to=2020-01-01`)).status).toBe(400)
    expect((await admin('/settlement?from=2020-01-01&to=2026-01-01')).status).toBe(400)
  })

  test('has the days of the company’s time zone, as the list of payments does', async () => {
    const late = '2026-01-31 23:30 America/Chicago'
    const { id } = await payment('Yuletide')
    await server.app.pool.query('update payment set created_at = $2 where id = $1', [id, late])
    await server.asOwner(
      `with moved as (insert into money_transfer (id, memo, at) values (gen_random_uuid(), 'late', $1) returning id)
       insert into money_entry select id, line, account, amount, 'USD' from moved,
         (values (1, 'provider:sandbox', 500), (2, 'credit:late', -500)) entry (line, account, amount)`,
      [late],
    )
    const on = async (day: string) => {
      const { days, balances } = (await admin(`/settlement?from=${day}&to=${day}`)).body as Settlement
      const { total } = await list(`q=yuletide&from=${day}&to=${day}`)
      return [days.map((one) => [one.day, one.received]), balances.length, total]
    }
    expect(await on('2026-01-30')).toEqual([[], 0, 0])
    expect(await on('2026-01-31')).toEqual([[['2026-01-31', 500]], 2, 1])
    expect(await on('2026-02-01')).toEqual([[], 2, 0])
  })
})
