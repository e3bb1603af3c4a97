import type { HouseTerms } from '#contract/auctions.ts'
import { sumsOf } from '#contract/costs.ts'
import { dayWords } from '#contract/days.ts'
import type { Paper } from '#contract/invoices.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { dayOf } from '../business-days.ts'
import { shareWords } from '../words.ts'
import type { Promised } from '../promised.ts'

/** What a paper says beside what the house's terms say. */
export type PaperFacts = Pick<
  Paper,
  'kind' | 'number' | 'currency' | 'issuedAt' | 'suppliedAt' | 'dueAt' | 'buyer' | 'subject' | 'lines'
> &
  Partial<Pick<Paper, 'sample' | 'about' | 'reason' | 'notes' | 'bank'>>

/** Everything that is printed, worked out once: afterwards only what was kept is rendered, whatever the terms have become. */
export function paperOf(terms: HouseTerms, facts: PaperFacts): Paper {
  const { houseName, legal, contact, timeZone, taxLabel } = terms
  return {
    sample: false,
    about: null,
    reason: null,
    notes: [],
    ...facts,
    dueOn: facts.dueAt === null ? null : dayOf(facts.dueAt, timeZone),
    timeZone,
    taxLabel,
    seller: {
      brand: houseName,
      name: legal.name,
      address: contact.address,
      email: contact.email,
      phone: contact.phone,
      taxId: legal.taxId,
      registration: legal.registration,
    },
    ...sumsOf(facts.lines),
  }
}

/** What else the sale can cost, in words that stand on its invoice. */
export function promiseNotes(promised: Promised, currency: string, terms: HouseTerms): string[] {
  const { late_fee: lateFee, storage_per_day: perDay, storage_from: from } = promised
  const taxed = (basisPoints: number) =>
    basisPoints === 0 ? '' : `, plus ${shareWords(basisPoints)} ${terms.taxLabel.toLowerCase()}`
  const notes: string[] = []
  if (lateFee > 0) {
    notes.push(
      `If this invoice is not paid when it is due, a late fee of ${moneyText(lateFee, currency)}${taxed(promised.late_fee_tax)} is charged, once.`,
    )
  }
  if (perDay > 0 && from !== null) {
    notes.push(
      `Storage is free until ${dayWords(from - 1, terms.timeZone)}. From then on ${moneyText(perDay, currency)}${taxed(promised.storage_tax)} is charged for every begun day until the vehicle is collected.`,
    )
  }
  notes.push('Nothing else is charged for this sale.')
  return notes
}
