import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { refundUnneededParts } from './unneeded-parts.ts'
import { BankStage, line } from './bank-stage.test-support.ts'

/** More money than one membership fee: nothing of it is lost, and what is too much waits for a cashier or goes back. */

let stage: BankStage
let rita: CastMember

beforeAll(async () => {
  stage = await BankStage.open()
  rita = await castPerson(stage.server.app.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

const post = (path: string, body: object = {}) => stage.server.call('POST', path, { token: stage.milo.token, body })
const credit = (who = stage.milo) => stage.balanceOf(`credit:${who.id}`)
const ownLines = async () =>
  (await stage.openLines()).filter(({ person }) => person?.includes(stage.milo.email) === true)

async function close() {
  const currentPassword = 'milo-has-a-password'
  const hash = await hashPassword(currentPassword)
  await stage.rows('update account set password_hash = $2 where id = $1', stage.milo.id, hash)
  return post('/api/account-closings', { currentPassword })
}

async function payByCard(): Promise<Payment> {
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  return (await post('/api/payments', body)).body as Payment
}

const succeed = ({ id }: Payment) => post(`/api/payments/${id}/sandbox`, { outcome: 'success' })

async function refunds(): Promise<{ accountId: string; amount: number; state: string }[]> {
  const { items } = (await stage.admin('GET', '/refunds')).body as {
    items: { accountId: string; amount: number; state: string }[]
  }
  return items.filter(({ accountId }) => accountId === stage.milo.id)
}

/** Every entry has its opposite, and no money waits without a line that shows it. */
async function booksBalance(): Promise<void> {
  const [all] = await stage.rows<{ sum: number }>('select coalesce(sum(amount), 0)::bigint as sum from money_entry')
  const [open] = await stage.rows<{ sum: number }>(
    `select coalesce(sum(remaining), 0)::bigint as sum from bank_line where kind = 'in' and account_id is null`,
  )
  expect([all!.sum, (await stage.balanceOf('unmatched:bank')) + open!.sum]).toEqual([0, 0])
}

test('the same fee paid twice by transfer is paid once, and the second transfer is the person’s credit for a cashier to send back', async () => {
  const { transfer, ...payment } = await stage.transfer()
  await stage.bring(line('99.00', transfer!.reference), line('99.00', transfer!.reference))
  expect(await stage.read(payment as Payment)).toMatchObject({ state: 'succeeded', received: 9900 })
  expect(await credit()).toBe(-9900)
  const [second, ...more] = await ownLines()
  expect([second, more]).toMatchObject([{ remaining: 9900 }, []])
  await booksBalance()
  const back = await stage.admin('POST', `/bank-lines/${second!.id}/return`, { reason: 'Paid twice' })
  expect(back).toMatchObject({ status: 200, body: { remaining: 0 } })
  expect(await credit()).toBe(0)
  await booksBalance()
})

test('a part, then more than the rest, pays the fee, and only the excess is credit', async () => {
  const payment = await stage.transfer()
  const { reference } = payment.transfer!
  await stage.bring(line('50.00', reference))
  await stage.bring(line('80.00', reference))
  expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', received: 9900 })
  expect(await ownLines()).toMatchObject([{ amount: 8000, remaining: 3100 }])
  expect(await credit()).toBe(-3100)
  await booksBalance()
})

test('a part of a transfer that arrived before the fee was paid by card goes back by a cashier, without waiting for the rest', async () => {
  const payment = await stage.transfer()
  await post(`/api/payments/${payment.id}/abandon`)
  const card = await payByCard()
  await stage.bring(line('50.00', payment.transfer!.reference))
  await refundUnneededParts(stage.server.app)
  expect([await stage.read(payment), await refunds()]).toMatchObject([{ state: 'pending', received: 5000 }, []])
  await succeed(card)
  await refundUnneededParts(stage.server.app)
  await refundUnneededParts(stage.server.app)
  expect(await stage.read(payment)).toMatchObject({
    state: 'failed',
    failure: 'Another payment had already covered this. We’re refunding the money.',
  })
  expect(await refunds()).toMatchObject([{ amount: 5000, state: 'waiting' }])
  expect(await credit()).toBe(-5000)
  await booksBalance()
})

test('a transfer after the fee was refunded is credit, and the fee stays unpaid', async () => {
  const payment = await stage.transfer()
  await stage.bring(line('99.00', payment.transfer!.reference))
  await post('/api/membership/refund')
  await stage.bring(line('99.00', payment.transfer!.reference))
  expect(await ownLines()).toMatchObject([{ remaining: 9900 }])
  const { body } = await stage.server.call('GET', '/api/user', { token: stage.milo.token })
  expect(body).toMatchObject({ hasPaidMembershipFee: false })
  await booksBalance()
})

test('an account with credit or part of a fee can’t be closed before the money went back', async () => {
  const payment = await stage.transfer()
  await stage.bring(line('50.00', payment.transfer!.reference))
  const reasons = ['We still hold money of yours. Ask our team to send it back first.']
  expect(await close()).toMatchObject({ status: 409, body: { code: 'account-in-use', details: { reasons } } })
  await stage.bring(line('60.00', payment.transfer!.reference))
  expect(await close()).toMatchObject({ status: 409, body: { details: { reasons } } })
  const [rest] = await ownLines()
  await stage.admin('POST', `/bank-lines/${rest!.id}/return`, { reason: 'Paid too much' })
  expect((await close()).status).toBe(200)
})

test('a transfer to a closed account waits unmatched, and says that it can only be sent back', async () => {
  const payment = await stage.transfer()
  await close()
  const hint = 'This person’s account is closed. Send the money back.'
  await stage.bring(line('99.00', payment.transfer!.reference))
  const [closed] = (await stage.openLines()).filter((one) => one.hint === hint)
  expect(closed).toMatchObject({ remaining: 9900, person: null })
  const body = { accountId: stage.milo.id, purpose: 'membership' }
  expect(await stage.admin('POST', `/bank-lines/${closed!.id}/match`, body)).toMatchObject({
    status: 409,
    body: { code: 'account-closed', message: hint },
  })
  await booksBalance()
})

test('a transfer to an account that was merged counts for the account that stays', async () => {
  const payment = await stage.transfer()
  await post(`/api/payments/${payment.id}/abandon`)
  const duplicate = stage.milo
  await stage.newMilo()
  const merged = await stage.server.call('POST', `/api/admin/accounts/${stage.milo.id}/merges/${duplicate.id}`, {
    token: rita.token,
    body: { reason: 'The same person, by phone' },
  })
  expect([merged.status, merged.body]).toEqual([200, merged.body])
  await stage.bring(line('99.00', payment.transfer!.reference))
  const { body } = await stage.server.call('GET', '/api/user', { token: stage.milo.token })
  expect(body).toMatchObject({ hasPaidMembershipFee: true })
  await stage.bring(line('99.00', payment.transfer!.reference))
  expect([await credit(duplicate), await credit()]).toEqual([0, -9900])
  expect(await ownLines()).toMatchObject([{ remaining: 9900 }])
  await booksBalance()
})

test('of cashiers who match and send back one transfer at once, one does it', async () => {
  await stage.bring(line('99.00', `Fee of ${stage.milo.email}`))
  const [open] = (await stage.openLines()).filter(({ text }) => text.includes(stage.milo.email))
  const match = () =>
    stage.admin('POST', `/bank-lines/${open!.id}/match`, { accountId: stage.milo.id, purpose: 'membership' })
  const giveBack = () => stage.admin('POST', `/bank-lines/${open!.id}/return`, { reason: 'Not ours' })
  const answers = await Promise.all([match(), giveBack(), match(), giveBack(), match(), giveBack()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  await booksBalance()
})
