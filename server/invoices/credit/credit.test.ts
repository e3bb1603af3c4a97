import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminDetail } from '#contract/invoices/admin-invoices.ts'
import { costOf, sumsOf } from '#contract/invoices/costs.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { readCommitments } from '#server/bidding/commitments.ts'
import { sendRefundsNow } from '#server/payments/send-refunds.test-support.ts'
import type { App } from '#server/platform/app.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { creditLines, everything, leftOf } from './credit-lines.ts'
import type { CreditLine } from './credit-store.ts'
import { saleroom } from '../sale.test-support.ts'
import { checkUnpaidInvoices } from '../check-unpaid.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'

let place: TestServer
let room: ReturnType<typeof saleroom>
let app: App
let kofi: CastMember

beforeAll(async () => {
  // Nothing runs by itself: what is refunded is not sent before the test says so.
  place = await openTestServer({ config: { roles: new Set(['api']) } })
  room = saleroom(place)
  app = place.app
  kofi = await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => place.close())

const person = (name: string) => castPerson(app.pool, { name })
const committed = async (one: CastMember) => (await readCommitments(app.db, app.keys, one.id)).sums('USD').committed

async function allSentBack(one: CastMember): Promise<void> {
  await sendRefundsNow(place)
  expect(await room.balance(`credit:${one.id}`)).toBe(0)
}

async function credit(invoice: Invoice, lines: { line: number; amount: number }[], creditNoteId = randomUUID()) {
  const path = `/api/admin/invoices/${invoice.id}/credit-notes`
  const body = { creditNoteId, lines, cause: 'goodwill', reason: 'The second key was missing.' }
  return place.call('POST', path, { token: kofi.token, body })
}

async function cancel(invoice: Invoice, cause: string) {
  const path = `/api/admin/invoices/${invoice.id}/cancel`
  return place.call('POST', path, { token: kofi.token, body: { cause, reason: 'As agreed with the buyer.' } })
}

async function auditsOf(invoice: Invoice): Promise<string[]> {
  const found = await app.pool.query<{ action: string }>('select action from audit where subject_id = $1 order by id', [
    invoice.id,
  ])
  return found.rows.map(({ action }) => action)
}

async function refundsOf(one: CastMember): Promise<{ amount: number; reason: string }[]> {
  const found = await app.pool.query<{ amount: number; reason: string }>(
    'select r.amount, r.reason from refund r join payment p on p.id = r.payment_id where p.account_id = $1 order by p.id',
    [one.id],
  )
  return found.rows
}

describe('a credit note', () => {
  test('for part of a line lowers what is owed, with its own number; the invoice stays as it was', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    expect(await credit(invoice, [{ line: 0, amount: 100_000 }])).toMatchObject({ status: 201 })
    const { invoice: after, creditNotes, document } = await room.detail(ada, invoice.id)
    expect(after).toMatchObject({
      total: invoice.total,
      credited: 108_000,
      owed: invoice.total - 108_000,
      state: 'issued',
    })
    expect(document.total).toBe(invoice.total)
    expect(creditNotes).toMatchObject([
      { number: expect.stringMatching(/^CN-\d{4}-\d{6}$/), total: 108_000, refund: 0 },
    ])
    expect(await committed(ada)).toBe(invoice.total - 108_000)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(invoice.total - 108_000)
    expect(await auditsOf(invoice)).toEqual(['credit-invoice'])
    expect(await room.noticesOf(ada, 'credit-note')).toHaveLength(1)
  })

  test('sent twice is one, even at the same moment', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => credit(invoice, [{ line: 1, amount: 100 }], id)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await room.detail(ada, invoice.id)).creditNotes).toHaveLength(1)
  })

  test('for more than is left, or for a missing line, is refused and leaves nothing behind', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    const gate = invoice.lines[3]!.amount
    await credit(invoice, [{ line: 3, amount: gate }])
    for (const lines of [[{ line: 3, amount: 1 }], [{ line: 9, amount: 1 }], [{ line: 0, amount: 99_999_999 }]]) {
      expect(await credit(invoice, lines)).toMatchObject({ status: 409, body: { code: 'more-than-left' } })
    }
    expect(await credit(invoice, [{ line: 0, amount: 0 }])).toMatchObject({ status: 400 })
    expect((await room.detail(ada, invoice.id)).creditNotes).toHaveLength(1)
  })

  test('for a paid invoice makes the money refundable, and the ledger books it as the person’s', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    await room.payAll(ada, invoice.id)
    expect(await credit(invoice, [{ line: 2, amount: 7500 }])).toMatchObject({ status: 201 })
    const { invoice: after, creditNotes, history } = await room.detail(ada, invoice.id)
    expect(after).toMatchObject({ state: 'paid', credited: 8100, paid: invoice.total - 8100, owed: 0 })
    expect(creditNotes).toMatchObject([{ refund: 8100 }])
    expect(history.map(({ what }) => what)).toEqual(['issued', 'payment', 'paid', 'credited', 'refunded'])
    expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
    expect(await refundsOf(ada)).toEqual([{ amount: 8100, reason: 'The second key was missing.' }])
    await allSentBack(ada)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
    const sent = (await room.detail(ada, invoice.id)).history.slice(-1)
    expect(sent).toMatchObject([{ what: 'refund-sent', amount: 8100 }])
  })

  test('for an invoice paid in parts refunds each payment’s part', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    await room.payPart(ada, invoice.id, 10_000)
    await room.payPart(ada, invoice.id, 20_000)
    await room.payAll(ada, invoice.id)
    expect(await cancel(invoice, 'sale-voided')).toMatchObject({ status: 200 })
    const amounts = (await refundsOf(ada)).map(({ amount }) => amount)
    expect(amounts).toEqual([10_000, 20_000, invoice.total - 30_000])
    expect((await room.detail(ada, invoice.id)).invoice).toMatchObject({ paid: 0, state: 'cancelled' })
    expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
  })

  test('and payments of the invoice at the same moment stay consistent: nothing is lost, nothing is refunded twice', async () => {
    const ada = await person('Ada')
    for (let n = 0; n < 5; n++) {
      const invoice = await room.soldTo(ada)
      const [one, two] = [await room.start(ada, invoice.id), await room.start(ada, invoice.id)]
      await Promise.all([room.play(ada, one), cancel(invoice, 'correction'), room.play(ada, two)])
      expect((await room.detail(ada, invoice.id)).invoice).toMatchObject({ state: 'cancelled', paid: 0, owed: 0 })
    }
    await allSentBack(ada)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
    expect(await committed(ada)).toBe(0)
  })

  test('that covers the rest of a partly paid invoice makes it paid', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    await room.payPart(ada, invoice.id, invoice.total - 8100)
    await credit(invoice, [{ line: 2, amount: 7500 }])
    expect((await room.detail(ada, invoice.id)).invoice).toMatchObject({ state: 'paid', owed: 0 })
    expect(await committed(ada)).toBe(0)
  })

  test('numbers have no gap, ten at once five times, and are separate from invoice numbers', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => credit(invoice, [{ line: 0, amount: 100 }])))
      expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    }
    const found = await app.pool.query<{ number: string }>('select number from credit_note order by number')
    const year = found.rows[0]!.number.slice(3, 7)
    expect(found.rows.map(({ number }) => number)).toEqual(
      found.rows.map((_, index) => `CN-${year}-${String(index + 1).padStart(6, '0')}`),
    )
    const { invoice: after } = await room.detail(ada, invoice.id)
    expect(after.credited).toBe(50 * 108)
  })

  test('and its lines cannot be changed even in the database', async () => {
    const ada = await person('Ada')
    await credit(await room.soldTo(ada), [{ line: 0, amount: 100 }])
    await expect(app.pool.query(`update credit_note set reason = 'another'`)).rejects.toThrow('permission denied')
    await expect(app.pool.query('delete from credit_note')).rejects.toThrow('permission denied')
  })
})

