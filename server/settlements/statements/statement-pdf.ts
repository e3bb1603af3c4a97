import { dayWords } from '#contract/platform/days.ts'
import type { Language } from '#contract/platform/languages.ts'
import type { StatementDocument } from '#contract/settlements/statements.ts'
import { countryWords } from '#server/platform/language/country-words.ts'
import { inLanguage, localeNow, t, translated } from '#server/platform/language/text.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'

/** A settlement statement as PDF, from what was stored when it was issued: the same document in a language produces the same bytes. */
export function statementPdf(document: StatementDocument, language: Language = 'en'): Promise<Buffer> {
  return inLanguage(language, () => drawn(document))
}

function drawn(document: StatementDocument): Promise<Buffer> {
  const { company, number, issuedAt } = document
  const title = t`Settlement statement ${{ number }}`
  const pdf = openPdf({
    title,
    company: {
      name: company.brand,
      accent: company.accent,
      address: company.address,
      email: company.email,
      phone: company.phone,
    },
    at: issuedAt,
    footer: [title, company.name, company.taxId].filter((part) => part !== '').join(', '),
  })
  pdf.heading(title)
  pdf.gap(14)
  writeSides(pdf, document)
  pdf.gap(14)
  writeFacts(pdf, document)
  pdf.gap(14)
  writeLots(pdf, document)
  pdf.gap(14)
  writeRest(pdf, document)
  return pdf.end()
}

function writeSides(pdf: Pdf, { company, seller }: StatementDocument): void {
  const full = (lines: string[]) => lines.filter((line) => line !== '')
  pdf.beside(
    full([t`From`, company.name, company.address, company.email, company.taxId, company.registration]),
    full([t`Seller`, seller.name, ...seller.address.split('\n'), countryWords(seller.country), seller.email]),
  )
}

function writeFacts(pdf: Pdf, { number, issuedAt, auction, seller, timeZone, currency }: StatementDocument): void {
  pdf.facts([
    [t`Number`, number],
    [t`Date of issue`, dayWords(issuedAt, timeZone, localeNow())],
    [t`Auction`, `${auction.title}, ${dayWords(auction.startsAt, timeZone, localeNow())}`],
    [t`Seller code`, seller.code],
    [t`Currency`, currency],
  ])
}

function writeLots(pdf: Pdf, { lots, sums, taxLabel, currency }: StatementDocument): void {
  const money = (amount: number) => moneyText(amount, currency)
  const amounts = (of: StatementDocument['sums']) => [
    money(of.hammer),
    money(of.commission),
    money(of.fees),
    money(of.tax),
    money(of.net),
  ]
  pdf.table(
    [
      { label: t`Lot`, share: 0.28 },
      { label: t`Hammer price`, share: 0.16, align: 'right' },
      { label: t`Commission`, share: 0.14, align: 'right' },
      { label: t`Fees`, share: 0.12, align: 'right' },
      { label: translated(taxLabel), share: 0.12, align: 'right' },
      { label: t`Net`, share: 0.18, align: 'right' },
    ],
    lots.map((lot) => [`${lot.lotNumber} ${lot.title}`, ...amounts(lot)]),
    [[t`Total`, ...amounts(sums)]],
  )
}

/** What the total means, and the lots that are not in it. */
function writeRest(pdf: Pdf, { sums, waiting, unsold, currency }: StatementDocument): void {
  const money = (amount: number) => moneyText(amount, currency)
  pdf.write(
    sums.net >= 0
      ? t`We pay you ${{ net: money(sums.net) }} with the next payout.`
      : t`You owe us ${{ net: money(-sums.net) }}. We take it off your next payout.`,
    { strong: true },
  )
  if (waiting.length > 0) {
    pdf.gap(14)
    pdf.write(t`Sold, waiting for the buyer’s payment`, { strong: true })
    pdf.write(t`We pay you for a lot when its buyer has paid us. These lots follow on a later statement.`, {
      size: 9,
      quiet: true,
    })
    pdf.gap(4)
    pdf.table(
      [
        { label: t`Lot`, share: 0.7 },
        { label: t`Hammer price`, share: 0.3, align: 'right' },
      ],
      waiting.map(({ lotNumber, title, hammer }) => [`${lotNumber} ${title}`, money(hammer)]),
    )
  }
  if (unsold.length > 0) {
    pdf.gap(14)
    pdf.write(t`Not sold`, { strong: true })
    for (const { lotNumber, title } of unsold) pdf.write(`${lotNumber} ${title}`)
  }
}
