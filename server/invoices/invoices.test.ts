import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOf } from '#contract/costs.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Payment } from '#contract/membership.ts'
import { committedOf } from '#server/bidding/commitments.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { businessDaysAfter } from './issue-invoice.ts'

const HAMMER = 1_234_500
const SOLD_AT = Date.UTC(2026, 10, 20, 15, 0)

let house: TestHouse
let other: TestHouse
let ada: CastMember

beforeAll(async () => {
  house = await openHouse()
  other = await openHouse({ databaseUrl: house.house.databaseUrl })
  ada = await castPerson(house.house.pool, { name: 'Ada' })
})
afterAll(async () => {
  await other.close()
  await house.close()
})

/** Tells that a lot was sold, as bidding does; `times`: how often the message comes. */
async function sell(buyer: CastMember, times = 1, own: object = {}): Promise<string> {
  const { lotId, auctionId } = await castLot(house.house)
  const { db, outbox } = house.house
  await db.transaction().execute(async (trx) => {
    await sql`insert into purchase_due (lot_id, bidder_id, amount) values (${lotId}, ${buyer.id}, ${HAMMER})`.execute(
      trx,
    )
    for (let n = 0; n < times; n++) {
      await outbox.add(trx, 'lot-sold', { lotId, auctionId, accountId: buyer.id, hammer: HAMMER, at: SOLD_AT, ...own })
    }
  })
  return lotId
}

/** Until nothing is left to tell, with two processes at it. */
async function drain(): Promise<void> {
  await Promise.all([house.house.outbox.drain(), other.house.outbox.drain(), house.house.outbox.drain()])
  const left = await house.house.pool.query(`select failure from outbox where topic = 'lot-sold'`)
  if (left.rows.length > 0) await drain()
}

async function invoicesOf(person: CastMember): Promise<Invoice[]> {
  const { status, body } = await house.call('GET', '/api/invoices', { token: person.token })
  expect(status).toBe(200)
  return (body as { items: Invoice[] }).items
}

async function soldTo(person: CastMember): Promise<Invoice> {
  const lotId = await sell(person)
  await drain()
  const found = (await invoicesOf(person)).find((invoice) => invoice.lotId === lotId)
  if (found === undefined) throw new Error('no invoice was issued')
  return found
}

async function start(person: CastMember, invoiceId: string) {
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId }
  return house.call('POST', '/api/payments', { token: person.token, body })
}

async function play(person: CastMember, { body }: { body: unknown }): Promise<Payment> {
  const path = `/api/payments/${(body as Payment).id}/sandbox`
  return (await house.call('POST', path, { token: person.token, body: { outcome: 'success' } })).body as Payment
}

describe('the invoice of a sold lot', () => {
  test('has hammer price, premium by bands, fees and tax as the cost preview shows them', async () => {
    const invoice = await soldTo(ada)
    const terms = await readHouseTerms(house.house)
    const cost = costOf(HAMMER, terms)
    expect(invoice).toMatchObject({ net: cost.net, tax: cost.tax, total: cost.total, paid: 0, currency: 'USD' })
    expect(invoice.lines).toEqual([
      { label: 'Hammer price', amount: 1_234_500, taxBasisPoints: 800 },
      { label: 'Buyer’s premium', amount: 50_000 + 58_760, taxBasisPoints: 800 },
      { label: 'Documentation', amount: 7_500, taxBasisPoints: 800 },
      { label: 'Gate', amount: 4_500, taxBasisPoints: 800 },
    ])
    expect(invoice.total).toBe(1_355_260 + 108_421)
    expect(invoice).toMatchObject({ title: '2010 Kiri Urban', lotNumber: expect.any(Number), issuedAt: SOLD_AT })
  })

  test('is issued once however often it is told, and binds the total of the buyer’s limit', async () => {
    const boris = await castPerson(house.house.pool, { name: 'Boris' })
    await sell(boris, 4)
    await drain()
    const [invoice, ...more] = await invoicesOf(boris)
    expect(more).toEqual([])
    expect(await committedOf(house.house.db, house.house.keys, boris.id)).toBe(invoice?.total)
  })

  test('has a number without a gap in its year, though twenty are issued by two processes and told twice', async () => {
    const elif = await castPerson(house.house.pool, { name: 'Elif' })
    const at = Date.UTC(2031, 0, 2)
    await Promise.all(Array.from({ length: 20 }, () => sell(elif, 2, { at })))
    await drain()
    const numbers = (await invoicesOf(elif)).map(({ number }) => number).toSorted()
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => `2031-${String(index + 1).padStart(6, '0')}`))
  })

  test('stands in the money ledger, which balances, until it is paid', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const { id, total } = await soldTo(chidi)
    const owed = async () => {
      const found = await house.house.pool.query<{ sum: number }>(
        'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
        [`receivable:${chidi.id}`],
      )
      return found.rows[0]?.sum
    }
    expect(await owed()).toBe(total)
    await play(chidi, await start(chidi, id))
    expect(await owed()).toBe(0)
    const all = await house.house.pool.query<{ sum: number }>('select sum(amount)::bigint as sum from money_entry')
    expect(all.rows[0]?.sum).toBe(0)
  })
})

