import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Payment } from '#contract/payments/payments.ts'
import { creditByCashier, cancelByCashier, markCollected } from '#server/invoices/admin/admin-actions.ts'
import { invoicePayment } from '#server/invoices/payment/invoice-payment.ts'
import { membershipFee } from '#server/membership/membership-fee.ts'
import { settleDispute, type DisputeReport } from '#server/payments/disputes/settle-dispute.ts'
import { playSandbox } from '#server/payments/sandbox.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import { BANK_IMPORT } from '#server/payments/transfer/bank-import.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { ImportRow } from '#server/platform/import/import-kind.ts'
import { importById } from '#server/platform/import/import-store.ts'
import { beginImport, previewImport, takeFile } from '#server/platform/import/imports.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { Refusal } from '#server/platform/problem.ts'
import { rewriting } from './rewriting.ts'

/** An invoice of the old auction. Instants in ms, `total` in minor units. */
export type OldInvoice = {
  id: string
  number: string
  accountId: string
  buyer: string
  total: number
  currency: string
  issuedAt: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The outcome of each invoice of the old auction, in the order of their numbers; any further ones are paid. */
const FATES = [
  'collected',
  'by bank',
  'overdue',
  'part and late',
  'goodwill',
  'overdue',
  'cancelled',
  'disputed',
  'lost',
] as const
/** And of the invoices issued yesterday: one part paid, one unpaid. */
const NEW_FATES = ['part by bank', 'open'] as const
type Fate = (typeof FATES)[number] | (typeof NEW_FATES)[number] | 'paid'

/** Whether the invoice at that place in the old auction is unpaid when due. */
export function isLate(place: number): boolean {
  return ['overdue', 'part and late'].includes(FATES[place] ?? '')
}

/**
 * Creates what a cashier's books hold after some days: payments in every state and method, a bank file with unmatched lines, credit
 * notes, disputes. Everything goes through the app's actions; only the times are set back afterwards.
 */
export async function keepBooks(
  app: App,
  ownerUrl: string,
  kofi: string,
  old: OldInvoice[],
  recent: OldInvoice[],
): Promise<void> {
  // The features that declare what can be paid may not be set up yet.
  app.extensions.payables.set('membership', membershipFee(app)).set('invoice', invoicePayment(app))
  const fates: [OldInvoice, Fate][] = [
    ...old.map((invoice, place): [OldInvoice, Fate] => [invoice, FATES[place] ?? 'paid']),
    ...recent.map((invoice, place): [OldInvoice, Fate] => [invoice, NEW_FATES[place] ?? 'paid']),
  ]
  const lines: BankLine[] = []
  for (const [index, [invoice, fate]] of fates.entries()) {
    lines.push(...(await play(app, ownerUrl, kofi, invoice, fate, (8 + 5 * index) * HOUR_MS)))
  }
  await bringBankFile(app, kofi, lines)
  for (const { invoice, at } of lines) if (invoice !== null) await setBack(app, ownerUrl, invoice.id, at)
}

type BankLine = { at: number; amount: number; text: string; payer: string; iban: string; invoice: OldInvoice | null }

async function play(
  app: App,
  ownerUrl: string,
  kofi: string,
  invoice: OldInvoice,
  fate: Fate,
  afterMs: number,
): Promise<BankLine[]> {
  const at = Math.min(invoice.issuedAt + (afterMs % (2 * DAY_MS)), app.now() - HOUR_MS)
  switch (fate) {
    case 'overdue':
    case 'open':
      return []
    case 'by bank':
      return [await transferOf(app, invoice, invoice.total, at)]
    case 'part by bank':
      return [await transferOf(app, invoice, Math.round(invoice.total * 0.4), at)]
    case 'part and late':
      return [await transferOf(app, invoice, Math.round(invoice.total * 0.6), app.now() - 2 * DAY_MS)]
    case 'cancelled':
      await cancelByCashier(app, kofi, invoice.id, { cause: 'correction', reason: 'Sold to the wrong paddle.' })
      return []
    default:
      await payByCard(app, ownerUrl, invoice, at)
  }
  if (fate === 'collected') await markCollected(app, kofi, invoice.id)
  if (fate === 'disputed' || fate === 'lost') await dispute(app, invoice, fate === 'lost' ? 'lost' : 'open')
  if (fate === 'goodwill') {
    const reason = 'The gate was closed when you came.'
    const lines = [{ line: 3, amount: 4500 }]
    await creditByCashier(app, kofi, invoice.id, { creditNoteId: newId(), lines, cause: 'goodwill', reason })
  }
  return []
}

/** Every third has a failed first attempt, as cards do. */
async function payByCard(app: App, ownerUrl: string, invoice: OldInvoice, at: number): Promise<void> {
  if (Number(invoice.number.slice(-1)) % 3 === 0) {
    const failed = await begin(app, invoice, 'sandbox')
    await playSandbox(app, invoice.accountId, failed.id, { outcome: 'failure' })
  }
  const { id } = await begin(app, invoice, 'sandbox')
  await playSandbox(app, invoice.accountId, id, { outcome: 'success' })
  await setBack(app, ownerUrl, invoice.id, at)
}

async function begin(app: App, invoice: OldInvoice, provider: 'sandbox' | 'transfer') {
  const wish = { idempotencyKey: newId(), provider, purpose: 'invoice' as const, invoiceId: invoice.id }
  const payment = await startPayment(app, invoice.accountId, wish)
  if (payment instanceof Refusal) throw new Error(`the demo cannot pay ${invoice.number}: ${payment.message}`)
  return payment
}

async function transferOf(app: App, invoice: OldInvoice, amount: number, at: number): Promise<BankLine> {
  const { reference } = await begin(app, invoice, 'transfer')
  const text = `${reference} ${invoice.number}`
  return { at, amount, text, payer: invoice.buyer, iban: 'NL91ABNA0417164300', invoice }
}

/** Last week's bank file: transfers with their references, two without, and other entries a bank file has. */
async function bringBankFile(app: App, kofi: string, lines: BankLine[]): Promise<void> {
  const now = app.now()
  const { currency } = lines[0]?.invoice ?? { currency: 'USD' }
  const strangers: BankLine[] = [
    {
      at: now - 3 * DAY_MS,
      amount: 99_00,
      text: 'membership',
      payer: 'M. Berg',
      iban: 'SE4550000000058398257466',
      invoice: null,
    },
    {
      at: now - DAY_MS,
      amount: 1240_00,
      text: 'car as agreed',
      payer: 'Garage Lindner',
      iban: 'DE89370400440532013000',
      invoice: null,
    },
  ]
  const rows = [...lines, ...strangers].toSorted((a, b) => a.at - b.at)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const records = rows.map(({ at, amount, text, payer, iban }, index) =>
    [day(at), plainAmount(amount, currency), currency, text, payer, iban, `DEMO-${day(now)}-${index}`].join(','),
  )
  const charge = [day(now - DAY_MS), '-4.90', currency, 'Account charges', 'Example Bank', '', 'DEMO-CHARGE'].join(',')
  const text = ['Date,Amount,Currency,Reference,Payer,IBAN,Transaction id', ...records, charge, ''].join('\n')
  const content = Buffer.from(text)
  const hash = createHash('sha256').update(content).digest()
  const { id } = await takeFile(app, BANK_IMPORT, kofi, { name: `account-${day(now)}.csv`, content, hash })
  await importWhile(app, id, 'reading')
  const preview = await previewImport(app, BANK_IMPORT, id, undefined)
  if (preview instanceof Refusal) throw new Error(`the demo’s bank file cannot be read: ${preview.message}`)
  await beginImport(app, BANK_IMPORT, kofi, id, { mapping: preview.mapping, state: 'running' })
  await importWhile(app, id, 'running')
}

/** Imports until the file is no longer in the state: the server's own job, where it runs already, may be reading it. */
async function importWhile(app: App, id: string, state: ImportRow['state']): Promise<void> {
  for (let attempts = 0; (await importById<ImportRow>(app.db, BANK_IMPORT, id))?.state === state; attempts += 1) {
    if (attempts === 1000) throw new Error(`the demo’s bank file stays ${state}`)
    await runImports(app, BANK_IMPORT)
    await sleep(10)
  }
}

async function dispute(app: App, invoice: OldInvoice, state: DisputeReport['state']): Promise<void> {
  const found = await sql<{ id: string; amount: number }>`
    select id, amount from payment where subject_id = ${invoice.id} and state = ${'succeeded' satisfies Payment['state']}
    order by id desc limit 1`.execute(app.db)
  const { id, amount } = found.rows[0]!
  const openedAt = app.now() - (state === 'lost' ? 8 : 2) * DAY_MS
  const report: DisputeReport = {
    ref: `du_demo_${id.replaceAll('-', '').slice(-16)}`,
    state: 'open',
    amount,
    currency: invoice.currency,
    reason: state === 'lost' ? 'fraudulent' : 'product not received',
    evidenceDueAt: openedAt + 9 * DAY_MS,
    evidenceSent: state === 'lost',
    fees: [],
    openedAt,
  }
  await settleDispute(app, id, report)
  if (state !== 'open') await settleDispute(app, id, { ...report, state })
}

/** Dates the payments just made for an invoice back to the given time. */
async function setBack(app: App, ownerUrl: string, invoiceId: string, at: number): Promise<void> {
  const when = new Date(at)
  await rewriting(app, ownerUrl, async (db) => {
    await sql`
      update payment set created_at = ${when}, settled_at = case when settled_at is not null then ${when}::timestamptz end
      where subject_id = ${invoiceId}`.execute(db)
    await sql`
      update money_transfer set at = ${when}
      where payment_id in (select id from payment where subject_id = ${invoiceId})`.execute(db)
    await sql`
      update invoice_event set at = ${when} where invoice_id = ${invoiceId} and what in ('payment', 'paid')`.execute(db)
  })
}
