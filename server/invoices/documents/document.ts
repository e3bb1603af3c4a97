import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { sumsOf } from '#contract/invoices/costs.ts'
import { dayWords } from '#contract/platform/days.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import { inLanguage, labelInSentence } from '#server/platform/language/text.ts'
import { moneyText, shareText } from '#server/platform/money-text.ts'
import { dayOf } from '../business-days.ts'
import type { Promised } from '../promised.ts'

/** The contents of a document besides the company's terms. */
export type DocumentFacts = Pick<
  Document,
  'kind' | 'number' | 'currency' | 'issuedAt' | 'suppliedAt' | 'dueAt' | 'buyer' | 'subject' | 'lines'
> &
  Partial<Pick<Document, 'sample' | 'about' | 'reason' | 'notes' | 'bank'>>

/** Everything that is printed, computed once: later renderings use only this stored data, even if the terms have changed. */
export function documentOf(terms: CompanyTerms, facts: DocumentFacts): Document {
  const { brand, timeZone, taxLabel } = terms
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
      ...companyOn(terms),
      ...(brand.accent === null ? {} : { accent: brand.accent }),
      ...(brand.logo === null ? {} : { logo: brand.logo }),
    },
    ...sumsOf(facts.lines),
  }
}

/** The company as documents name it. */
export function companyOn({
  companyName: brand,
  legal,
  contact,
}: CompanyTerms): Omit<Document['seller'], 'accent' | 'logo'> {
  const { name, taxId, registration } = legal
  const { address, email, phone } = contact
  return { brand, name, address, email, phone, taxId, registration }
}

/** Further possible costs of the sale, in words printed on its invoice; stored in English. */
export function promiseNotes(promised: Promised, currency: string, terms: CompanyTerms): string[] {
  const { late_fee: lateFee, storage_per_day: perDay, storage_from: from } = promised
  const tax = inLanguage('en', () => labelInSentence(terms.taxLabel))
  const notes: string[] = []
  if (lateFee > 0) {
    const fee = moneyText(lateFee, currency)
    notes.push(
      promised.late_fee_tax === 0
        ? `If this invoice isn’t paid by its due date, a late fee of ${fee} is charged, once.`
        : `If this invoice isn’t paid by its due date, a late fee of ${fee}, plus ${shareText(promised.late_fee_tax)} ${tax} is charged, once.`,
    )
  }
  if (perDay > 0 && from !== null) {
    const [free, fee] = [dayWords(from - 1, terms.timeZone), moneyText(perDay, currency)]
    notes.push(
      promised.storage_tax === 0
        ? `Storage is free until ${free}. From then on ${fee} is charged for every started day until the vehicle is picked up.`
        : `Storage is free until ${free}. From then on ${fee}, plus ${shareText(promised.storage_tax)} ${tax} is charged for every started day until the vehicle is picked up.`,
    )
  }
  notes.push('Nothing else is charged for this purchase.')
  return notes
}
