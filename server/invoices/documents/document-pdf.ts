import { bankFacts } from '#contract/payments/bank-facts.ts'
import type { BalanceRow } from '#contract/invoices/invoice-balance.ts'
import { dayWords } from '#contract/platform/days.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import type { Language } from '#contract/platform/languages.ts'
import { inLanguage, localeNow, t, translated } from '#server/platform/language/text.ts'
import { openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { moneyText, shareText } from '#server/platform/money-text.ts'
import { countryWords } from '#server/platform/language/country-words.ts'

/** In the language of the call. */
function documentTitle({ kind, number }: Pick<Document, 'kind' | 'number'>): string {
  switch (kind) {
    case 'sale':
      return t`Invoice ${{ number }}`
    case 'late-fee':
      return t`Invoice for a late fee ${{ number }}`
    case 'storage':
      return t`Invoice for storage ${{ number }}`
    case 'credit-note':
      return t`Credit note ${{ number }}`
  }
}

/** `invoice-2026-000001.pdf`. */
export function documentFileName({ kind, number }: Pick<Document, 'kind' | 'number'>): string {
  return `${kind === 'credit-note' ? 'credit-note' : 'invoice'}-${number}.pdf`
}

/**
 * A document as PDF, from the data stored when it was issued: the same document in the same language produces the same bytes, today and
 * in ten years. An invoice partly paid by credit (`balance`) also shows how much that was and what remains to be paid. `logo`: the PNG that the seller names.
 */
export function documentPdf(
  document: Document,
  payAt: string,
  balance: BalanceRow[] = [],
  { logo, language = 'en' }: { logo?: Uint8Array | undefined; language?: Language } = {},
): Promise<Buffer> {
  return inLanguage(language, () => drawn(document, payAt, balance, logo))
}

function drawn(
  document: Document,
  payAt: string,
  balance: BalanceRow[],
  logo: Uint8Array | undefined,
): Promise<Buffer> {
  const { seller } = document
  const title = documentTitle(document)
  const pdf = openPdf({
    title: document.sample ? t`${{ title }} (sample)` : title,
    company: {
      name: seller.brand,
      accent: seller.accent ?? null,
      logo,
      address: seller.address,
      email: seller.email,
      phone: seller.phone,
    },
    at: document.issuedAt,
    footer: document.sample
      ? t`SAMPLE, not a bill. ${{ title }}`
      : [title, seller.name, seller.taxId].filter((part) => part !== '').join(', '),
  })
  if (document.sample) {
    pdf.write(t`SAMPLE: NOT A BILL. The buyer and the vehicle are made up.`, { size: 13, strong: true })
    pdf.gap(8)
  }
  pdf.heading(title)
  pdf.gap(14)
  writeSides(pdf, document)
  pdf.gap(14)
  pdf.facts(factsOf(document))
  pdf.gap(14)
  writeLines(pdf, document, balance)
  // One rate is in the lines and their total.
  if (document.taxes.length > 1) writeTaxes(pdf, document)
  pdf.gap(18)
  writeNotes(pdf, document, balance.at(-1)?.amount === 0 ? null : payAt)
  return pdf.end()
}

function writeSides(pdf: Pdf, { seller, buyer, kind }: Document): void {
  const full = (lines: string[]) => lines.filter((line) => line !== '')
  const [from, to] = kind === 'credit-note' ? [t`Issued by`, t`Issued to`] : [t`Seller`, t`Buyer`]
  pdf.beside(
    full([from, seller.name, seller.address, seller.email, seller.taxId, seller.registration]),
    full([
      to,
      buyer.name,
      ...buyer.address.split('\n'),
      countryWords(buyer.country),
      buyer.email,
      buyer.taxId === '' ? '' : t`Tax ID ${{ taxId: buyer.taxId }}`,
      buyer.paddle === null ? '' : t`Paddle ${{ paddle: buyer.paddle }}`,
    ]),
  )
}

function factsOf(document: Document): [string, string][] {
  const { timeZone, about, subject } = document
  const day = (at: number) => dayWords(at, timeZone, localeNow())
  const facts: [string, string][] = [[t`Date of issue`, day(document.issuedAt)]]
  if (document.suppliedAt !== null) facts.push([t`Date of supply`, day(document.suppliedAt)])
  if (document.dueAt !== null) facts.push([t`Due`, `${day(document.dueAt)} (${timeZone})`])
  if (about !== null) {
    const word = document.kind === 'credit-note' ? t`Corrects` : t`Belongs to`
    facts.push([word, t`Invoice ${{ number: about.number }} of ${{ day: day(about.issuedAt) }}`])
  }
  const { lotNumber, title } = subject
  facts.push([t`For`, lotNumber === null ? title : t`Lot ${{ lotNumber }}, ${{ title }}`])
  if (subject.vin !== undefined) facts.push(['VIN', subject.vin])
  if (document.reason !== null) facts.push([t`Reason`, translated(document.reason)])
  return facts
}

function writeLines(pdf: Pdf, document: Document, balance: BalanceRow[]): void {
  const money = (amount: number) => moneyText(amount, document.currency)
  const taxLabel = translated(document.taxLabel)
  pdf.table(
    [
      { label: t`Item`, share: 0.4 },
      { label: t`Net`, share: 0.16, align: 'right' },
      { label: t`${{ tax: taxLabel }} rate`, share: 0.14, align: 'right' },
      { label: taxLabel, share: 0.14, align: 'right' },
      { label: t`Amount`, share: 0.16, align: 'right' },
    ],
    document.lines.map(({ label, amount, taxBasisPoints, tax }) => [
      translated(label),
      money(amount),
      shareText(taxBasisPoints),
      money(tax),
      money(amount + tax),
    ]),
    [
      [
        document.kind === 'credit-note' ? t`Total credited` : t`Total`,
        money(document.net),
        '',
        money(document.tax),
        money(document.total),
      ],
      ...balance.map(({ label, amount }) => [
        translated(label),
        '',
        '',
        '',
        `${amount < 0 ? '−' : ''}${money(Math.abs(amount))}`,
      ]),
    ],
  )
}

function writeTaxes(pdf: Pdf, document: Document): void {
  const money = (amount: number) => moneyText(amount, document.currency)
  pdf.gap(14)
  pdf.write(t`${{ tax: translated(document.taxLabel) }} by rate, in ${{ currency: document.currency }}`, {
    strong: true,
  })
  pdf.gap(4)
  pdf.table(
    [
      { label: t`Rate`, share: 0.4 },
      { label: t`Net`, share: 0.2, align: 'right' },
      { label: translated(document.taxLabel), share: 0.2, align: 'right' },
      { label: t`Amount`, share: 0.2, align: 'right' },
    ],
    document.taxes.map(({ basisPoints, net, tax }) => [
      shareText(basisPoints),
      money(net),
      money(tax),
      money(net + tax),
    ]),
  )
}

/** The bank account for a transfer, and the reference that identifies it. */
function writeBank(pdf: Pdf, { bank, number }: Document): void {
  if (bank === undefined) return
  pdf.write(t`By bank transfer`, { strong: true })
  pdf.gap(4)
  pdf.facts([
    ...bankFacts(bank).map(({ name, value }): [string, string] => [translated(name), value]),
    [t`Reference`, number],
  ])
  pdf.gap(6)
}

/** `payAt` null: nothing remains to be paid. */
function writeNotes(pdf: Pdf, document: Document, payAt: string | null): void {
  if (document.dueAt !== null && !document.sample && payAt !== null) {
    const due = dayWords(document.dueAt, document.timeZone, localeNow())
    pdf.write(t`Please pay by ${{ due }}, naming ${{ number: document.number }}: ${{ payAt }}`, { strong: true })
    pdf.gap(6)
    writeBank(pdf, document)
  }
  for (const note of document.notes) {
    pdf.write(translated(note), { size: 9, quiet: true })
    pdf.gap(2)
  }
}
