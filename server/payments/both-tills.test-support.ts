import { deepStrictEqual } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#server/platform/problem.ts'
import { refundByCashier } from './cashier/refunds.ts'
import { compareTills, type Inventory } from './compare-tills.test-support.ts'
import { NaiveTill, type NaiveLine, type NaivePayment } from './naive-till.test-support.ts'
import { FEE, type Operation } from './random-operations.test-support.ts'
import { refundOwnFee } from '#server/membership/refund-fee.ts'
import { settleRefund, type RefundReport } from './refunds/settle-refund.ts'
import { settlePayment, type Report } from './settle-payment.ts'
import { insertPayment, setBegun } from './store.ts'
import type { BankRow } from './transfer/bank-rows.ts'
import { matchLine, returnLine } from './transfer/match-line.ts'
import { newReference } from './transfer/reference.ts'
import { takeRow } from './transfer/take-row.ts'
import { takeBack, undoLine } from './transfer/undo-line.ts'
import { askCreditBack } from './transfer/ask-credit-back.ts'
import { useCredit } from './transfer/use-credit.ts'

const KOFI = randomUUID()

/** Runs each operation twice: on the server and on the naive reference till. */
export class BothTills {
  readonly till: NaiveTill
  /** Counts of rare events. */
  readonly done = { undone: 0, takenBack: 0, creditUsed: 0 }
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
        const byCard = till.payments.filter(({ provider }) => provider !== 'transfer' && provider !== 'credit')
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
      case 'undo match':
        return this.#undo(one(till.lines, op.which))
      case 'take line back':
        return this.#takeLineBack(one(till.lines, op.which))
      case 'use credit':
        return this.#useCredit(op.what % invoices.length)
      case 'ask credit back':
        return this.#askCreditBack(op.who % people.length)
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
    const fresh = { received: 0, refunded: 0, hasReference: provider === 'transfer', undone: false }
    const payment: NaivePayment = { id, person, invoice: what, provider, amount, state, ...fresh }
    this.till.payments.push(payment)
    if (provider !== 'transfer') return
    const reference = newReference()
    await setBegun(this.#db, id, { reference, pending: true })
    this.#references.set(payment, reference)
  }

  async #report(payment: NaivePayment | undefined, state: Report['state']): Promise<void> {
    if (payment === undefined) return
    await settlePayment(this.#app, payment.id, { state, failure: 'no', delayMs: null } as Report)
    this.till.report(payment, state)
  }

