import { bankFacts } from '#contract/bank-account.ts'
import type { BalanceRow } from '#contract/invoice-balance.ts'
import { dayWords } from '#contract/days.ts'
import type { Paper } from '#contract/invoices.ts'
import { openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { countryWords, shareWords } from '../words.ts'

const TITLES: Record<Paper['kind'], string> = {
  sale: 'Invoice',
  'late-fee': 'Invoice for a late fee',
  storage: 'Invoice for storage',
  'credit-note': 'Credit note',
}

export function paperTitle({ kind, number }: Pick<Paper, 'kind' | 'number'>): string {
  return `${TITLES[kind]} ${number}`
}

/** `invoice-2026-000001.pdf`. */
export function paperFileName({ kind, number }: Pick<Paper, 'kind' | 'number'>): string {
  return `${kind === 'credit-note' ? 'credit-note' : 'invoice'}-${number}.pdf`
}

/**
 * A paper as PDF, from what was kept when it was issued: the same paper makes the same bytes, today and in ten years. An invoice that
 * credit paid some of (`balance`) also says how much of it, and what is left to pay now.
 */
export function paperPdf(paper: Paper, payAt: string, balance: BalanceRow[] = []): Promise<Buffer> {
  const { seller } = paper
  const title = paperTitle(paper)
  const pdf = openPdf({
    title: paper.sample ? `${title} (sample)` : title,
    house: { name: seller.brand, address: seller.address, email: seller.email, phone: seller.phone },
    at: paper.issuedAt,
    footer: paper.sample
      ? `SAMPLE, nobody owes this. ${title}`
      : [title, seller.name, seller.taxId].filter((part) => part !== '').join(', '),
  })
  if (paper.sample) {
    pdf.write('SAMPLE: nobody owes this, and the buyer and the vehicle are made up.', { size: 13, strong: true })
    pdf.gap(8)
  }
  pdf.heading(title)
  pdf.gap(14)
  writeSides(pdf, paper)
  pdf.gap(14)
  pdf.facts(factsOf(paper))
  pdf.gap(14)
  writeLines(pdf, paper, balance)
  pdf.gap(14)
  writeTaxes(pdf, paper)
  pdf.gap(18)
  writeNotes(pdf, paper, balance.at(-1)?.amount === 0 ? null : payAt)
  return pdf.end()
}

function writeSides(pdf: Pdf, { seller, buyer, kind }: Paper): void {
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

function factsOf(paper: Paper): [string, string][] {
  const { timeZone, about, subject } = paper
  const day = (at: number) => dayWords(at, timeZone)
  const facts: [string, string][] = [
    ['Number', paper.number],
    ['Date of issue', day(paper.issuedAt)],
  ]
  if (paper.suppliedAt !== null) facts.push(['Date of supply', day(paper.suppliedAt)])
  if (paper.dueAt !== null) facts.push(['Due', `${day(paper.dueAt)} (${timeZone})`])
  if (about !== null) {
    const word = paper.kind === 'credit-note' ? 'Corrects' : 'Belongs to'
    facts.push([word, `Invoice ${about.number} of ${day(about.issuedAt)}`])
  }
  const lot = subject.lotNumber === null ? '' : `Lot ${subject.lotNumber}, `
  facts.push(['For', `${lot}${subject.title}`])
  if (subject.vin !== undefined) facts.push(['VIN', subject.vin])
  if (paper.reason !== null) facts.push(['Reason', paper.reason])
  if (paper.dueAt !== null) facts.push(['Payment reference', paper.number])
  return facts
}

function writeLines(pdf: Pdf, paper: Paper, balance: BalanceRow[]): void {
  const money = (amount: number) => moneyText(amount, paper.currency)
  pdf.table(
    [
      { label: 'Item', share: 0.4 },
      { label: 'Net', share: 0.16, align: 'right' },
      { label: `${paper.taxLabel} rate`, share: 0.14, align: 'right' },
      { label: paper.taxLabel, share: 0.14, align: 'right' },
      { label: 'Amount', share: 0.16, align: 'right' },
    ],
    paper.lines.map(({ label, amount, taxBasisPoints, tax }) => [
      label,
      money(amount),
      shareWords(taxBasisPoints),
      money(tax),
      money(amount + tax),
    ]),
    [
      [
        paper.kind === 'credit-note' ? 'Total credited' : 'Total',
        money(paper.net),
        '',
        money(paper.tax),
        money(paper.total),
      ],
      ...balance.map(({ label, amount }) => [label, '', '', '', `${amount < 0 ? '−' : ''}${money(Math.abs(amount))}`]),
    ],
  )
}

function writeTaxes(pdf: Pdf, paper: Paper): void {
  const money = (amount: number) => moneyText(amount, paper.currency)
  pdf.write(`${paper.taxLabel} by rate, in ${paper.currency}`, { strong: true })
  pdf.gap(4)
  pdf.table(
    [
      { label: 'Rate', share: 0.4 },
      { label: 'Net', share: 0.2, align: 'right' },
      { label: paper.taxLabel, share: 0.2, align: 'right' },
      { label: 'Amount', share: 0.2, align: 'right' },
    ],
    paper.taxes.map(({ basisPoints, net, tax }) => [shareWords(basisPoints), money(net), money(tax), money(net + tax)]),
  )
}

/** Where a transfer goes, and what it has to carry to be known. */
function writeBank(pdf: Pdf, { bank, number }: Paper): void {
  if (bank === undefined) return
  pdf.write('By bank transfer', { strong: true })
  pdf.gap(4)
  pdf.facts([...bankFacts(bank).map(({ name, value }): [string, string] => [name, value]), ['Reference', number]])
  pdf.gap(6)
}

/** `payAt` null: nothing is left to pay. */
function writeNotes(pdf: Pdf, paper: Paper, payAt: string | null): void {
  if (paper.dueAt !== null && !paper.sample && payAt !== null) {
    const due = dayWords(paper.dueAt, paper.timeZone)
    pdf.write(`Please pay by ${due}, naming ${paper.number}: ${payAt}`, { strong: true })
    pdf.gap(6)
    writeBank(pdf, paper)
  }
  for (const note of paper.notes) {
    pdf.write(note, { size: 9, quiet: true })
    pdf.gap(2)
  }
}
