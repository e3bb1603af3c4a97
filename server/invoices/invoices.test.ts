import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOf } from '#contract/invoices/costs.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { readCommitments } from '#server/bidding/commitments.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { inLanes } from '#test/contract/requests.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { issueInvoice } from './issue/issue-invoice.ts'
import { addressInvoices, HAMMER, QUIST, saleroom } from './sale.test-support.ts'

/** Fewer than a pool has connections: who waits for one on a busy machine is refused after some seconds. */
const AT_ONCE = 8

let server: TestServer
let other: TestServer
let room: ReturnType<typeof saleroom>
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer()
  other = await openTestServer({ databaseUrl: server.app.databaseUrl })
  room = saleroom(server, other)
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Drains the outbox with two processes until it is empty. */
async function drain(): Promise<void> {
  await Promise.all([server.app.outbox.drain(), other.app.outbox.drain(), server.app.outbox.drain()])
  await room.drain()
}

const committed = async (person: CastMember) =>
  (await readCommitments(server.app.db, server.app.keys, person.id)).sums('USD').committed

describe('the invoice of a sold lot', () => {
  test('has hammer price, premium by bands, fees and tax as the cost preview shows them, and no other line', async () => {
    const invoice = await room.soldTo(ada)
    const { lines, taxes, net, tax, total } = costOf(HAMMER, await readCompanyTerms(server.app))
    expect(invoice).toMatchObject({ net, tax, total, taxes, lines, paid: 0, owed: total, currency: 'USD' })
    expect(invoice.lines.map(({ label, amount, tax: own }) => [label, amount, own])).toEqual([
      ['Hammer price', 1_234_500, 98_760],
      ['Buyer’s premium', 50_000 + 58_760, 8701],
      ['Documentation', 7_500, 600],
      ['Gate', 4_500, 360],
    ])
    expect(invoice).toMatchObject({ title: '2010 Kiri Urban', lotNumber: expect.any(Number), kind: 'sale' })
  })

  test('is issued once though its message is handled fifty times at once, commits its total, and notifies the buyer once', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    await room.sell(boris, 50)
    await drain()
    const [invoice, ...more] = (await room.list(boris)).items
    expect(more).toEqual([])
    expect(await committed(boris)).toBe(invoice?.total)
    expect(await room.noticesOf(boris, 'invoice')).toEqual([`invoice:${invoice?.id}`])
  })

  test('is numbered without a gap though fifty sales close at once in two processes, each handled twice', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const before = await lastNumber()
    await inLanes(Array.from({ length: 50 }), AT_ONCE, () => room.sell(elif, 2))
    await drain()
    const found = await server.app.pool.query<{ number: string }>(
      'select number from invoice where account_id = $1 order by number',
      [elif.id],
    )
    const year = new Date().getUTCFullYear()
    expect(found.rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${year}-${String(before + index + 1).padStart(6, '0')}`),
    )
  })

  test('restarts its number with the company’s year, without a gap in either, with dates in the order of numbers', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lots = await inLanes(Array.from({ length: 30 }), AT_ONCE, () => room.sell(chidi, 0))
    // Midnight of New Year in Chicago, with half of the sales before it and half after, all handled at the same time.
    const midnight = Date.UTC(2041, 0, 1, 6)
    await inLanes([...lots.entries()], AT_ONCE, ([index, lotId]) => {
      const at = midnight + (index % 2 === 0 ? -1 : 1)
      const sold = { lotId, accountId: chidi.id, hammer: HAMMER, at }
      return server.app.db.transaction().execute((trx) => issueInvoice(server.app, trx, sold, at))
    })
    const { rows } = await server.app.pool.query<{ number: string; issued_at: number }>(
      'select number, issued_at from invoice where account_id = $1 order by number',
      [chidi.id],
    )
    for (const year of ['2040', '2041']) {
      const own = rows.filter(({ number }) => number.startsWith(`${year}-`))
      expect(own.map(({ number }) => Number(number.slice(5)))).toEqual(own.map((_, index) => index + 1))
      for (const { issued_at } of own) expect(issued_at < midnight).toBe(year === '2040')
    }
    expect(rows).toHaveLength(30)
    const dates = rows.map(({ issued_at }) => issued_at)
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  })

  test('uses no number if its transaction fails', async () => {
    const before = await lastNumber('2041')
    const lotId = await room.sell(ada, 0)
    const sold = { lotId, accountId: ada.id, hammer: HAMMER, at: Date.UTC(2041, 1, 1) }
    const failing = server.app.db.transaction().execute(async (trx) => {
      await issueInvoice(server.app, trx, sold, sold.at)
      throw new Error('the database went away')
    })
    await expect(failing).rejects.toThrow('went away')
    expect(await lastNumber('2041')).toBe(before)
  })

  test('is in the money ledger, which balances, until it is paid', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const { id, total } = await room.soldTo(chidi)
    expect(await room.balance(`receivable:${chidi.id}`)).toBe(total)
    await room.payAll(chidi, id)
    expect(await room.balance(`receivable:${chidi.id}`)).toBe(0)
  })

  test('stays as issued, whatever happens to terms, buyer and vehicle', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const { id } = await room.soldTo(dana)
    const { document } = await room.detail(dana, id)
    await server.app.pool.query(`update account set name = 'Somebody else' where id = $1`, [dana.id])
    await addressInvoices(server, dana, QUIST)
    expect((await room.detail(dana, id)).document).toEqual(document)
    expect(document.buyer).toMatchObject({ name: 'Dana', country: 'US' })
    const later = await room.soldTo(dana)
    expect((await room.detail(dana, later.id)).document.buyer).toMatchObject({
      name: 'Quist Motors B.V.',
      address: 'Ada Quist\nHoofdweg 1\n1234 AB Utrecht',
      country: 'NL',
      taxId: 'NL1B01',
    })
  })

  test.each([
    ['total', 'total = total + 1, net = net + 1'],
    ['due date', `due_at = due_at + interval '1 day'`],
    ['document', `document = '{}'`],
    ['number', `number = 'X'`],
  ])('cannot be changed even in the database: its %s', async (_, change) => {
    const { id } = await room.soldTo(ada)
    await expect(server.app.pool.query(`update invoice set ${change} where id = $1`, [id])).rejects.toThrow(
      'was issued and stays as it is',
    )
    await expect(server.asOwner('delete from invoice where id = $1', [id])).rejects.toThrow('is history')
  })

  test('can only be deleted together with demo people', async () => {
    const one = await castPerson(server.app.pool, { name: 'Wanda' })
    const { id } = await room.soldTo(one)
    const forget = async () => {
      const client = new pg.Client({ connectionString: server.ownerUrl })
      await client.connect()
      try {
        await client.query(`begin; set local paddock.history = 'demo'`)
        await client.query('delete from invoice_event where invoice_id = $1', [id])
        return (await client.query('delete from invoice where id = $1', [id])).rowCount
      } finally {
        await client.end()
      }
    }
    await expect(forget()).rejects.toThrow('stays as it is')
    await server.app.pool.query('update account set demo = true where id = $1', [one.id])
    expect(await forget()).toBe(1)
  })
})

async function lastNumber(year = String(new Date().getUTCFullYear())): Promise<number> {
  const found = await server.app.pool.query<{ last: number }>(
    `select last from document_counter where series = 'invoice' and year = $1`,
    [year],
  )
  return found.rows[0]?.last ?? 0
}

describe('paying an invoice', () => {
  test('makes it paid, releases the buyer’s limit and notifies them once', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const invoice = await room.soldTo(dana)
    const payment = await room.start(dana, invoice.id)
    expect(payment).toMatchObject({ status: 201, body: { amount: invoice.total, purpose: 'invoice' } })
    expect(await room.play(dana, payment)).toMatchObject({ state: 'succeeded' })
    const { invoice: paid, history } = await room.detail(dana, invoice.id)
    expect(paid).toMatchObject({ state: 'paid', paid: invoice.total, owed: 0 })
    expect(history.map(({ what }) => what)).toEqual(['issued', 'payment', 'paid'])
    expect(await committed(dana)).toBe(0)
    expect(await room.start(dana, invoice.id)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
    expect(await room.noticesOf(dana, 'invoice-paid')).toEqual([`invoice-paid:${invoice.id}`])
  })

  test('in parts leaves the rest owed, committed and payable', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const invoice = await room.soldTo(dana)
    await room.payPart(dana, invoice.id, 500_000)
    const rest = invoice.total - 500_000
    expect(await room.noticesOf(dana, 'payment-received')).toHaveLength(1)
    expect((await room.detail(dana, invoice.id)).invoice).toMatchObject({
      state: 'part-paid',
      paid: 500_000,
      owed: rest,
    })
    expect(await committed(dana)).toBe(rest)
    expect((await room.list(dana)).owed).toMatchObject([{ currency: 'USD', amount: rest, count: 1, overdue: 0 }])
    expect(await room.start(dana, invoice.id)).toMatchObject({ body: { amount: rest } })
    await room.payAll(dana, invoice.id)
    expect((await room.detail(dana, invoice.id)).invoice).toMatchObject({ state: 'paid', owed: 0 })
    expect(await room.balance(`receivable:${dana.id}`)).toBe(0)
  })

  test('twice at once takes the money for it once', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const invoice = await room.soldTo(dana)
    const [first, second] = [await room.start(dana, invoice.id), await room.start(dana, invoice.id)]
    const states = (await Promise.all([room.play(dana, first), room.play(dana, second)])).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['failed', 'succeeded'])
    expect((await room.detail(dana, invoice.id)).invoice).toMatchObject({ state: 'paid', paid: invoice.total })
  })

  test('of another person is refused', async () => {
    const invoice = await room.soldTo(ada)
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    expect(await room.start(dana, invoice.id)).toMatchObject({ status: 409, body: { code: 'invoice-not-found' } })
  })
})

describe('the invoice list', () => {
  test('contains only your own: another person’s is not there, nor a link to it', async () => {
    const invoice = await room.soldTo(ada)
    const path = `/api/invoices/${invoice.id}`
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    expect((await server.call('GET', path, { token: dana.token })).status).toBe(404)
    expect((await server.call('POST', `${path}/link`, { token: dana.token })).status).toBe(404)
    expect((await room.list(dana)).items).toEqual([])
  })

  test('is for verified members, also suspended ones: lower access levels are sent on', async () => {
    const { pool } = server.app
    const milo = await castPerson(pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    const pia = await castPerson(pool, { name: 'Pia', verification: 'pending' })
    const sven = await castPerson(pool, { name: 'Sven', status: 'suspended' })
    const status = async (token?: string) => {
      const options = token === undefined ? {} : { token }
      return (await server.call('GET', '/api/invoices', options)).status
    }
    expect([await status(), await status(milo.token), await status(pia.token), await status(sven.token)]).toEqual([
      401, 402, 403, 200,
    ])
  })

  test('is newest first, page by page, without duplicates', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const lots: string[] = []
    for (let n = 0; n < 27; n++) lots.push(await room.sell(elif))
    await drain()
    const page = async (cursor: string | null) => {
      const path = cursor === null ? '/api/invoices' : `/api/invoices?cursor=${cursor}`
      return (await server.call('GET', path, { token: elif.token })).body as { items: Invoice[]; next: string | null }
    }
    const first = await page(null)
    const second = await page(first.next)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(second.next).toBeNull()
    expect(new Set(ids).size).toBe(27)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await server.call('GET', '/api/invoices?cursor=x', { token: elif.token })).status).toBe(400)
    const ofLots = async (query: string, { token }: CastMember) =>
      (await server.call('GET', `/api/invoices?lots=${query}`, { token })).body as { items: Invoice[]; next: null }
    const named = await ofLots(lots.join(), elif)
    expect(named.next).toBeNull()
    expect(named.items.map(({ lotId }) => lotId)).toEqual(expect.arrayContaining(lots))
    expect((await ofLots(lots[0]!, elif)).items.map(({ lotId }) => lotId)).toEqual([lots[0]])
    const { body: unpaid } = await server.call('GET', '/api/invoices?open=yes', { token: elif.token })
    expect((unpaid as { items: Invoice[] }).items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 25))
    expect((await ofLots(lots[0]!, await castPerson(server.app.pool, { name: 'Finn' }))).items).toEqual([])
  })
})
