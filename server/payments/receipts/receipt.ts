import { dayWords } from '#contract/platform/days.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import type { App } from '#server/platform/app.ts'
import { countryWords } from '#server/platform/language/country-words.ts'
import { inLanguage, localeNow, t, translated } from '#server/platform/language/text.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { openPdf } from '#server/platform/pdf/pdf.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { labelOf } from '../payable.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../payment.ts'

function wayText(provider: string): string {
  if (provider === 'sandbox') return t`Sandbox: no money moved`
  if (provider === 'stripe') return t`Card, by Stripe`
  if (provider === 'credit') return t`Your credit`
  return provider === 'transfer' ? t`Bank transfer` : provider
}

/** The receipt of a payment as PDF. */
export async function paymentReceipt(app: App, payment: PaymentRow): Promise<Buffer> {
  const { provider, reference, amount, currency } = payment
  const line = await labelOf(app, app.db, payment)
  return document(app, payment, () => ({
    title: t`Receipt`,
    number: payment.receipt_number ?? payment.id,
    at: payment.settled_at ?? payment.created_at,
    from: t`Received from`,
    facts: [
      [t`Paid by`, wayText(provider)],
      ...(reference === null ? [] : [[t`Transfer reference`, reference] as [string, string]]),
    ],
    line: translated(line),
    amount: moneyText(amount, currency),
    words: t`This receipt confirms a payment. Where an invoice was issued, the invoice is the document for your books.`,
  }))
}

/** The receipt of a refund. */
export async function refundReceipt(app: App, refund: RefundRow, payment: PaymentRow): Promise<Buffer> {
  // A refund that its provider couldn't send is sent from the bank.
  const way = refund.sent_by ?? payment.provider
  return document(app, payment, () => ({
    title: t`Refund receipt`,
    number: refund.receipt_number ?? refund.id,
    at: refund.settled_at ?? refund.created_at,
    from: t`Refunded to`,
    facts: [
      [t`Refunded by`, wayText(way)],
      [t`Original receipt`, payment.receipt_number ?? payment.id],
    ],
    line: t`Refund. ${{ reason: translated(refund.reason) }}`,
    amount: moneyText(refund.amount, payment.currency),
    words: wordsOfWay(way, payment),
  }))
}

function wordsOfWay(way: string, { provider }: PaymentRow): string {
  if (way === 'credit') return t`The amount is your credit again. It pays your next invoice.`
  return way === provider
    ? t`We refund the way you paid. Banks take up to five business days to show it.`
    : t`Banks take up to five business days to show it.`
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

/** In the payer's language. */
async function document(app: App, payment: PaymentRow, words: () => Document): Promise<Buffer> {
  const { brand, companyName, contact, timeZone } = await readCompanyTerms(app)
  const [person, language, logo] = await Promise.all([
    personFacts(app.db, payment.account_id),
    languageOf(app.db, payment.account_id),
    brandPicture(app.db, brand.logo),
  ])
  return inLanguage(language, () => {
    const payer = person === null ? '' : `${person.name}\n${person.email}\n${countryWords(person.country)}`
    const said = words()
    const title = `${said.title} ${said.number}`
    const pdf = openPdf({
      title,
      company: { name: companyName, accent: brand.accent, logo, ...contact },
      at: said.at,
      footer: `${companyName}, ${title}`,
    })
    pdf.heading(said.title)
    pdf.gap(14)
    pdf.facts([
      [t`Number`, said.number],
      [t`Date`, dayWords(said.at, timeZone, localeNow())],
      [said.from, payer],
      ...said.facts,
    ])
    pdf.gap(20)
    pdf.table(
      [
        { label: t`For`, share: 0.7 },
        { label: t`Amount`, share: 0.3, align: 'right' },
      ],
      [[said.line, said.amount]],
      [[t`Total`, said.amount]],
    )
    pdf.gap(20)
    pdf.write(said.words, { quiet: true, size: 9 })
    return pdf.end()
  })
}
