import type { Kysely } from 'kysely'
import { shareOf, type CostLine } from '#contract/invoices/costs.ts'
import { dayWords } from '#contract/platform/days.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import type { Moment } from '../clock.ts'
import { noteEvent } from '../event-store.ts'
import { storageDue } from '../forecast.ts'
import { issue, type Issued } from './issue.ts'
import { lockSeries } from '../settings/number-store.ts'
import { NOTHING_PROMISED } from '../promised.ts'
import { owedOf } from '../invoice-state.ts'
import type { Family } from '../store.ts'

/**
 * Issues the late fee of a sale that was not paid in time as a separate invoice, because an issued document never changes. Uses the fee
 * that was announced with the sale, even if the terms have changed. Null: none was announced, none is due, or it was charged before. The
 * sale's invoice and its charges are locked.
 */
export async function chargeLateFee(
  app: App,
  trx: Kysely<object>,
  family: Family,
  moment: Moment = null,
): Promise<Issued | null> {
  const { sale, charges } = family
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  // When it was recorded as overdue before, the fee was charged or waived then.
  const isDue = sale.late_fee > 0 && owedOf(sale) > 0 && sale.due_at <= issuedAt && sale.overdue_at === null
  if (!isDue || charges.some(({ kind }) => kind === 'late-fee')) return null
  const line = {
    kind: 'late-fee',
    label: `Late fee: invoice ${sale.number} wasn’t paid by its due date`,
    amount: sale.late_fee,
    taxBasisPoints: sale.late_fee_tax,
  } as const
  return issueCharge(app, trx, family, line, issuedAt)
}

/** Issues the storage of the days that have begun and are not yet invoiced. Null: none. The sale's invoice and its charges are locked. */
export async function chargeStorage(
  app: App,
  trx: Kysely<object>,
  family: Family,
  moment: Moment = null,
): Promise<Issued | null> {
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  const due = storageDue(family, issuedAt)
  if (due === null) return null
  const first = dayWords(due.first, family.sale.document.timeZone)
  const line = {
    kind: 'storage',
    label: due.days === 1 ? `Storage: 1 day from ${first}` : `Storage: ${due.days} days from ${first}`,
    amount: due.net,
    taxBasisPoints: family.sale.storage_tax,
  } as const
  return issueCharge(app, trx, family, line, issuedAt)
}

async function issueCharge(
  app: App,
  trx: Kysely<object>,
  { sale }: Family,
  untaxed: Omit<CostLine, 'tax'>,
  issuedAt: number,
): Promise<Issued> {
  const line = { ...untaxed, tax: shareOf(untaxed.amount, untaxed.taxBasisPoints) }
  const terms = await readCompanyTerms(app, trx)
  const issued = await issue(app, trx, terms, {
    kind: line.kind === 'late-fee' ? 'late-fee' : 'storage',
    about: { id: sale.id, number: sale.number, issuedAt: sale.issued_at },
    accountId: sale.account_id,
    lotId: sale.lot_id,
    lotNumber: sale.lot_number,
    vin: sale.document.subject.vin ?? null,
    title: sale.title,
    currency: sale.currency,
    lines: [line],
    suppliedAt: issuedAt,
    issuedAt,
    notes: [`As announced on invoice ${sale.number}.`],
    promised: NOTHING_PROMISED,
  })
  await noteEvent(trx, sale.id, { at: issuedAt, what: 'charged', amount: issued.total, words: line.label })
  return issued
}
