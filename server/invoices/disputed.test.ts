import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { readCommitments } from '#server/bidding/commitments.ts'
import { StripeStage } from '#server/payments/stripe/stripe-stage.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { saleroom } from './sale.test-support.ts'
import { familyOf } from './store.ts'
import { checkUnpaidInvoices } from './check-unpaid.ts'

let stage: StripeStage
let room: ReturnType<typeof saleroom>
let kofi: CastMember

beforeAll(async () => {
  stage = await StripeStage.open()
  room = saleroom(stage.server)
  kofi = await castPerson(stage.server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => stage.close())

/** A new person's invoice, paid by card, and the event that reports a dispute of the payment. */
async function disputed(own: object = {}): Promise<{ invoice: Invoice; person: CastMember; event: { id: string } }> {
  const person = await castPerson(stage.server.app.pool, { name: 'Ada' })
  stage.milo = person
  const invoice = await room.soldTo(person)
  const { body } = await stage.start({ purpose: 'invoice', invoiceId: invoice.id })
  const { payUrl } = body as { payUrl: string }
  const session = [...stage.stripe.sessions.values()].find(({ url }) => url === payUrl)!
  await stage.deliver(stage.stripe.pay(session.id))
  expect((await room.detail(person, invoice.id)).invoice.state).toBe('paid')
  const event = stage.stripe.dispute(session.id, own)
  await stage.deliver(event)
  return { invoice, person, event: event.data.object }
}

async function decided({ id }: { id: string }, status: 'won' | 'lost'): Promise<void> {
  Object.assign(stage.stripe.disputes.get(id)!, { status })
  await stage.deliver(stage.stripe.disputeEvent('charge.dispute.closed', id))
}

const committed = async (person: CastMember) =>
  (await readCommitments(stage.server.app.db, stage.server.app.keys, person.id)).sums('USD').committed
const collect = ({ id }: Invoice) =>
  stage.server.call('POST', `/api/admin/invoices/${id}/collected`, { token: kofi.token })
const detail = (person: CastMember, { id }: Invoice) => room.detail(person, id)

test('an invoice whose payment is disputed stays paid and causes no reminder, and its vehicle is not handed over', async () => {
  const { invoice, person, event } = await disputed()
  expect((await detail(person, invoice)).invoice).toMatchObject({ state: 'paid', owed: 0 })
  expect(await committed(person)).toBe(0)
  expect(await collect(invoice)).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
  const seen = await stage.server.call('GET', `/api/admin/invoices/${invoice.id}`, { token: kofi.token })
  expect(seen.body).toMatchObject({ disputed: true })
  const credit = await stage.server.call('POST', `/api/admin/invoices/${invoice.id}/cancel`, {
    token: kofi.token,
    body: { cause: 'correction', reason: 'Sold to the wrong one' },
  })
  expect(credit).toMatchObject({ status: 409, body: { code: 'refund-not-possible' } })
  await decided(event, 'won')
  expect(await collect(invoice)).toMatchObject({ status: 200 })
})

test('a lost dispute reopens the invoice: it is owed, it uses the limit, and it can be paid', async () => {
  const { invoice, person, event } = await disputed()
  await decided(event, 'lost')
  const after = await detail(person, invoice)
  expect(after.invoice).toMatchObject({ state: 'issued', paid: 0, owed: invoice.total })
  expect(after.history.map(({ what }) => what)).toEqual(['issued', 'payment', 'paid', 'charged-back'])
  expect(await committed(person)).toBe(invoice.total)
  expect(await room.balance(`receivable:${person.id}`)).toBe(invoice.total)
  await room.payAll(person, invoice.id)
  expect(await committed(person)).toBe(0)
  expect(await room.balance(`receivable:${person.id}`)).toBe(0)
})

test('a payment that a bank reversed after the due date makes the invoice overdue, without a late fee', async () => {
  const { invoice, person, event } = await disputed()
  await stage.server.asOwner('alter table invoice disable trigger issued_invoice_stays')
  await stage.rows(`update invoice set due_at = clock_timestamp() - interval '1 day' where id = $1`, invoice.id)
  await stage.server.asOwner('alter table invoice enable trigger issued_invoice_stays')
  await decided(event, 'lost')
  await checkUnpaidInvoices(stage.server.app, Date.now() + 30 * 86_400_000)
  const after = await detail(person, invoice)
  expect(after.invoice).toMatchObject({ state: 'overdue', owed: invoice.total })
  expect(await familyOf(stage.server.app.db, invoice.id)).toHaveLength(1)
  expect(after.forecast).toMatchObject([
    { kind: 'sale', state: 'owed' },
    { kind: 'late-fee', state: 'averted' },
    { kind: 'storage' },
  ])
})

test('a part of a payment that a bank reverses is owed again', async () => {
  const { invoice, person } = await disputed({ amount: 5000, status: 'lost' })
  expect((await detail(person, invoice)).invoice).toMatchObject({ state: 'part-paid', owed: 5000 })
  expect(await committed(person)).toBe(5000)
  expect(await room.balance(`receivable:${person.id}`)).toBe(5000)
})
