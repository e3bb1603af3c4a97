import type { HouseTerms } from '#contract/auctions.ts'
import { costOf } from '#contract/costs.ts'
import type { ForecastCharge, Paper } from '#contract/invoices.ts'
import { fractionDigits } from '#server/platform/money-text.ts'
import { businessDaysAfter } from '../business-days.ts'
import { forecastOf } from '../forecast.ts'
import { paperOf, promiseNotes } from './paper.ts'
import { promisedBy } from '../promised.ts'

/** Whole currency units. */
const HAMMER = 8400

/** What an invoice by today's terms looks like, made by the code that makes the real ones. `now` in ms. */
export function sampleInvoice(terms: HouseTerms, now: number): { paper: Paper; forecast: ForecastCharge[] } {
  const { currency } = terms
  const unit = 10 ** fractionDigits(currency)
  const promised = promisedBy(terms, now)
  const dueAt = businessDaysAfter(now, terms.paymentDays, terms)
  const paper = paperOf(terms, {
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
  const { net, tax, total } = paper
  const sale = {
    ...promised,
    paper,
    net,
    tax,
    total,
    credited: 0,
    paid: 0,
    due_at: dueAt,
    overdue_at: null,
    collected_at: null,
  }
  return { paper, forecast: forecastOf(sale, []) }
}
