import { deepStrictEqual } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#server/platform/problem.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import { refundByCashier } from './cashier/refunds.ts'
import { NaiveTill, type NaiveLine, type NaivePayment } from './naive-till.test-model.ts'
import { FEE, type Operation } from './random-operations.test-model.ts'
import { refundOwnFee } from './refunds/refund-fee.ts'
import { settleRefund, type RefundReport } from './refunds/settle-refund.ts'
import { settlePayment, type Report } from './settle-payment.ts'
import { insertPayment, setBegun } from './store.ts'
import type { BankRow } from './transfer/bank-rows.ts'
import { matchLine, returnLine } from './transfer/match-line.ts'
import { newReference } from './transfer/reference.ts'
import { takeRow } from './transfer/take-row.ts'

export type Inventory = {
  house: TestHouse
  people: CastMember[]
  invoices: { id: string; owner: number; total: number }[]
  importId: string
}

const KOFI = randomUUID()

/** Does each operation twice, in the house and in the naive till. */
export class BothTills {
  readonly till: NaiveTill
  #inventory: Inventory
  #rows: BankRow[] = []
  #references = new Map<NaivePayment, string>()

  constructor(inventory: Inventory) {
    this.#inventory = inventory
    this.till = new NaiveTill(inventory.people.length, inventory.invoices)
  }

  do(op: Operation): Promise<void> {
    const { till } = this
    const { people, invoices } = this.#inventory
    switch (op.does) {
      case 'start':
        return this.#start(op.who % people.length, op.what % 3 === 0 ? null : op.what % invoices.length, op.by)
      case 'report': {
        const byCard = till.payments.filter((payment) => payment.provider !== 'transfer')
        return this.#report(one(byCard, op.which), op.says)
      }
      case 'bank':
        return this.#bank(op.which === null ? undefined : one([...this.#references.keys()], op.which), op.amount)
      case 'bank again':
        return this.#take(one(this.#rows, op.which))
      case 'match': {
        const open = till.lines.filter(({ remaining }) => remaining > 0)
        return this.#match(one(open, op.which), op.who % people.length, op.what)
      }
      case 'return':
        return this.#return(one(till.lines, op.which))
      case 'take back':
        return this.#takeBack(op.who % people.length)
      case 'refund':
        return this.#refund(one(till.payments, op.which))
      case 'report refund':
        return this.#reportRefund(op.which, op.says)
    }
  }

