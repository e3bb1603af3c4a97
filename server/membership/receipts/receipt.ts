import { dayWords } from '#contract/days.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import type { House } from '#server/platform/house.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { openPdf } from '#server/platform/pdf/pdf.ts'
import type { Column } from '#server/platform/pdf/pdf-job.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { payableFor } from '../payable.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../store.ts'

const COLUMNS: Column[] = [
  { label: 'For', share: 0.7 },
  { label: 'Amount', share: 0.3, align: 'right' },
]

const WAYS: Record<string, string> = {
  sandbox: 'Sandbox: no money has moved',
  stripe: 'Card, by Stripe',
  transfer: 'Bank transfer',
}

/** The receipt of a payment as PDF. */
export async function paymentReceipt(house: House, payment: PaymentRow): Promise<Buffer> {
  const { provider, reference, amount, currency } = payment
  const carried: [string, string][] = reference === null ? [] : [['Transfer reference', reference]]
  return paper(house, payment, {
    title: 'Receipt',
    number: payment.receipt_number ?? payment.id,
    at: payment.settled_at ?? payment.created_at,
    from: 'Received from',
    facts: [['Paid by', WAYS[provider] ?? provider], ...carried],
    line: (await payableFor(house, payment).describe?.(house.db, payment)) ?? payableFor(house, payment).memo,
    amount: moneyText(amount, currency),
    words: 'This receipt confirms a payment. Where an invoice was issued, the invoice is the document for your books.',
  })
}

/** The receipt of money that went back. */
export async function refundReceipt(house: House, refund: RefundRow, payment: PaymentRow): Promise<Buffer> {
  return paper(house, payment, {
    title: 'Refund receipt',
    number: refund.receipt_number ?? refund.id,
    at: refund.settled_at ?? refund.created_at,
    from: 'Paid back to',
    facts: [
      ['Paid back by', WAYS[payment.provider] ?? payment.provider],
      ['Of receipt', payment.receipt_number ?? payment.id],
    ],
    line: `Refund. ${refund.reason}`,
    amount: moneyText(refund.amount, payment.currency),
    words: 'The money goes the way it came. Banks take up to five business days to show it.',
  })
}

type Paper = {
  title: string
  number: string
  at: number
  from: string
  facts: [string, string][]
  line: string
  amount: string
  words: string
}

async function paper(house: House, payment: PaymentRow, paper: Paper): Promise<Buffer> {
  const { houseName, contact, timeZone } = await readHouseTerms(house)
  const person = await personFacts(house.db, payment.account_id)
  const title = `${paper.title} ${paper.number}`
  const pdf = openPdf({ title, house: { name: houseName, ...contact }, at: paper.at, footer: `${houseName}, ${title}` })
  pdf.heading(paper.title)
  pdf.gap(14)
  pdf.facts([
    ['Number', paper.number],
    ['Date', dayWords(paper.at, timeZone)],
    [paper.from, person === null ? '' : `${person.name}\n${person.email}\n${person.country}`],
    ...paper.facts,
    ['Payment', payment.id],
  ])
  pdf.gap(20)
  pdf.table(COLUMNS, [[paper.line, paper.amount]], [['Total', paper.amount]])
  pdf.gap(20)
  pdf.write(paper.words, { quiet: true, size: 9 })
  return pdf.end()
}
