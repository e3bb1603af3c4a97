import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDispute, type DisputeReport } from '#server/payments/disputes/settle-dispute.ts'
import { settleRefund } from '#server/payments/refunds/settle-refund.ts'
import { playSandbox } from '#server/payments/sandbox.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import type { App } from '#server/platform/app.ts'
import { Refusal } from '#server/platform/problem.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { cancelByCashier, creditByCashier } from './admin/admin-actions.ts'
import { issueInvoice } from './issue/issue-invoice.ts'
import { HAMMER } from './sale.test-support.ts'
import { owedOf } from './invoice-state.ts'
import { invoiceOf } from './store.ts'
import { checkUnpaidInvoices } from './check-unpaid.ts'

const OPERATIONS = 1000
const DAY_MS = 86_400_000

let place: TestServer
let app: App
let kofi: string

beforeAll(async () => {
  // Nothing else runs during the operations: no job and no outbox.
  place = await openTestServer({ config: { roles: new Set(['api']) } })
  app = place.app
  kofi = (await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })).id
})
afterAll(() => place.close())

const Operation = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: fc.constant('sell' as const) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pay' as const), which: fc.nat(), share: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('credit' as const), which: fc.nat(), share: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('dispute' as const),
      which: fc.nat(),
      share: fc.nat(4),
      says: fc.constantFrom<DisputeReport['state']>('inquiry', 'open', 'open', 'won', 'lost', 'closed'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      which: fc.nat(),
      says: fc.constantFrom('succeeded' as const, 'failed' as const, 'sent' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('days pass' as const), days: fc.nat(9) }) },
)
type Operation = typeof Operation extends fc.Arbitrary<infer T> ? T : never