  async #start(who: number, what: number | null, provider: NaivePayment['provider']): Promise<void> {
    const invoice = what === null ? null : this.#inventory.invoices[what]!
    const person = invoice?.owner ?? who
    const amount = what === null ? FEE : Math.max(1, this.till.owedOf(what))
    const id = randomUUID()
    await insertPayment(this.#db, {
      id,
      idempotency_key: randomUUID(),
      account_id: this.#id(person),
      currency: 'USD',
      amount,
      provider,
      purpose: invoice === null ? 'membership' : 'invoice',
      subject_id: invoice?.id ?? null,
    })
    const state = provider === 'transfer' ? 'pending' : 'started'
    const payment: NaivePayment = { id, person, invoice: what, provider, amount, state, received: 0, refunded: 0 }
    this.till.payments.push(payment)
    if (provider !== 'transfer') return
    const reference = newReference()
    await setBegun(this.#db, id, { reference, pending: true })
    this.#references.set(payment, reference)
  }

  async #report(payment: NaivePayment | undefined, state: Report['state']): Promise<void> {
    if (payment === undefined) return
    await settlePayment(this.#house, payment.id, { state, failure: 'no', delayMs: null } as Report)
    this.till.report(payment, state)
  }

  async #bank(payment: NaivePayment | undefined, amount: number): Promise<void> {
    const text = payment === undefined ? 'nothing to go by' : this.#references.get(payment)!
    const line = this.#rows.length
    const fingerprint = createHash('sha256').update(String(line)).digest()
    const day = { bookedOn: '2026-11-20', currency: 'USD', payerName: '', payerAccount: '' }
    const row = { line, kind: 'in' as const, fingerprint, amount, text, ...day }
    this.#rows.push(row)
    await this.#take(row)
    const [taken] = await this.#sql<{ id: string }>('select id from bank_line where fingerprint = $1', fingerprint)
    this.till.bank({ id: taken!.id, amount, remaining: amount, person: null }, payment ?? null)
  }

  async #take(row: BankRow | undefined): Promise<void> {
    if (row === undefined) return
    await this.#db.transaction().execute((trx) => takeRow(this.#house, trx, this.#inventory.importId, row))
  }

  async #match(line: NaiveLine | undefined, who: number, what: number): Promise<void> {
    if (line === undefined) return
    const { till } = this
    const person = line.person ?? who
    const { invoices } = this.#inventory
    const open = invoices.findIndex(({ owner }, index) => owner === person && till.owedOf(index) > 0)
    const invoice = what % 2 === 0 ? null : open
    if (invoice === -1) return
    const purpose = invoice === null ? ('membership' as const) : ('invoice' as const)
    const subjectId = invoice === null ? null : invoices[invoice]!.id
    const answer = await matchLine(this.#house, KOFI, line.id, { accountId: this.#id(person), purpose, subjectId })
    const isPaid = invoice === null && till.hasFee[person] === true
    deepStrictEqual(answer instanceof Refusal, isPaid)
    if (isPaid) return
    const [used] = await this.#sql<{ id: string }>(
      `select after ->> 'paymentId' as id from audit where subject_id = $1 order by at desc limit 1`,
      line.id,
    )
    const known = till.payments.find(({ id }) => id === used!.id)
    till.use(line, known ?? this.#newTransfer(used!.id, person, invoice))
  }

  #newTransfer(id: string, person: number, invoice: number | null): NaivePayment {
    const amount = invoice === null ? FEE : this.till.owedOf(invoice)
    const fresh = { provider: 'transfer' as const, state: 'pending', received: 0, refunded: 0 }
    const payment: NaivePayment = { id, person, invoice, amount, ...fresh }
    this.till.payments.push(payment)
    return payment
  }

  async #return(line: NaiveLine | undefined): Promise<void> {
    if (line === undefined) return
    const answer = await returnLine(this.#house, KOFI, line.id, 'sent back')
    deepStrictEqual(answer instanceof Refusal, line.remaining === 0)
    this.till.sendBackLine(line)
  }

  async #takeBack(who: number): Promise<void> {
    const paid = this.till.payments.find(
      ({ person, invoice, state }) => person === who && invoice === null && state === 'succeeded',
    )
    const answer = await refundOwnFee(this.#house, this.#id(who))
    deepStrictEqual(answer instanceof Refusal, paid === undefined)
    if (paid !== undefined) this.till.refund(paid)
  }

  async #refund(payment: NaivePayment | undefined): Promise<void> {
    if (payment === undefined) return
    const answer = await refundByCashier(this.#house, KOFI, payment.id, { reason: 'because' })
    deepStrictEqual(answer instanceof Refusal, !this.till.refund(payment))
  }

  async #reportRefund(which: number, state: RefundReport['state']): Promise<void> {
    const refund = one(this.till.refunds, which)
    if (refund === undefined) return
    if (refund.id === '') {
      const [found] = await this.#sql<{ id: string }>('select id from refund where payment_id = $1', refund.payment.id)
      refund.id = found!.id
    }
    await settleRefund(this.#house, refund.id, { state, failure: 'no', ref: `re_${refund.id}` })
    this.till.reportRefund(refund, state)
  }

  /** Throws unless the house and the till agree on every account, payment, person, invoice and transfer, and the ledger balances. */
  async compare(): Promise<void> {
    const { people, invoices } = this.#inventory
    const { till } = this
    const balances = await this.#sql<{ account: string; sum: number }>(
      'select account, sum(amount)::bigint as sum from money_entry group by account having sum(amount) <> 0',
    )
    deepStrictEqual(
      balances.reduce((sum, balance) => sum + balance.sum, 0),
      0,
    )
    const named = (jar: string) =>
      jar.replace(
        /^(credit|receivable):(\d+)$/,
        (_, kind: string, index: string) => `${kind}:${this.#id(Number(index))}`,
      )
    const jars = Object.entries(till.jars).filter(([, sum]) => sum !== 0)
    deepStrictEqual(
      Object.fromEntries(balances.map(({ account, sum }) => [account, sum])),
      Object.fromEntries(jars.map(([jar, sum]) => [named(jar), sum])),
    )
    const payments = await this.#sql<object>(
      'select id, amount, state, received, refunded from payment where id = any($1::uuid[]) order by id',
      till.payments.map(({ id }) => id),
    )
    const expected = till.payments.map(({ id, amount, state, received, refunded }) => ({
      id,
      amount,
      state,
      received,
      refunded,
    }))
    deepStrictEqual(
      payments.map((payment) => ({ ...payment })),
      expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    const paid = await this.#sql<{ has: boolean }>(
      'select has_paid_membership_fee as has from account where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      people.map(({ id }) => id),
    )
    deepStrictEqual(
      paid.map(({ has }) => has),
      till.hasFee,
    )
    const sums = await this.#sql<{ paid: number }>(
      'select paid from invoice where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      invoices.map(({ id }) => id),
    )
    deepStrictEqual(
      sums.map((sum) => sum.paid),
      till.invoicePaid,
    )
    const lines = await this.#sql<{ remaining: number }>('select remaining from bank_line order by line')
    deepStrictEqual(
      lines.map(({ remaining }) => remaining),
      till.lines.map(({ remaining }) => remaining),
    )
  }

  #id(person: number): string {
    return this.#inventory.people[person]!.id
  }

  get #house() {
    return this.#inventory.house.house
  }

  get #db() {
    return this.#house.db
  }

  async #sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#house.pool.query(text, values)).rows as T[]
  }
}

function one<T>(things: readonly T[], which: number): T | undefined {
  return things[which % things.length]
}