  async #bank(payment: NaivePayment | undefined, amount: number): Promise<void> {
    const text = payment === undefined ? 'nothing to go by' : this.#references.get(payment)!
    const line = this.#rows.length
    const fingerprint = createHash('sha256').update(String(line)).digest()
    const day = { bookedOn: '2026-11-20', currency: 'USD', payerName: '', payerAccount: '' }
    const row = {
      line,
      kind: 'in' as const,
      fingerprint,
      hasId: true,
      says: text,
      nth: 0,
      amount,
      text,
      beside: [],
      ...day,
    }
    this.#rows.push(row)
    await this.#take(row)
    const [taken] = await this.#sql<{ id: string }>('select id from bank_line where fingerprint = $1', fingerprint)
    const fresh = { remaining: amount, person: null, asked: false, gone: false }
    const known: NaiveLine = { id: taken!.id, amount, ...fresh }
    await this.#know(known, this.till.bank(known, payment ?? null))
  }

  async #take(row: BankRow | undefined): Promise<void> {
    if (row === undefined) return
    await this.#db
      .transaction()
      .execute((trx) => takeRow(this.#app, trx, { importId: this.#inventory.importId, separate: [] }, row))
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
    const answer = await matchLine(this.#app, KOFI, line.id, { accountId: this.#id(person), purpose, subjectId })
    const isPaid = invoice === null && till.hasFee[person] === true
    deepStrictEqual(answer instanceof Refusal, isPaid)
    if (isPaid) return
    const [used] = await this.#sql<{ id: string }>(
      `select after ->> 'paymentId' as id from audit where subject_id = $1 order by at desc limit 1`,
      line.id,
    )
    const known = till.payments.find(({ id }) => id === used!.id)
    await this.#know(line, till.use(line, known ?? this.#newTransfer(used!.id, person, invoice)))
  }

  #newTransfer(id: string, person: number, invoice: number | null): NaivePayment {
    const amount = invoice === null ? FEE : this.till.owedOf(invoice)
    const begun = { provider: 'transfer' as const, state: 'pending', hasReference: true }
    const fresh = { ...begun, received: 0, refunded: 0, undone: false }
    const payment: NaivePayment = { id, person, invoice, amount, ...fresh }
    this.till.payments.push(payment)
    return payment
  }

  /** Records the id of a payment that the server created while using a line, so that it is compared as well. */
  async #know(line: NaiveLine, payment: NaivePayment | null): Promise<void> {
    if (payment === null || payment.id !== '') return
    const known = this.till.payments.map(({ id }) => id)
    const [made] = await this.#sql<{ id: string }>(
      `select payment_id as id from bank_line_use
       where line_id = $1 and undone_at is null and payment_id <> all($2::uuid[])`,
      line.id,
      known,
    )
    payment.id = made!.id
    this.till.payments.push(payment)
  }

  async #undo(line: NaiveLine | undefined): Promise<void> {
    if (line === undefined) return
    const answer = await undoLine(this.#app, KOFI, line.id, 'another one’s')
    const isDone = this.till.undo(line)
    deepStrictEqual(answer instanceof Refusal, !isDone)
    if (isDone) this.done.undone += 1
  }

  async #takeLineBack(line: NaiveLine | undefined): Promise<void> {
    if (line === undefined) return
    const answer = await takeBack(this.#app, KOFI, line.id, 'imported twice')
    const isDone = this.till.takeLineBack(line)
    deepStrictEqual(answer instanceof Refusal, !isDone)
    if (isDone) this.done.takenBack += 1
  }

  async #useCredit(invoice: number): Promise<void> {
    const { id, owner } = this.#inventory.invoices[invoice]!
    const to = { accountId: this.#id(owner), invoiceId: id, currency: 'USD' }
    await this.#db.transaction().execute((trx) => useCredit(this.#app, trx, to))
    for (const { line, payment } of this.till.useCredit(invoice)) {
      await this.#know(line, payment)
      this.done.creditUsed += 1
    }
  }

  async #askCreditBack(who: number): Promise<void> {
    const answer = await askCreditBack(this.#app, this.#id(who))
    deepStrictEqual(answer instanceof Refusal, !this.till.askCreditBack(who))
  }

  async #return(line: NaiveLine | undefined): Promise<void> {
    if (line === undefined) return
    const answer = await returnLine(this.#app, KOFI, line.id, 'sent back')
    deepStrictEqual(answer instanceof Refusal, line.remaining === 0)
    this.till.sendBackLine(line)
  }

  async #takeBack(who: number): Promise<void> {
    const paid = this.till.payments.find(
      ({ person, invoice, state }) => person === who && invoice === null && state === 'succeeded',
    )
    const answer = await refundOwnFee(this.#app, this.#id(who))
    deepStrictEqual(answer instanceof Refusal, paid === undefined)
    if (paid !== undefined) this.till.refund(paid)
  }

  async #refund(payment: NaivePayment | undefined): Promise<void> {
    if (payment === undefined) return
    const answer = await refundByCashier(this.#app, KOFI, payment.id, { reason: 'because' })
    deepStrictEqual(answer instanceof Refusal, !this.till.refund(payment))
  }

  async #reportRefund(which: number, state: RefundReport['state']): Promise<void> {
    const refund = one(this.till.refunds, which)
    if (refund === undefined) return
    if (refund.id === '') {
      const [found] = await this.#sql<{ id: string }>('select id from refund where payment_id = $1', refund.payment.id)
      refund.id = found!.id
    }
    await settleRefund(this.#app, refund.id, { state, failure: 'no', ref: `re_${refund.id}` })
    this.till.reportRefund(refund, state)
  }

  /** Throws unless the server and the reference till agree and the ledger balances. */
  compare(): Promise<void> {
    return compareTills(this.#inventory, this.till)
  }

  #id(person: number): string {
    return this.#inventory.people[person]!.id
  }

  get #app() {
    return this.#inventory.server.app
  }

  get #db() {
    return this.#app.db
  }

  async #sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#app.pool.query(text, values)).rows as T[]
  }
}

function one<T>(things: readonly T[], which: number): T | undefined {
  return things[which % things.length]
}