describe('paying an invoice', () => {
  test('makes it paid and frees the buyer’s limit', async () => {
    const dana = await castPerson(house.house.pool, { name: 'Dana' })
    const invoice = await soldTo(dana)
    const payment = await start(dana, invoice.id)
    expect(payment).toMatchObject({ status: 201, body: { amount: invoice.total, purpose: 'invoice' } })
    expect(await play(dana, payment)).toMatchObject({ state: 'succeeded' })
    const { body } = await house.call('GET', `/api/invoices/${invoice.id}`, { token: dana.token })
    expect(body).toMatchObject({ state: 'paid', paid: invoice.total })
    expect(await committedOf(house.house.db, house.house.keys, dana.id)).toBe(0)
    expect(await start(dana, invoice.id)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  })

  test('twice at once takes the money once', async () => {
    const dana = await castPerson(house.house.pool, { name: 'Dana' })
    const invoice = await soldTo(dana)
    const [first, second] = [await start(dana, invoice.id), await start(dana, invoice.id)]
    const states = (await Promise.all([play(dana, first), play(dana, second)])).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['failed', 'succeeded'])
    const { body } = await house.call('GET', `/api/invoices/${invoice.id}`, { token: dana.token })
    expect(body).toMatchObject({ state: 'paid', paid: invoice.total })
  })

  test('of another person, or of one that is cancelled, is refused', async () => {
    const invoice = await soldTo(ada)
    const dana = await castPerson(house.house.pool, { name: 'Dana' })
    expect(await start(dana, invoice.id)).toMatchObject({ status: 409, body: { code: 'invoice-not-found' } })
    await house.house.pool.query(`update invoice set state = 'cancelled' where id = $1`, [invoice.id])
    expect(await start(ada, invoice.id)).toMatchObject({ status: 409, body: { code: 'invoice-not-found' } })
  })
})

describe('one’s invoices', () => {
  test('are one’s own: another person’s is not there', async () => {
    const invoice = await soldTo(ada)
    const path = `/api/invoices/${invoice.id}`
    const dana = await castPerson(house.house.pool, { name: 'Dana' })
    expect((await house.call('GET', path, { token: ada.token })).body).toEqual(invoice)
    expect((await house.call('GET', path, { token: dana.token })).status).toBe(404)
    expect(await invoicesOf(dana)).toEqual([])
  })

  test('are for complete bidders: the rungs before are sent on', async () => {
    const { pool } = house.house
    const milo = await castPerson(pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    const pia = await castPerson(pool, { name: 'Pia', verification: 'pending' })
    const sven = await castPerson(pool, { name: 'Sven', status: 'suspended' })
    const status = async (token?: string) => {
      const options = token === undefined ? {} : { token }
      return (await house.call('GET', '/api/invoices', options)).status
    }
    expect([await status(), await status(milo.token), await status(pia.token), await status(sven.token)]).toEqual([
      401, 402, 403, 403,
    ])
  })

  test('come newest first, page by page, none twice', async () => {
    const elif = await castPerson(house.house.pool, { name: 'Elif' })
    for (let n = 0; n < 27; n++) await sell(elif)
    await drain()
    const page = async (cursor: string | null) => {
      const path = cursor === null ? '/api/invoices' : `/api/invoices?cursor=${cursor}`
      return (await house.call('GET', path, { token: elif.token })).body as { items: Invoice[]; next: string | null }
    }
    const first = await page(null)
    const second = await page(first.next)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(second.next).toBeNull()
    expect(new Set(ids).size).toBe(27)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await house.call('GET', '/api/invoices?cursor=x', { token: elif.token })).status).toBe(400)
  })

  test('are overdue when their time is over and something is left to pay', async () => {
    const invoice = await soldTo(ada)
    await house.house.pool.query(`update invoice set due_at = now() - interval '1 second' where id = $1`, [invoice.id])
    const { body } = await house.call('GET', `/api/invoices/${invoice.id}`, { token: ada.token })
    expect(body).toMatchObject({ state: 'overdue' })
  })
})

test('three business days leave out the weekend', () => {
  const thursday = Date.UTC(2026, 10, 19, 15, 0)
  expect(new Date(businessDaysAfter(thursday, 3)).toISOString()).toBe('2026-11-24T23:59:59.000Z')
  const saturday = Date.UTC(2026, 10, 21, 9, 0)
  expect(new Date(businessDaysAfter(saturday, 3)).toISOString()).toBe('2026-11-25T23:59:59.000Z')
})
