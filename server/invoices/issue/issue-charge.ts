import type { Kysely } from 'kysely'
import { shareOf, type CostLine } from '#contract/costs.ts'
import { dayWords } from '#contract/days.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import type { Moment } from '../clock.ts'
import { noteEvent } from '../event-store.ts'
import { storageDue } from '../forecast.ts'
import { issue, type Issued } from './issue.ts'
import { lockSeries } from '../settings/number-store.ts'
import { NOTHING_PROMISED } from '../promised.ts'
import { owedOf } from '../standing.ts'
import type { Family } from '../store.ts'

/**
 * Issues the late fee of a sale that was not paid in time, as an invoice of its own: what was issued stays as it is. By what was announced
 * with the sale, whatever the terms have become. Null: none was announced, none is due, or it was charged before. The family is locked.
 */
export async function chargeLateFee(
  house: House,
  trx: Kysely<object>,
  family: Family,
  moment: Moment = null,
): Promise<Issued | null> {
  const { sale, charges } = family
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  // Noted as overdue before, it had its fee then, or was found to bring none.
  const isDue = sale.late_fee > 0 && owedOf(sale) > 0 && sale.due_at <= issuedAt && sale.overdue_at === null
  if (!isDue || charges.some(({ kind }) => kind === 'late-fee')) return null
  const label = `Late fee: invoice ${sale.number} was not paid when it was due`
  return issueCharge(house, trx, family, lineBy('late-fee', label, sale.late_fee, sale.late_fee_tax), issuedAt)
}

/** Issues the storage of the days begun and not invoiced yet. Null: there are none. The family is locked. */
export async function chargeStorage(
  house: House,
  trx: Kysely<object>,
  family: Family,
  moment: Moment = null,
): Promise<Issued | null> {
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  const due = storageDue(family, issuedAt)
  if (due === null) return null
  const { timeZone } = family.sale.paper
  const days = due.days === 1 ? '1 day' : `${due.days} days`
  const label = `Storage: ${days} from ${dayWords(due.first, timeZone)}`
  return issueCharge(house, trx, family, lineBy('storage', label, due.amount, family.sale.storage_tax), issuedAt)
}

function lineBy(kind: CostLine['kind'], label: string, amount: number, taxBasisPoints: number): CostLine {
  return { kind, label, amount, taxBasisPoints, tax: shareOf(amount, taxBasisPoints) }
}

async function issueCharge(
  house: House,
  trx: Kysely<object>,
  { sale }: Family,
  line: CostLine,
  issuedAt: number,
): Promise<Issued> {
  const terms = await readHouseTerms(house, trx)
  const issued = await issue(house, trx, terms, {
    kind: line.kind === 'late-fee' ? 'late-fee' : 'storage',
    about: { id: sale.id, number: sale.number, issuedAt: sale.issued_at },
    accountId: sale.account_id,
    lotId: sale.lot_id,
    lotNumber: sale.lot_number,
    vin: sale.paper.subject.vin ?? null,
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
