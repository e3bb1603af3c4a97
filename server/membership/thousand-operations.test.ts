import fc from 'fast-check'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { Refusal } from '#server/platform/problem.ts'
import { refundByCashier } from './cashier/refunds.ts'
import { NaiveTill, type NaiveLine, type NaivePayment } from './naive-till.test-model.ts'
import { refundOwnFee } from './refunds/refund-fee.ts'
import { settleRefund, type RefundReport } from './refunds/settle-refund.ts'
import { settlePayment, type Report } from './settle-payment.ts'
import { insertPayment, setBegun } from './store.ts'
import type { BankRow } from './transfer/bank-rows.ts'
import { matchLine, returnLine } from './transfer/match-line.ts'
import { newReference } from './transfer/reference.ts'
import { takeRow } from './transfer/take-row.ts'

const FEE = 9900
const PEOPLE = 8
const INVOICES = 16
const OPERATIONS = 1000

let house: TestHouse
let people: CastMember[]
let invoices: { id: string; owner: number; total: number }[]
let importId: string
const kofi = randomUUID()

beforeAll(async () => {
  // Nothing runs beside the operations: no chore and no outbox.
  house = await openHouse({ config: { roles: new Set(['api']) } })
  people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) =>
      castPerson(house.house.pool, { name: `Person ${index}`, hasPaid: false }),
    ),
  )
  invoices = await Promise.all(
    Array.from({ length: INVOICES }, (_, index) => invoice(index % PEOPLE, 10_000 + 3_333 * index)),
  )
  importId = randomUUID()
  await rows(
    `insert into bank_import (id, actor_id, file_name, file_hash, part_count) values ($1, $1, 'all', $2, 1)`,
    importId,
    Buffer.of(1),
  )
})
afterAll(() => house.close())

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await house.house.pool.query(text, values)).rows as T[]
}

async function invoice(owner: number, total: number) {
  const { lotId } = await castLot(house.house)
  const id = randomUUID()
  await rows(
    `insert into invoice (id, number, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
     values ($1::uuid, $1::text, $2, $3, 'A car', 'USD', 'issued', '[]', $4, 0, $4, now())`,
    id,
    people[owner]!.id,
    lotId,
    total,
  )
  await rows(
    'insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, $3)',
    lotId,
    people[owner]!.id,
    total,
  )
  return { id, owner, total }
}