describe('canceling', () => {
  test('credits everything that is left, releases the limit, and can be done once', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    await credit(invoice, [{ line: 0, amount: 33_333 }])
    const answers = await Promise.all([cancel(invoice, 'correction'), cancel(invoice, 'correction')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { invoice: after, creditNotes } = await room.detail(ada, invoice.id)
    expect(after).toMatchObject({ state: 'cancelled', credited: invoice.total, owed: 0 })
    expect(creditNotes.reduce((sum, { total }) => sum + total, 0)).toBe(invoice.total)
    expect(await committed(ada)).toBe(0)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
    expect(await room.start(ada, invoice.id)).toMatchObject({ status: 409, body: { code: 'invoice-not-found' } })
    expect((await credit(invoice, [{ line: 0, amount: 1 }])).body).toMatchObject({ code: 'invoice-cancelled' })
    expect(await room.noticesOf(ada, 'credit-note')).toHaveLength(2)
  })

  test('after a default leaves the late fee owed; a voided sale includes it', async () => {
    const [ada, boris] = [await person('Ada'), await person('Boris')]
    const [defaulted, voided] = [await room.soldTo(ada), await room.soldTo(boris)]
    await checkUnpaidInvoices(app, defaulted.dueAt + 1000)
    expect(await cancel(defaulted, 'buyer-default')).toMatchObject({ status: 200 })
    expect(await committed(ada)).toBe(5000)
    expect((await room.detail(ada, defaulted.id)).related).toMatchObject([{ kind: 'late-fee', owed: 5000 }])
    expect(await cancel(voided, 'sale-voided')).toMatchObject({ status: 200 })
    expect(await committed(boris)).toBe(0)
    expect((await room.detail(boris, voided.id)).related).toMatchObject([{ state: 'cancelled', owed: 0 }])
  })

  test('happens automatically when a sale is voided, once, and refunds what was paid, with one message about it', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    await room.payAll(ada, invoice.id)
    const reason = 'The seller did not own the vehicle.'
    const noticesOf = {
      lotId: invoice.lotId!,
      reason,
      actorId: null,
      accountId: ada.id,
      defaulted: false,
      at: Date.now(),
    }
    await app.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 3; n++) await enqueue(trx, 'sale-voided', noticesOf)
    })
    await app.outbox.drain()
    const { invoice: after, creditNotes } = await room.detail(ada, invoice.id)
    expect(after).toMatchObject({ state: 'cancelled', paid: 0 })
    expect(creditNotes).toMatchObject([{ total: invoice.total, refund: invoice.total, reason: noticesOf.reason }])
    await allSentBack(ada)
    expect(await room.noticesOf(ada, 'credit-note')).toEqual([])
    expect(await room.noticesOf(ada, 'refund-sent')).toHaveLength(1)
  })
})

