import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankLine } from '#contract/payments/transfers.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { noteOverdue } from '#server/invoices/check-unpaid.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson } from '#test/cast.ts'
import { grantCredit, reverseGrant } from './grants/grants.ts'
import { BankStage, line } from './transfer/bank-stage.test-support.ts'

const ROUNDS = 4

let stage: BankStage
let room: ReturnType<typeof saleroom>

beforeAll(async () => {
  stage = await BankStage.open()
  room = saleroom(stage.server)
})
afterAll(() => stage.close())
beforeEach(() => newAda())

/** A member who buys; the stage calls its payer Milo. */
async function newAda(): Promise<void> {
  stage.milo = await castPerson(stage.server.app.pool, { name: 'Ada' })
}

type Answer = { status: number; body: unknown }
const said = ({ status, body }: Answer) => (body as { code?: string }).code ?? String(status)
const usd = (cents: number) => (cents / 100).toFixed(2)

async function newLine(cents: number): Promise<BankLine> {
  const text = randomUUID()
  await stage.bring(line(usd(cents), text))
  return (await stage.openLines(text))[0]!
}

const match = ({ id }: BankLine, { id: subjectId }: Invoice, accountId = stage.milo.id) =>
  stage.admin('POST', `/bank-lines/${id}/match`, { accountId, purpose: 'invoice', subjectId })
const settled = (id: string, action: string) =>
  stage.admin('POST', `/bank-lines/${id}/${action}`, { reason: 'Agreed.' })
const cancel = ({ id }: Invoice) =>
  stage.admin('POST', `/invoices/${id}/cancel`, { cause: 'correction', reason: 'Agreed.' })
const read = async ({ id }: Invoice) => (await room.detail(stage.milo, id)).invoice

/** The actions in the audit log about these subjects, sorted. */
async function audited(...ids: string[]): Promise<string[]> {
  const found = await stage.rows<{ action: string }>('select action from audit where subject_id = any($1)', ids)
  return found.map(({ action }) => action).toSorted()
}

/** What a person owes in the ledger is what their invoices say, and their credit what is left of transfers and grants. */
async function balances(accountId = stage.milo.id): Promise<void> {
  const [is] = await stage.rows<{ owed: number; credit: number }>(
    `select (select coalesce(sum(total - credited - paid), 0) from invoice where account_id = $1)::bigint as owed,
       ((select coalesce(sum(remaining), 0) from bank_line where account_id = $1)
         + (select coalesce(sum(remaining), 0) from credit_grant where account_id = $1)
         + (select coalesce(sum(r.amount), 0) from refund r join payment p on p.id = r.payment_id
            where p.account_id = $1 and r.state <> 'succeeded'))::bigint as credit`,
    accountId,
  )
  const [owed, credit] = [
    await room.balance(`receivable:${accountId}`),
    0 - (await room.balance(`credit:${accountId}`)),
  ]
  expect({ owed, credit }).toEqual(is)
}

describe('two cashiers at once', () => {
  test('who match one transfer to one invoice pay it once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await room.soldTo(stage.milo)
      const transfer = await newLine(invoice.total)
      const answers = await Promise.all([match(transfer, invoice), match(transfer, invoice)])
      expect(new Set(answers.map(said))).toEqual(new Set(['200', 'line-used']))
      expect(await read(invoice)).toMatchObject({ state: 'paid', owed: 0 })
      expect(await audited(transfer.id)).toEqual(['match-transfer'])
      await balances()
    }
  })

  test('who match one transfer to two people give it to one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await room.soldTo(stage.milo)
      const boris = await castPerson(stage.server.app.pool, { name: 'Boris' })
      const other = await room.soldTo(boris)
      const transfer = await newLine(own.total + 10_000)
      const answers = await Promise.all([match(transfer, own), match(transfer, other, boris.id)])
      expect(new Set(answers.map(said))).toEqual(new Set(['200', 'other-person']))
      expect(await audited(transfer.id)).toEqual(['match-transfer'])
      await balances()
      await balances(boris.id)
      await newAda()
    }
  })

  test('who match two transfers to one invoice pay it once, and the rest is unassigned or the person’s credit', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await room.soldTo(stage.milo)
      const [one, two] = [await newLine(invoice.total), await newLine(invoice.total)]
      const answers = await Promise.all([match(one, invoice), match(two, invoice)])
      expect(answers.map(said).toSorted()[0]).toBe('200')
      expect(['200', 'already-paid']).toContain(answers.map(said).toSorted()[1])
      expect(await read(invoice)).toMatchObject({ state: 'paid', paid: invoice.total, owed: 0 })
      expect(await audited(one.id, two.id)).toHaveLength(answers.filter(({ status }) => status === 200).length)
      await balances()
      await newAda()
    }
  })

  test('who match a transfer while a card pays the same invoice lose neither payment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await room.soldTo(stage.milo)
      const transfer = await newLine(invoice.total)
      const started = await room.start(stage.milo, invoice.id)
      const [matched] = await Promise.all([match(transfer, invoice), room.play(stage.milo, started)])
      expect(['200', 'already-paid']).toContain(said(matched))
      expect(await read(invoice)).toMatchObject({ state: 'paid', paid: invoice.total, owed: 0 })
      expect(await audited(transfer.id)).toHaveLength(matched.status === 200 ? 1 : 0)
      await balances()
      await newAda()
    }
  })

  test.each([
    ['send back', 'return', 'take-back'],
    ['match', 'match', 'return'],
    ['undo', 'undo-match', 'return'],
  ])('who %s a transfer and settle it otherwise settle it once', async (_what, first, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await room.soldTo(stage.milo)
      const transfer = await newLine(invoice.total + 10_000)
      if (first === 'undo-match') await match(transfer, invoice)
      const before = (await audited(transfer.id)).length
      const answers = await Promise.all([
        first === 'match' ? match(transfer, invoice) : settled(transfer.id, first),
        settled(transfer.id, second),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
      const done = answers.filter(({ status }) => status === 200).length
      expect(done).toBeGreaterThanOrEqual(1)
      expect(await audited(transfer.id)).toHaveLength(before + done)
      await balances()
      await newAda()
    }
  })

  test('who report one refund as sent from the bank book it once, and the second is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await room.soldTo(stage.milo)
      await match(await newLine(invoice.total), invoice)
      await cancel(invoice)
      const [refund] = await stage.rows<{ id: string }>(
        'select r.id from refund r join payment p on p.id = r.payment_id where p.account_id = $1',
        stage.milo.id,
      )
      const send = () => stage.admin('POST', `/refunds/${refund!.id}/settle`, { how: 'sent-by-bank' })
      const answers = await Promise.all([send(), send(), send()])
      expect(answers.map(said).toSorted()).toEqual(['200', 'refund-settled', 'refund-settled'])
      expect(await audited(refund!.id)).toEqual(['send-refund'])
      await balances()
      await newAda()
    }
  })
})