/** One operation: which of a kind by a number that is taken modulo how many there are. */
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('start' as const),
      who: fc.nat(),
      what: fc.nat(),
      by: fc.constantFrom('sandbox' as const, 'stripe' as const, 'transfer' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      which: fc.nat(),
      says: fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const, 'pending' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('bank' as const),
      which: fc.option(fc.nat()),
      amount: fc.oneof(fc.constant(FEE), fc.integer({ min: 1, max: 30_000 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('bank again' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('match' as const), which: fc.nat(), who: fc.nat(), what: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('return' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('take back' as const), who: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund' as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('report refund' as const),
      which: fc.nat(),
      says: fc.constantFrom('succeeded' as const, 'failed' as const, 'sent' as const),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Does each operation twice, in the house and in the naive till. */
class Both {
  readonly till = new NaiveTill(PEOPLE, invoices)
  readonly rows: BankRow[] = []
  readonly references = new Map<NaivePayment, string>()

  async do(op: Operation): Promise<void> {
    switch (op.does) {
      case 'start':
        return this.#start(op.who % PEOPLE, op.what % 3 === 0 ? null : op.what % INVOICES, op.by)
      case 'report':
        return this.#report(
          one(
            this.till.payments.filter(({ provider }) => provider !== 'transfer'),
            op.which,
          ),
          op.says,
        )
      case 'bank':
        return this.#bank(op.which === null ? undefined : one([...this.references.keys()], op.which), op.amount)
      case 'bank again':
        return this.#bankAgain(one(this.rows, op.which))
      case 'match':
        return this.#match(
          one(
            this.till.lines.filter(({ remaining }) => remaining > 0),
            op.which,
          ),
          op.who % PEOPLE,
          op.what,
        )
      case 'return':
        return this.#return(one(this.till.lines, op.which))
      case 'take back':
        return this.#takeBack(op.who % PEOPLE)
      case 'refund':
        return this.#refund(one(this.till.payments, op.which))
      case 'report refund':
        return this.#reportRefund(op.which, op.says)
    }
  }

  async #start(who: number, what: number | null, provider: NaivePayment['provider']): Promise<void> {
    const person = what === null ? who : invoices[what]!.owner
    const amount = what === null ? FEE : Math.max(1, this.till.owedOf(what))
    const id = randomUUID()
    const own = { id, idempotency_key: randomUUID(), account_id: people[person]!.id, currency: 'USD', amount, provider }
    await insertPayment(house.house.db, {
      ...own,
      purpose: what === null ? 'membership' : 'invoice',
      subject_id: what === null ? null : invoices[what]!.id,
    })
    const payment: NaivePayment = {
      id,
      person,
      invoice: what,
      provider,
      amount,
      state: 'started',
      received: 0,
      refunded: 0,
    }
    this.till.payments.push(payment)
    if (provider !== 'transfer') return
    const reference = newReference()
    await setBegun(house.house.db, id, { reference, pending: true })
    payment.state = 'pending'
    this.references.set(payment, reference)
  }

  async #report(payment: NaivePayment | undefined, state: Report['state']): Promise<void> {
    if (payment === undefined) return
    const report: Report =
      state === 'failed' ? { state, failure: 'no' } : state === 'pending' ? { state, delayMs: null } : { state }
    await settlePayment(house.house, payment.id, report)
    this.till.report(payment, state)
  }

  async #bank(payment: NaivePayment | undefined, amount: number): Promise<void> {
    const text = payment === undefined ? 'nothing to go by' : this.references.get(payment)!
    const row: BankRow = {
      line: this.rows.length,
      fingerprint: createHash('sha256').update(String(this.rows.length)).digest(),
      bookedOn: '2026-11-20',
      amount,
      currency: 'USD',
      text,
      payerName: '',
      payerAccount: '',
    }
    this.rows.push(row)
    await this.#take(row)
    const [line] = await rows<{ id: string }>('select id from bank_line where fingerprint = $1', row.fingerprint)
    this.till.bank({ id: line!.id, amount, remaining: amount, person: null }, payment ?? null)
  }

  async #bankAgain(row: BankRow | undefined): Promise<void> {
    if (row !== undefined) await this.#take(row)
  }

  #take(row: BankRow) {
    return house.house.db.transaction().execute((trx) => takeRow(house.house, trx, importId, row))
  }

  async #match(line: NaiveLine | undefined, who: number, what: number): Promise<void> {
    if (line === undefined) return
    const person = line.person ?? who
    const invoiceOf =
      what % 2 === 0 ? null : invoices.findIndex(({ owner }, index) => owner === person && this.till.owedOf(index) > 0)
    if (invoiceOf === -1) return
    const target = {
      accountId: people[person]!.id,
      purpose: invoiceOf === null ? ('membership' as const) : ('invoice' as const),
      subjectId: invoiceOf === null ? null : invoices[invoiceOf]!.id,
    }
    const answer = await matchLine(house.house, kofi, line.id, target)
    if (answer instanceof Refusal) {
      expect(invoiceOf === null && this.till.hasFee[person]).toBe(true)
      return
    }
    const [used] = await rows<{ id: string }>(
      `select after ->> 'paymentId' as id from audit where subject_id = $1 order by id desc limit 1`,
      line.id,
    )
    this.till.use(
      line,
      this.till.payments.find(({ id }) => id === used!.id) ?? this.#newTransfer(used!.id, person, invoiceOf),
    )
  }

  #newTransfer(id: string, person: number, invoiceOf: number | null): NaivePayment {
    const amount = invoiceOf === null ? FEE : this.till.owedOf(invoiceOf)
    const payment: NaivePayment = {
      id,
      person,
      invoice: invoiceOf,
      provider: 'transfer',
      amount,
      state: 'pending',
      received: 0,
      refunded: 0,
    }
    this.till.payments.push(payment)
    return payment
  }

  async #return(line: NaiveLine | undefined): Promise<void> {
    if (line === undefined) return
    const answer = await returnLine(house.house, kofi, line.id, 'sent back')
    expect(answer instanceof Refusal).toBe(line.remaining === 0)
    this.till.sendBackLine(line)
  }

  async #takeBack(who: number): Promise<void> {
    const paid = this.till.payments.find(
      ({ person, invoice: of, state }) => person === who && of === null && state === 'succeeded',
    )
    const answer = await refundOwnFee(house.house, people[who]!.id)
    expect(answer instanceof Refusal).toBe(paid === undefined)
    if (paid !== undefined) this.till.refund(paid)
  }

  async #refund(payment: NaivePayment | undefined): Promise<void> {
    if (payment === undefined) return
    const answer = await refundByCashier(house.house, kofi, payment.id, { reason: 'because' })
    expect(answer instanceof Refusal).toBe(!this.till.refund(payment))
  }

  async #reportRefund(which: number, state: RefundReport['state']): Promise<void> {
    const refund = one(this.till.refunds, which)
    if (refund === undefined) return
    if (refund.id === '') {
      const [found] = await rows<{ id: string }>('select id from refund where payment_id = $1', refund.payment.id)
      refund.id = found!.id
    }
    const report: RefundReport = state === 'failed' ? { state, failure: 'no' } : { state, ref: `re_${refund.id}` }
    await settleRefund(house.house, refund.id, report)
    this.till.reportRefund(refund, state)
  }

  /** The house and the till agree on every account, payment, person and invoice; the ledger balances. */
  async compare(): Promise<void> {
    const balances = await rows<{ account: string; sum: number }>(
      'select account, sum(amount)::bigint as sum from money_entry group by account having sum(amount) <> 0',
    )
    expect(balances.reduce((sum, balance) => sum + balance.sum, 0)).toBe(0)
    const named = (jar: string) =>
      jar.replace(
        /^(credit|receivable):(\d+)$/,
        (_, kind: string, index: string) => `${kind}:${people[Number(index)]!.id}`,
      )
    const jars = Object.entries(this.till.jars)
      .filter(([, sum]) => sum !== 0)
      .map(([jar, sum]) => [named(jar), sum])
    expect(Object.fromEntries(balances.map(({ account, sum }) => [account, sum]))).toEqual(Object.fromEntries(jars))
    const ids = this.till.payments.map(({ id }) => id)
    const payments = await rows<object>(
      'select id, amount, state, received, refunded from payment where id = any($1::uuid[]) order by id',
      ids,
    )
    const expected = this.till.payments.map(({ id, amount, state, received, refunded }) => ({
      id,
      amount,
      state,
      received,
      refunded,
    }))
    expect(payments).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    const paid = await rows<{ has: boolean }>(
      'select has_paid_membership_fee as has from account where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      people.map(({ id }) => id),
    )
    expect(paid.map(({ has }) => has)).toEqual(this.till.hasFee)
    const sums = await rows<{ paid: number }>(
      'select paid from invoice where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      invoices.map(({ id }) => id),
    )
    expect(sums.map((sum) => sum.paid)).toEqual(this.till.invoicePaid)
    const lines = await rows<{ remaining: number }>('select remaining from bank_line order by line')
    expect(lines.map(({ remaining }) => remaining)).toEqual(this.till.lines.map(({ remaining }) => remaining))
  }
}

function one<T>(things: readonly T[], which: number): T | undefined {
  return things[which % things.length]
}

test(
  'after a random thousand operations the ledger balances and is what a naive till comes to',
  { timeout: 120_000 },
  async () => {
    const many = fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' })
    await fc.assert(
      fc.asyncProperty(many, async (operations) => {
        const both = new Both()
        for (const [index, op] of operations.entries()) {
          await both.do(op)
          if (index % 100 === 99) await both.compare()
        }
        expect(both.till.refunds.length).toBeGreaterThan(5)
        expect(both.till.lines.length).toBeGreaterThan(50)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  },
)