describe('the cashier’s actions', () => {
  test('are for cashiers and the owner only', async () => {
    const invoice = await room.soldTo(await person('Ada'))
    for (const role of ['member', 'auctioneer', 'reviewer']) {
      const one = await castPerson(app.pool, { name: 'Rita', role })
      const path = `/api/admin/invoices/${invoice.id}`
      expect((await place.call('GET', path, { token: one.token })).status).toBe(403)
      expect((await place.call('POST', `${path}/resend`, { token: one.token })).status).toBe(403)
    }
    const path = `/api/admin/invoices/${randomUUID()}/resend`
    expect((await place.call('POST', path, { token: kofi.token })).status).toBe(404)
  })

  test('notify the buyer again on request, and record it', async () => {
    const ada = await person('Ada')
    const invoice = await room.soldTo(ada)
    const path = `/api/admin/invoices/${invoice.id}/resend`
    expect(await place.call('POST', path, { token: kofi.token })).toMatchObject({ status: 200 })
    expect(await room.noticesOf(ada, 'invoice')).toHaveLength(2)
    expect(await auditsOf(invoice)).toEqual(['resend-invoice'])
  })

  test('show what is left of each line to credit', async () => {
    const invoice = await room.soldTo(await person('Ada'))
    const { body } = await credit(invoice, [{ line: 0, amount: 500 }])
    const detail = body as AdminDetail
    expect(detail.creditable).toEqual(invoice.lines.map(({ amount }, index) => (index === 0 ? amount - 500 : amount)))
    expect(detail.buyer).toMatchObject({ name: 'Ada' })
  })
})

const TERMS = {
  premium: [{ from: 0, basisPoints: 1234 }],
  fixedFees: [{ label: 'Gate', amount: 4567 }],
  taxBasisPoints: 825,
  taxByKind: { hammer: null, premium: 2100, fee: 0, 'late-fee': 0, storage: null },
}

test('parts credited in any steps never differ from the whole by a cent, line by line', () => {
  const Step = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 60 }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(Step, { maxLength: 30 }), (hammer, steps) => {
      const { lines, total } = costOf(hammer, TERMS)
      const credits: CreditLine[] = []
      for (const [line, percent] of steps) {
        const left = leftOf(lines, credits)[line]!.amount
        const amount = Math.ceil((left * percent) / 100)
        if (amount > 0) credits.push(...(creditLines(lines, credits, [{ line, amount }]) ?? []))
      }
      credits.push(...(creditLines(lines, credits, everything(lines, credits)) ?? []))
      expect(leftOf(lines, credits).every(({ amount, tax }) => amount === 0 && tax === 0)).toBe(true)
      expect(credits.every(({ amount, tax }) => amount > 0 && tax >= 0)).toBe(true)
      expect(sumsOf(credits).total).toBe(total)
    }),
    { numRuns: 500 },
  )
})