type Found = { id: string }
const rows = async <T>(text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows as T[]
const pick = async (text: string, which: number) => {
  const found = await rows<Found>(text)
  return found.length === 0 ? null : found[which % found.length]!.id
}

async function play(op: Operation, ada: CastMember): Promise<void> {
  if (op.does === 'sell') return sell(ada)
  if (op.does === 'days pass') return checkUnpaidInvoices(app, Date.now() + op.days * DAY_MS)
  if (op.does === 'refund') {
    const id = await pick(`select id from refund order by id`, op.which)
    if (id !== null) await settleRefund(app, id, { state: op.says, failure: 'no', ref: `re_${id}` })
    return
  }
  if (op.does === 'dispute') return disputePayment(op)
  const invoiceId = await pick('select id from invoice order by id', op.which)
  if (invoiceId === null) return
  if (op.does === 'cancel') {
    await cancelByCashier(app, kofi, invoiceId, { cause: 'correction', reason: 'a mistake' })
    return
  }
  const invoice = (await invoiceOf(app.db, invoiceId, null))!
  if (op.does === 'pay') return pay(ada, invoiceId, partOf(owedOf(invoice), op.share))
  const line = op.which % invoice.lines.length
  const amount = Math.max(1, partOf(invoice.lines[line]!.amount, op.share))
  const wish = {
    creditNoteId: randomUUID(),
    lines: [{ line, amount }],
    cause: 'goodwill' as const,
    reason: 'a kindness',
  }
  await creditByCashier(app, kofi, invoiceId, wish)
}

async function sell(ada: CastMember): Promise<void> {
  const { lotId } = await castLot(app)
  const sold = { lotId, accountId: ada.id, hammer: HAMMER, at: Date.now() }
  await app.db.transaction().execute((trx) => issueInvoice(app, trx, sold))
}

async function pay(ada: CastMember, invoiceId: string, amount: number): Promise<void> {
  if (amount === 0) return
  const wish = { idempotencyKey: randomUUID(), provider: 'sandbox' as const, purpose: 'invoice' as const, invoiceId }
  const payment = await startPayment(app, ada.id, wish)
  if (payment instanceof Refusal) throw new Error(payment.message)
  await rows('update payment set amount = $2 where id = $1', payment.id, amount)
  await playSandbox(app, ada.id, payment.id, { outcome: 'success' })
}

/** One fifth to all of the amount. */
function partOf(amount: number, share: number): number {
  return share === 4 ? amount : Math.floor((amount * (share + 1)) / 5)
}

async function disputePayment({ which, share, says }: Extract<Operation, { does: 'dispute' }>): Promise<void> {
  const known = await rows<{ ref: string; id: string; amount: number }>(
    `select provider_ref as ref, payment_id as id, amount from dispute where state in ('inquiry', 'open') order by id`,
  )
  const report = {
    currency: 'USD',
    reason: 'none',
    evidenceDueAt: null,
    evidenceSent: false,
    fees: [],
    openedAt: Date.now(),
  }
  const going = which % 2 === 0 ? known[which % Math.max(1, known.length)] : undefined
  if (going !== undefined) {
    await settleDispute(app, going.id, { ...report, ref: going.ref, amount: going.amount, state: says })
    return
  }
  const paid = await rows<{ id: string; amount: number }>(
    'select id, amount from payment where received > 0 order by id',
  )
  const payment = paid[which % Math.max(1, paid.length)]
  if (payment === undefined) return
  const amount = Math.max(1, partOf(payment.amount, share))
  await settleDispute(app, payment.id, { ...report, ref: `du_${randomUUID()}`, amount, state: says })
}

/** Throws unless ledger, invoices, payments and the buyer's limit agree. */
async function compare(ada: CastMember): Promise<void> {
  const balances = await rows<{ account: string; sum: number }>(
    'select account, sum(amount)::bigint as sum from money_entry group by account',
  )
  const balance = (account: string) => balances.find((one) => one.account === account)?.sum ?? 0
  expect(balances.reduce((sum, one) => sum + one.sum, 0)).toBe(0)
  const [books] = await rows<Record<'owed' | 'sellers' | 'tax' | 'income' | 'wrong', number>>(
    `with line as (
       select l ->> 'kind' as kind, (l ->> 'amount')::bigint as amount, (l ->> 'tax')::bigint as tax
       from invoice, jsonb_array_elements(lines) l
       union all
       select l ->> 'kind', -(l ->> 'amount')::bigint, -(l ->> 'tax')::bigint from credit_note, jsonb_array_elements(lines) l)
     select (select coalesce(sum(total - credited - paid), 0) from invoice)::bigint as owed,
       (select coalesce(sum(amount), 0) from line where kind = 'hammer')::bigint as sellers,
       (select coalesce(sum(tax), 0) from line)::bigint as tax,
       (select coalesce(sum(amount), 0) from line where kind <> 'hammer')::bigint as income,
       (select count(*) from invoice i where paid <> (select coalesce(sum(received - refunded - charged_back), 0)
          from payment p where p.subject_id = i.id and p.state in ('succeeded', 'refunded', 'charged-back')))::bigint as wrong`,
  )
  expect(balance(`receivable:${ada.id}`)).toBe(books!.owed)
  expect(balance('owed:sellers') + books!.sellers).toBe(0)
  expect(balance('owed:tax') + books!.tax).toBe(0)
  expect(balance('income:auctions') + books!.income).toBe(0)
  expect(books!.wrong).toBe(0)
  const bound = await rows<Found>(
    `select l.id from lot l where coalesce((select amount from purchase_due where lot_id = l.id), 0)
       <> (select coalesce(sum(greatest(total - credited - paid, 0)), 0) from invoice where lot_id = l.id)`,
  )
  expect(bound).toEqual([])
  const [held] = await rows<{ sum: number }>(
    `select coalesce(sum(amount), 0)::bigint as sum from dispute where state = 'open'`,
  )
  expect(balance('disputed:sandbox')).toBe(held!.sum)
}

test(
  'after a random thousand sales, payments, credit notes, refunds and disputes the ledger, the invoices and the limit agree',
  { timeout: 120_000 },
  async () => {
    const ada = await castPerson(app.pool, { name: 'Ada' })
    const many = fc.array(Operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' })
    const run = async (operations: Operation[]) => {
      for (const [index, op] of operations.entries()) {
        await play(op, ada)
        if (index % 50 === 49) await compare(ada)
      }
    }
    await fc.assert(fc.asyncProperty(many, run), { numRuns: 1, endOnFailure: true, asyncReporter: reportSeed })
    const [seen] = await rows<Record<string, number>>(
      `select (select count(*) from credit_note)::int as credits, (select count(*) from refund)::int as refunds,
         (select count(*) from dispute where state = 'lost')::int as lost, (select count(*) from invoice)::int as invoices`,
    )
    // Every operation must occur, or the thousand runs prove nothing about it.
    for (const count of Object.values(seen!)) expect(count).toBeGreaterThan(10)
  },
)

/** Prints only the seed, which reproduces the run: a thousand operations would fill screens. */
function reportSeed<T>(run: fc.RunDetails<T>): Promise<void> {
  if (run.failed) throw new Error(`seed ${run.seed} fails`, { cause: run.errorInstance })
  return Promise.resolve()
}