describe('credit that is used and taken back at once', () => {
  const give = (cents = 2000) => {
    const grant = {
      accountId: stage.milo.id,
      amount: cents,
      currency: 'USD',
      key: randomUUID(),
      memo: 'Referral reward',
    }
    return stage.server.app.db.transaction().execute((trx) => grantCredit(trx, grant))
  }
  const reverse = (id: string) =>
    stage.server.app.db.transaction().execute((trx) => reverseGrant(stage.server.app, trx, id, 'Reward reversed'))

  test('of an invoice that is canceled meanwhile is credit no more, and owed by nobody', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const grantId = await give()
      const invoice = await room.soldTo(stage.milo)
      const [canceled, reversed] = await Promise.all([cancel(invoice), reverse(grantId)])
      expect(said(canceled)).toBe('200')
      expect(reversed).toHaveProperty('unused')
      expect(await read(invoice)).toMatchObject({ state: 'cancelled', owed: 0, paid: 0 })
      expect(await room.balance(`credit:${stage.milo.id}`)).toBe(0)
      await balances()
    }
  })

  test('while a card pays the rest of the invoice stays owed, once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const grantId = await give()
      const invoice = await room.soldTo(stage.milo)
      const started = await room.start(stage.milo, invoice.id)
      await Promise.all([room.play(stage.milo, started), reverse(grantId)])
      expect(await read(invoice)).toMatchObject({ state: 'part-paid', owed: 2000 })
      await balances()
      await newAda()
    }
  })

  /** A transfer that has paid an invoice and holds 200.00 more. */
  async function overpaid(): Promise<{ invoice: Invoice; transfer: BankLine }> {
    await room.sell(stage.milo, 1, { at: Date.now() - 3 * 86_400_000 })
    await room.drain()
    const invoice = (await room.list(stage.milo)).items[0]!
    const transfer = await newLine(invoice.total + 20_000)
    await match(transfer, invoice)
    return { invoice, transfer }
  }

  test('by a late fee of the invoice that a cashier matches the credit to, pays one and then the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const unpaid = await room.soldTo(stage.milo)
      const { transfer } = await overpaid()
      const [matched] = await Promise.all([
        match(transfer, unpaid),
        noteOverdue(stage.server.app, unpaid.id, unpaid.dueAt),
      ])
      expect(['200', 'line-used']).toContain(said(matched))
      await balances()
      await newAda()
    }
  })

  test('by storage of the sale whose transfer is undone, is one transfer’s money only', async () => {
    await stage.rows(`insert into setting (key, value) values ('storage', '{"freeDays": 0, "perDay": 500}')`)
    forgetTerms(stage.server.app)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { invoice, transfer } = await overpaid()
      const { body } = await stage.admin('GET', `/invoices/${invoice.id}`)
      const { storageDue } = body as { storageDue: number }
      const answers = await Promise.all([
        stage.admin('POST', `/invoices/${invoice.id}/storage`, { total: storageDue }),
        settled(transfer.id, 'undo-match'),
      ])
      expect(answers.map(said)).toEqual(['200', '200'])
      await balances()
      await newAda()
    }
  })

  test('by a new invoice and by a cashier who matches it to an older one, is used once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const older = await room.soldTo(stage.milo)
      const { transfer } = await overpaid()
      await give()
      const [matched] = await Promise.all([match(transfer, older), room.soldTo(stage.milo)])
      expect(['200', 'line-used']).toContain(said(matched))
      await balances()
      await newAda()
    }
  })
})
