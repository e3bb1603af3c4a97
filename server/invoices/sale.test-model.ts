import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Invoice, InvoiceDetail } from '#contract/invoices.ts'
import type { Payment } from '#contract/membership.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { saleInvoiceOfLot } from './store.ts'

export const HAMMER = 1_234_500

type Told = { kind: string; accountId: string; key: string }

/** Collects what people are told by any of these processes. */
function listen(places: TestHouse[]): Told[] {
  const notices: Told[] = []
  for (const { house } of places) {
    house.outbox.on('notice', (payload) => {
      notices.push(payload as Told)
      return Promise.resolve()
    })
  }
  return notices
}

/** What invoices need of a house in tests: sales, payments, people's views. `others`: further processes on the same database. */
export function saleroom(place: TestHouse, ...others: TestHouse[]) {
  const { house } = place
  const notices = listen([place, ...others])

  /** Tells that a lot was sold, as bidding does; `times`: how often the message comes. */
  async function sell(buyer: CastMember, times = 1, own: object = {}): Promise<string> {
    const { lotId, auctionId } = await castLot(house)
    await house.db.transaction().execute(async (trx) => {
      await sql`insert into purchase_due (lot_id, bidder_id, amount) values (${lotId}, ${buyer.id}, ${HAMMER})`.execute(
        trx,
      )
      for (let n = 0; n < times; n++) {
        const sold = { lotId, auctionId, accountId: buyer.id, hammer: HAMMER, at: Date.now(), ...own }
        await house.outbox.add(trx, 'lot-sold', sold)
      }
    })
    return lotId
  }

  /** Until nothing is left to tell. */
  async function drain(): Promise<void> {
    await house.outbox.drain()
    const left = await house.pool.query(`select 1 from outbox where topic = 'lot-sold'`)
    if (left.rows.length > 0) await drain()
  }

  async function idOf(lotId: string): Promise<string> {
    const id = await saleInvoiceOfLot(house.db, lotId)
    if (id === null) throw new Error('no invoice was issued')
    return id
  }

  async function list(person: CastMember) {
    const { status, body } = await place.call('GET', '/api/invoices', { token: person.token })
    expect(status).toBe(200)
    return body as { items: Invoice[]; next: string | null; owed: { amount: number; overdue: number }[] }
  }

  async function detail(person: CastMember, id: string): Promise<InvoiceDetail> {
    const { status, body } = await place.call('GET', `/api/invoices/${id}`, { token: person.token })
    expect(status).toBe(200)
    return body as InvoiceDetail
  }

  return {
    sell,
    drain,
    list,
    detail,
    ...till(place),
    async soldTo(person: CastMember): Promise<Invoice> {
      const lotId = await sell(person)
      await drain()
      return (await detail(person, await idOf(lotId))).invoice
    },
    /** Notices of a kind that a person was given, by their keys in the order of letters: several loops hand them out at once. */
    async told(person: CastMember, kind: string): Promise<string[]> {
      const isLeft = async () => (await house.pool.query(`select 1 from outbox where topic = 'notice'`)).rows.length > 0
      do await house.outbox.drain()
      while (await isLeft())
      const own = notices.filter((one) => one.accountId === person.id && one.kind === kind)
      return own.map(({ key }) => key).toSorted()
    },
  }
}

/** Paying invoices in tests, and what the money ledger says. */
function till(place: TestHouse) {
  const { house } = place

  async function start(person: CastMember, invoiceId: string) {
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId }
    return place.call('POST', '/api/payments', { token: person.token, body })
  }

  async function play(person: CastMember, { body }: { body: unknown }): Promise<Payment> {
    const path = `/api/payments/${(body as Payment).id}/sandbox`
    return (await place.call('POST', path, { token: person.token, body: { outcome: 'success' } })).body as Payment
  }

  return {
    start,
    play,
    async payAll(person: CastMember, invoiceId: string): Promise<void> {
      await play(person, await start(person, invoiceId))
    },
    /** Part of an invoice, as money that came by bank. */
    async payPart(person: CastMember, invoiceId: string, amount: number): Promise<void> {
      const started = await start(person, invoiceId)
      await house.pool.query('update payment set amount = $2 where id = $1', [(started.body as Payment).id, amount])
      await play(person, started)
    },
    /** The balance of an account in the money ledger. */
    async balance(account: string): Promise<number> {
      const found = await house.pool.query<{ sum: number }>(
        'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
        [account],
      )
      return found.rows[0]!.sum
    },
  }
}

/** A company's address, as the profile takes it. */
export const QUIST = {
  recipient: 'Ada Quist',
  company: 'Quist Motors B.V.',
  street: 'Hoofdweg 1',
  extra: '',
  postcode: '1234 AB',
  city: 'Utrecht',
  region: '',
  country: 'NL',
  forInvoices: true,
}

/** Has a person's invoices made out to an address, with a tax ID. */
export async function addressInvoices(place: TestHouse, person: CastMember, address: typeof QUIST): Promise<void> {
  const kept = await place.call('POST', '/api/profile/addresses', { token: person.token, body: address })
  expect(kept.status).toBeLessThan(300)
  const body = { taxId: 'NL1B01' }
  expect((await place.call('PUT', '/api/billing/tax-id', { token: person.token, body })).status).toBe(200)
}
