import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Invoice, InvoiceDetail } from '#contract/invoices/invoices.ts'
import type { Payment } from '#contract/payments/payments.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { saleInvoiceOfLot } from './store.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'

export const HAMMER = 1_234_500

type SentNotice = { kind: string; accountId: string | null; key: string }

/** Collects the notices that any of these processes sends. */
function listen(places: TestServer[]): SentNotice[] {
  const notices: SentNotice[] = []
  for (const { app } of places) {
    app.outbox.on('notice', (payload) => {
      notices.push(payload)
      return Promise.resolve()
    })
  }
  return notices
}

/** What invoice tests need from a server: sales, payments, people's views. `others`: further processes on the same database. */
export function saleroom(place: TestServer, ...others: TestServer[]) {
  const { app } = place
  const notices = listen([place, ...others])

  /** Announces that a lot was sold, as bidding does; `times`: how often the message is sent. */
  async function sell(buyer: CastMember, times = 1, own: Partial<Topics['lot-sold']> = {}): Promise<string> {
    const { lotId, auctionId } = await castLot(app)
    const end = { hammer: HAMMER, at: Date.now(), by: 'closed' as const, ...own }
    const sold = { lotId, auctionId, accountId: buyer.id, ...end }
    await app.db.transaction().execute(async (trx) => {
      await sql`insert into purchase_due (lot_id, bidder_id, amount) values (${lotId}, ${buyer.id}, ${HAMMER})`.execute(
        trx,
      )
      for (let n = 0; n < times; n++) await enqueue(trx, 'lot-sold', sold)
    })
    return lotId
  }

  /** Drains the outbox until no sale is unhandled. */
  async function drain(): Promise<void> {
    await app.outbox.drain()
    const left = await app.pool.query(`select 1 from outbox where topic = 'lot-sold'`)
    if (left.rows.length > 0) await drain()
  }

  async function idOf(lotId: string): Promise<string> {
    const id = await saleInvoiceOfLot(app.db, lotId)
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
    /** The keys of a person's notices of one kind, sorted, because several loops send them concurrently. */
    async noticesOf(person: CastMember, kind: string): Promise<string[]> {
      const isLeft = async () => (await app.pool.query(`select 1 from outbox where topic = 'notice'`)).rows.length > 0
      do await app.outbox.drain()
      while (await isLeft())
      const own = notices.filter((one) => one.accountId === person.id && one.kind === kind)
      return own.map(({ key }) => key).toSorted()
    },
  }
}

/** Pays invoices in tests and reads the money ledger. */
function till(place: TestServer) {
  const { app } = place

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
    /** A partial payment of an invoice by bank transfer. */
    async payPart(person: CastMember, invoiceId: string, amount: number): Promise<void> {
      const started = await start(person, invoiceId)
      await app.pool.query('update payment set amount = $2 where id = $1', [(started.body as Payment).id, amount])
      await play(person, started)
    },
    /** The balance of an account in the money ledger. */
    async balance(account: string): Promise<number> {
      const found = await app.pool.query<{ sum: number }>(
        'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
        [account],
      )
      return found.rows[0]!.sum
    },
  }
}

/** A company's address, as the profile accepts it. */
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

/** Sets the address and tax ID for a person's invoices. */
export async function addressInvoices(place: TestServer, person: CastMember, address: typeof QUIST): Promise<void> {
  const kept = await place.call('POST', '/api/profile/addresses', { token: person.token, body: address })
  expect(kept.status).toBeLessThan(300)
  const body = { taxId: 'NL1B01' }
  expect((await place.call('PUT', '/api/billing/tax-id', { token: person.token, body })).status).toBe(200)
}
