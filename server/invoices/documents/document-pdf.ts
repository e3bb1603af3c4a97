import { bankFacts } from '#contract/payments/bank-account.ts'
import type { BalanceRow } from '#contract/invoices/invoice-balance.ts'
import { dayWords } from '#contract/platform/days.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import { openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { countryWords, shareWords } from '../words.ts'

const TITLES: Record<Document['kind'], string> = {
  sale: 'Invoice',
  'late-fee': 'Invoice for a late fee',
  storage: 'Invoice for storage',
  'credit-note': 'Credit note',
}

export function documentTitle({ kind, number }: Pick<Document, 'kind' | 'number'>): string {
  return `${TITLES[kind]} ${number}`
}

/** `invoice-2026-000001.pdf`. */
export function documentFileName({ kind, number }: Pick<Document, 'kind' | 'number'>): string {
  return `${kind === 'credit-note' ? 'credit-note' : 'invoice'}-${number}.pdf`
}

/**
 * A document as PDF, from the data stored when it was issued: the same document produces the same bytes, today and in ten years. An
 * invoice partly paid by credit (`balance`) also shows how much that was and what remains to be paid. `logo`: the PNG that the seller names.
 */
export function documentPdf(
  document: Document,
  payAt: string,
  balance: BalanceRow[] = [],
  logo?: Uint8Array,
): Promise<Buffer> {
  const { seller } = document
  const title = documentTitle(document)
  const pdf = openPdf({
    title: document.sample ? `${title} (sample)` : title,
    app: {
      name: seller.brand,
      accent: seller.accent ?? null,
      logo,
      address: seller.address,
      email: seller.email,
      phone: seller.phone,
    },
    at: document.issuedAt,
    footer: document.sample
      ? `SAMPLE, not a bill. ${title}`
      : [title, seller.name, seller.taxId].filter((part) => part !== '').join(', '),
  })
  if (document.sample) {
    pdf.write('SAMPLE: NOT A BILL. The buyer and the vehicle are made up.', { size: 13, strong: true })
    pdf.gap(8)
  }
  pdf.heading(title)
  pdf.gap(14)
  writeSides(pdf, document)
  pdf.gap(14)
  pdf.facts(factsOf(document))
  pdf.gap(14)
  writeLines(pdf, document, balance)
  pdf.gap(14)
  writeTaxes(pdf, document)
  pdf.gap(18)
  writeNotes(pdf, document, balance.at(-1)?.amount === 0 ? null : payAt)
  return pdf.end()
}

function writeSides(pdf: Pdf, { seller, buyer, kind }: Document): void {
  const full = (lines: string[]) => lines.filter((line) => line !== '')
  const [from, to] = kind === 'credit-note' ? ['Issued by', 'Issued to'] : ['Seller', 'Buyer']
  pdf.beside(
    full([from, seller.name, seller.address, seller.email, seller.taxId, seller.registration]),
    full([
      to,
      buyer.name,
      ...buyer.address.split('\n'),
      countryWords(buyer.country),
      buyer.email,
      buyer.taxId === '' ? '' : `Tax ID ${buyer.taxId}`,
      buyer.paddle === null ? '' : `Paddle ${buyer.paddle}`,
    ]),
  )
}

function factsOf(document: Document): [string, string][] {
  const { timeZone, about, subject } = document
  const day = (at: number) => dayWords(at, timeZone)
  const facts: [string, string][] = [
    ['Number', document.number],
    ['Date of issue', day(document.issuedAt)],
  ]
  if (document.suppliedAt !== null) facts.push(['Date of supply', day(document.suppliedAt)])
  if (document.dueAt !== null) facts.push(['Due', `${day(document.dueAt)} (${timeZone})`])
  if (about !== null) {
    const word = document.kind === 'credit-note' ? 'Corrects' : 'Belongs to'
    facts.push([word, `Invoice ${about.number} of ${day(about.issuedAt)}`])
  }
  const lot = subject.lotNumber === null ? '' : `Lot ${subject.lotNumber}, `
  facts.push(['For', `${lot}${subject.title}`])
  if (subject.vin !== undefined) facts.push(['VIN', subject.vin])
  if (document.reason !== null) facts.push(['Reason', document.reason])
  if (document.dueAt !== null) facts.push(['Payment reference', document.number])
  return facts
}

function writeLines(pdf: Pdf, document: Document, balance: BalanceRow[]): void {
  const money = (amount: number) => moneyText(amount, document.currency)
  pdf.table(
    [
      { label: 'Item', share: 0.4 },
      { label: 'Net', share: 0.16, align: 'right' },
      { label: `${document.taxLabel} rate`, share: 0.14, align: 'right' },
      { label: document.taxLabel, share: 0.14, align: 'right' },
      { label: 'Amount', share: 0.16, align: 'right' },
    ],
    document.lines.map(({ label, amount, taxBasisPoints, tax }) => [
      label,
      money(amount),
      shareWords(taxBasisPoints),
      money(tax),
      money(amount + tax),
    ]),
    [
      [
        document.kind === 'credit-note' ? 'Total credited' : 'Total',
        money(document.net),
        '',
        money(document.tax),
        money(document.total),
      ],
      ...balance.map(({ label, amount }) => [label, '', '', '', `${amount < 0 ? '−' : ''}${money(Math.abs(amount))}`]),
    ],
  )
}

function writeTaxes(pdf: Pdf, document: Document): void {
  const money = (amount: number) => moneyText(amount, document.currency)
  pdf.write(`${document.taxLabel} by rate, in ${document.currency}`, { strong: true })
  pdf.gap(4)
  pdf.table(
    [
      { label: 'Rate', share: 0.4 },
      { label: 'Net', share: 0.2, align: 'right' },
      { label: document.taxLabel, share: 0.2, align: 'right' },
      { label: 'Amount', share: 0.2, align: 'right' },
    ],
    document.taxes.map(({ basisPoints, net, tax }) => [
      shareWords(basisPoints),
      money(net),
      money(tax),
      money(net + tax),
    ]),
  )
}

/** The bank account for a transfer, and the reference that identifies it. */
function writeBank(pdf: Pdf, { bank, number }: Document): void {
  if (bank === undefined) return
  pdf.write('By bank transfer', { strong: true })
  pdf.gap(4)
  pdf.facts([...bankFacts(bank).map(({ name, value }): [string, string] => [name, value]), ['Reference', number]])
  pdf.gap(6)
}

/** `payAt` null: nothing remains to be paid. */
function writeNotes(pdf: Pdf, document: Document, payAt: string | null): void {
  if (document.dueAt !== null && !document.sample && payAt !== null) {
    const due = dayWords(document.dueAt, document.timeZone)
    pdf.write(`Please pay by ${due}, naming ${document.number}: ${payAt}`, { strong: true })
    pdf.gap(6)
    writeBank(pdf, document)
  }
  for (const note of document.notes) {
    pdf.write(note, { size: 9, quiet: true })
    pdf.gap(2)
  }
}
