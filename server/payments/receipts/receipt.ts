import { dayWords } from '#contract/platform/days.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { openPdf } from '#server/platform/pdf/pdf.ts'
import type { Column } from '#server/platform/pdf/pdf-job.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { labelOf } from '../payable.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../payment.ts'

const COLUMNS: Column[] = [
  { label: 'For', share: 0.7 },
  { label: 'Amount', share: 0.3, align: 'right' },
]

const WAYS: Record<string, string> = {
  sandbox: 'Sandbox: no money moved',
  stripe: 'Card, by Stripe',
  transfer: 'Bank transfer',
}

/** The receipt of a payment as PDF. */
export async function paymentReceipt(app: App, payment: PaymentRow): Promise<Buffer> {
  const { provider, reference, amount, currency } = payment
  const carried: [string, string][] = reference === null ? [] : [['Transfer reference', reference]]
  return document(app, payment, {
    title: 'Receipt',
    number: payment.receipt_number ?? payment.id,
    at: payment.settled_at ?? payment.created_at,
    from: 'Received from',
    facts: [['Paid by', WAYS[provider] ?? provider], ...carried],
    line: await labelOf(app, app.db, payment),
    amount: moneyText(amount, currency),
    words: 'This receipt confirms a payment. Where an invoice was issued, the invoice is the document for your books.',
  })
}

/** The receipt of a refund. */
export async function refundReceipt(app: App, refund: RefundRow, payment: PaymentRow): Promise<Buffer> {
  return document(app, payment, {
    title: 'Refund receipt',
    number: refund.receipt_number ?? refund.id,
    at: refund.settled_at ?? refund.created_at,
    from: 'Refunded to',
    facts: [
      ['Refunded by', WAYS[payment.provider] ?? payment.provider],
      ['Original receipt', payment.receipt_number ?? payment.id],
    ],
    line: `Refund. ${refund.reason}`,
    amount: moneyText(refund.amount, payment.currency),
    words: 'We refund the way you paid. Banks take up to five business days to show it.',
  })
}

type Document = {
  title: string
  number: string
  at: number
  from: string
  facts: [string, string][]
  line: string
  amount: string
  words: string
}

async function document(app: App, payment: PaymentRow, document: Document): Promise<Buffer> {
  const { brand, companyName, contact, timeZone } = await readCompanyTerms(app)
  const person = await personFacts(app.db, payment.account_id)
  const title = `${document.title} ${document.number}`
  const pdf = openPdf({
    title,
    app: { name: companyName, accent: brand.accent, logo: await brandPicture(app.db, brand.logo), ...contact },
    at: document.at,
    footer: `${companyName}, ${title}`,
  })
  pdf.heading(document.title)
  pdf.gap(14)
  pdf.facts([
    ['Number', document.number],
    ['Date', dayWords(document.at, timeZone)],
    [document.from, person === null ? '' : `${person.name}\n${person.email}\n${person.country}`],
    ...document.facts,
    ['Payment', payment.id],
  ])
  pdf.gap(20)
  pdf.table(COLUMNS, [[document.line, document.amount]], [['Total', document.amount]])
  pdf.gap(20)
  pdf.write(document.words, { quiet: true, size: 9 })
  return pdf.end()
}
