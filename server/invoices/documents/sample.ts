import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { costOf } from '#contract/invoices/costs.ts'
import type { ForecastCharge, Document } from '#contract/invoices/invoices.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { businessDaysAfter } from '../business-days.ts'
import { forecastOf } from '../forecast.ts'
import { documentOf, promiseNotes } from './document.ts'
import { promisedBy } from '../promised.ts'

/** Whole currency units. */
const HAMMER = 8400

/** A sample invoice with the current terms, made by the code that makes real ones. `now` in ms. */
export function sampleInvoice(terms: CompanyTerms, now: number): { document: Document; forecast: ForecastCharge[] } {
  const { currency } = terms
  const unit = minorUnits(currency)
  const promised = promisedBy(terms, now)
  const dueAt = businessDaysAfter(now, terms.paymentDays, terms)
  const document = documentOf(terms, {
    kind: 'sale',
    number: 'SAMPLE-000001',
    sample: true,
    currency,
    issuedAt: now,
    suppliedAt: now,
    dueAt,
    buyer: {
      name: 'Sample Buyer',
      address: '1 Example Street\nSampletown 00000',
      country: 'US',
      email: 'buyer@sample.example',
      paddle: 100,
      taxId: '',
    },
    subject: { title: '2010 Kiri Urban', lotNumber: 100 },
    lines: costOf(HAMMER * unit, terms).lines,
    notes: promiseNotes(promised, currency, terms),
  })
  const { net, tax, total } = document
  const sale = {
    ...promised,
    document,
    net,
    tax,
    total,
    credited: 0,
    paid: 0,
    due_at: dueAt,
    overdue_at: null,
    collected_at: null,
  }
  return { document, forecast: forecastOf(sale, []) }
}
