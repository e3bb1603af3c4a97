import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { sendRefundsNow } from '../send-refunds.test-support.ts'
import { BankStage, line } from './bank-stage.test-support.ts'

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

describe('a transfer for the membership fee', () => {
  test('has a reference and an account to send it to, and is paid by the bank file', async () => {
    const payment = await stage.transfer()
    expect(payment).toMatchObject({
      state: 'pending',
      transfer: { iban: 'DE02 1203 0000 0000 2020 51', reference: expect.stringMatching(/^RF\d\d [0-9A-Z ]+$/) },
    })
    expect(await stage.bring(line('99.00', `Fee ${payment.transfer!.reference} thanks`))).toMatchObject({
      state: 'done',
      counts: { imported: 1, matched: 1 },
    })
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', received: 9900, receipt: expect.any(String) })
    expect((await stage.server.call('GET', '/api/user', { token: stage.milo.token })).body).toMatchObject({
      hasPaidMembershipFee: true,
    })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
  })

  test('in parts waits until all of it has arrived', async () => {
    const payment = await stage.transfer()
    const { reference } = payment.transfer!
    await stage.bring(line('50.00', reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'pending', received: 5000 })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-5000)
    await stage.bring(line('49.00', reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', received: 9900 })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
  })

  test('that was not needed on arrival can be used for the same payment when it is needed again', async () => {
    const payment = await stage.transfer()
    const { reference } = payment.transfer!
    const paid = (is: boolean) =>
      stage.rows('update account set has_paid_membership_fee = $2 where id = $1', stage.milo.id, is)
    await paid(true)
    await stage.bring(line('99.00', reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'failed' })
    await paid(false)
    await stage.bring(line('10.00', reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'pending', received: 1000 })
    const [first] = (await stage.openLines()).filter(({ person }) => person?.includes(stage.milo.email) === true)
    const body = { accountId: stage.milo.id, purpose: 'membership' }
    expect(await stage.admin('POST', `/bank-lines/${first!.id}/match`, body)).toMatchObject({ status: 200 })
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', received: 9900 })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-1000)
  })

  test('that is too high pays the fee, and the rest is the person’s credit, which a cashier sends back', async () => {
    const payment = await stage.transfer()
    await stage.bring(line('120.00', payment.transfer!.reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded' })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-2100)
    const [rest] = (await stage.openLines()).filter(({ person }) => person?.includes(stage.milo.email) === true)
    expect(rest).toMatchObject({ amount: 12_000, remaining: 2100 })
    const back = await stage.admin('POST', `/bank-lines/${rest!.id}/return`, { reason: 'Paid too much' })
    expect(back).toMatchObject({ status: 200, body: { remaining: 0, returnedAt: expect.any(Number) } })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
    expect(await stage.admin('POST', `/bank-lines/${rest!.id}/return`, { reason: 'Again' })).toMatchObject({
      status: 409,
    })
  })

  test('after the person chose another way still counts when it arrives', async () => {
    const payment = await stage.transfer()
    await stage.server.call('POST', `/api/payments/${payment.id}/abandon`, { token: stage.milo.token })
    expect(await stage.read(payment)).toMatchObject({ state: 'failed' })
    await stage.bring(line('99.00', payment.transfer!.reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded' })
  })

  test('that arrives after the fee was paid by card is the person’s credit', async () => {
    const payment = await stage.transfer()
    await stage.server.call('POST', `/api/payments/${payment.id}/abandon`, { token: stage.milo.token })
    const card = (
      await stage.server.call('POST', '/api/payments', {
        token: stage.milo.token,
        body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' },
      })
    ).body as Payment
    await stage.server.call('POST', `/api/payments/${card.id}/sandbox`, {
      token: stage.milo.token,
      body: { outcome: 'success' },
    })
    await stage.bring(line('99.00', payment.transfer!.reference))
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-9900)
    expect((await stage.openLines()).filter(({ person }) => person?.includes(stage.milo.email) === true)).toMatchObject(
      [{ remaining: 9900 }],
    )
  })

  test('that is refunded is sent by a cashier from the bank, with the source account shown on the page', async () => {
    const payment = await stage.transfer()
    await stage.bring(line('99.00', payment.transfer!.reference))
    await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
    await sendRefundsNow(stage.server)
    const { body } = await stage.admin('GET', '/refunds')
    const refund = (body as { items: { id: string; accountId: string }[] }).items.find(
      ({ accountId }) => accountId === stage.milo.id,
    )
    expect(refund).toMatchObject({ byHand: true, payer: 'M Milo DE99', amount: 9900, state: 'waiting' })
    expect(await stage.admin('POST', `/refunds/${refund!.id}/settle`, { how: 'try-again' })).toMatchObject({
      status: 409,
    })
    await stage.admin('POST', `/refunds/${refund!.id}/settle`, { how: 'sent-by-bank' })
    expect(await stage.read(payment)).toMatchObject({ state: 'refunded', refunds: [{ state: 'succeeded' }] })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
  })
})

describe('a transfer for an invoice', () => {
  async function invoice(total: number): Promise<string> {
    stage.milo = await castPerson(stage.server.app.pool, { name: 'Milo' })
    const { lotId } = await castLot(stage.server.app)
    const id = randomUUID()
    await stage.rows(
      `insert into invoice (id, number, kind, document, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1, $2, 'sale', '{}', $3, $4, 'A car', 'USD', 'issued', '[]', $5, 0, $5, now() + interval '3 days')`,
      id,
      id,
      stage.milo.id,
      lotId,
      total,
    )
    await stage.rows(
      'insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, $3)',
      lotId,
      stage.milo.id,
      total,
    )
    return id
  }
  const state = async (id: string) =>
    (await stage.rows<{ state: string; paid: number }>('select state, paid from invoice where id = $1', id))[0]

  test('in parts is paid part by part, each with its own receipt; the excess is credit', async () => {
    const invoiceId = await invoice(100_000)
    const payment = await stage.transfer({ purpose: 'invoice', invoiceId })
    const { reference } = payment.transfer!
    await stage.bring(line('300.00', reference), line('200.00', reference))
    expect(await state(invoiceId)).toEqual({ state: 'part-paid', paid: 50_000 })
    expect(await stage.read(payment)).toMatchObject({ state: 'pending', amount: 50_000 })
    await stage.bring(line('600.00', reference))
    expect(await state(invoiceId)).toEqual({ state: 'paid', paid: 100_000 })
    const paid = await stage.rows<{ amount: number; receipt_number: string }>(
      `select amount, receipt_number from payment where subject_id = $1 and state = 'succeeded' order by amount`,
      invoiceId,
    )
    expect(paid.map(({ amount }) => amount)).toEqual([20_000, 30_000, 50_000])
    expect(new Set(paid.map(({ receipt_number: number }) => number)).size).toBe(3)
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-10_000)
  })
})

describe('a transfer that refers to an invoice', () => {
  async function numbered(number: string, total: number): Promise<string> {
    stage.milo = await castPerson(stage.server.app.pool, { name: 'Milo' })
    const id = randomUUID()
    await stage.rows(
      `insert into invoice (id, number, kind, document, account_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1, $2, 'sale', '{}', $3, 'A car', 'USD', 'issued', '[]', $4, 0, $4, now() + interval '3 days')`,
      id,
      number,
      stage.milo.id,
      total,
    )
    return id
  }
  const paid = async (id: string) =>
    (await stage.rows<{ paid: number }>('select paid from invoice where id = $1', id))[0]

  test('by its number pays it, with or without punctuation and the prefix', async () => {
    const id = await numbered('INV-2031-000007', 30_000)
    await stage.bring(line('100.00', 'INV-2031-000007'), line('100.00', 'Invoice 2031 000007, thank you'))
    expect(await paid(id)).toEqual({ paid: 20_000 })
    await stage.bring(line('150.00', '2031000007'))
    expect(await paid(id)).toEqual({ paid: 30_000 })
    expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(-5000)
  })

  test('that is already paid waits for a cashier, who sees why', async () => {
    await numbered('INV-2031-000008', 10_000)
    await stage.bring(line('100.00', '2031-000008'))
    await stage.bring(line('100.01', '2031-000008 again'))
    expect(await stage.openLines('2031-000008')).toMatchObject([
      { amount: 10_001, hint: 'Invoice INV-2031-000008, A car: nothing is left to pay.' },
    ])
  })
})

describe('an unmatched transfer', () => {
  test('says why: no reference, a typo in it, or an unknown one', async () => {
    const payment = await stage.transfer()
    const reference = payment.transfer!.reference.replaceAll(' ', '')
    const slipped = reference.slice(0, -1) + (reference.endsWith('7') ? '8' : '7')
    const name = randomUUID()
    await stage.bring(
      line('1.00', `a ${name}`),
      line('2.00', `${slipped} ${name}`),
      line('3.00', `RF18539007547034 ${name}`),
    )
    const hints = (await stage.openLines(name)).toSorted((a, b) => a.amount - b.amount).map(({ hint }) => hint)
    expect(hints).toEqual([
      'It has no reference.',
      'Its reference has a typo: the check digits don’t match.',
      'Its reference isn’t one of ours.',
    ])
  })

  test('is matched by a cashier to what it pays, once, with an audit entry', async () => {
    const name = randomUUID()
    const payment = await stage.transfer()
    await stage.bring(line('99.00', `membership ${name}`))
    const [open] = await stage.openLines(name)
    const { body } = await stage.admin('GET', `/bank-lines/${open!.id}/candidates?q=${stage.milo.email}`)
    expect(body).toMatchObject({ items: [{ accountId: stage.milo.id, label: 'Membership fee', amount: 9900 }] })
    const target = { accountId: stage.milo.id, purpose: 'membership', subjectId: null }
    const answers = await Promise.all([1, 2].map(() => stage.admin('POST', `/bank-lines/${open!.id}/match`, target)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded' })
    expect(
      await stage.rows(`select 1 from audit where action = 'match-transfer' and subject_id = $1`, open!.id),
    ).toHaveLength(1)
    expect(await stage.openLines(name)).toEqual([])
  })

  test('is not matched by a cashier to themself', async () => {
    const name = randomUUID()
    await stage.bring(line('99.00', `membership ${name}`))
    const [open] = await stage.openLines(name)
    const own = { accountId: stage.kofi.id, purpose: 'membership', subjectId: null }
    expect(await stage.admin('POST', `/bank-lines/${open!.id}/match`, own)).toMatchObject({
      status: 403,
      body: { code: 'not-permitted' },
    })
    expect(await stage.openLines(name)).toMatchObject([{ id: open!.id, remaining: 9900 }])
  })

  test('is matched to nobody with an unconfirmed email, by no reference and by no cashier, until it is confirmed', async () => {
    const name = randomUUID()
    const payment = await stage.transfer()
    await stage.rows('update account set email_confirmed_at = null where id = $1', stage.milo.id)
    expect(await stage.bring(line('99.00', `${payment.transfer!.reference} ${name}`))).toMatchObject({
      counts: { matched: 0 },
    })
    const [open] = await stage.openLines(name)
    expect(open).toMatchObject({ hint: expect.stringContaining('hasn’t confirmed their email') as unknown })
    const target = { accountId: stage.milo.id, purpose: 'membership', subjectId: null }
    const match = () => stage.admin('POST', `/bank-lines/${open!.id}/match`, target)
    expect(await match()).toMatchObject({ status: 409, body: { code: 'email-not-confirmed' } })
    const [before] = await stage.rows(
      'select has_paid_membership_fee as paid from account where id = $1',
      stage.milo.id,
    )
    expect(before).toEqual({ paid: false })
    await stage.rows('update account set email_confirmed_at = now() where id = $1', stage.milo.id)
    expect((await match()).status).toBe(200)
  })

  test('that is one person’s credit is never used for another', async () => {
    const payment = await stage.transfer()
    await stage.bring(line('150.00', payment.transfer!.reference))
    const [rest] = (await stage.openLines()).filter(({ person }) => person?.includes(stage.milo.email) === true)
    const pia = await castPerson(stage.server.app.pool, { name: 'Pia', hasPaid: false, verification: 'pending' })
    const target = { accountId: pia.id, purpose: 'membership', subjectId: null }
    expect(await stage.admin('POST', `/bank-lines/${rest!.id}/match`, target)).toMatchObject({
      status: 409,
      body: { code: 'other-person' },
    })
  })

  test('is visible to and moved by cashiers only', async () => {
    const rita = await castPerson(stage.server.app.pool, { name: 'Rita', role: 'reviewer' })
    for (const token of [stage.milo.token, rita.token]) {
      expect((await stage.server.call('GET', '/api/admin/bank-lines', { token })).status).toBe(403)
    }
  })
})
