import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Block, Run } from '#contract/content/article.ts'
import { STORED, STORED_WORDS } from '#contract/platform/stored-keys.ts'
import { labelInSentence, localeNow, plural, t, translated } from '#server/platform/language/text.ts'
import { moneyText, shareText } from '#server/platform/money-text.ts'
import type { Fields, FieldValue } from './fields.ts'
import { parseMarkdown } from './markdown.ts'

/** The company's settings as fields of its pages, in the language of the call. */
export function companyFields(terms: CompanyTerms): Fields {
  return new Map<string, FieldValue>([...words(terms), ...contacts(terms), ...lists(terms)])
}

function words(terms: CompanyTerms): [string, FieldValue][] {
  const { currency, timed, live, negotiations, storage, lateFee } = terms
  const money = (amount: number) => moneyText(amount, currency)
  const tax = t`${{ share: shareText(terms.taxBasisPoints) }} ${{ tax: labelInSentence(terms.taxLabel) }}`
  const premium = premiumWords(terms)
  const fees = terms.fixedFees.map((fee) => `${labelInSentence(fee.label)} ${money(fee.amount)}`).join(', ')
  const paymentDays = businessDays(terms.paymentDays)
  const texts: Record<string, string> = {
    companyName: terms.companyName,
    currency,
    timeZone: terms.timeZone.replaceAll('_', ' '),
    membershipFee: money(terms.membershipFee),
    refundDays: days(terms.membershipRefundDays),
    verificationDays: businessDays(terms.verificationDays),
    paymentDays,
    claimDays: days(CLAIM_DAYS),
    premium,
    fixedFees: fees,
    tax,
    costsOnTop:
      fees === ''
        ? t`The buyer’s premium (${{ premium }}) and ${{ tax }}`
        : t`The buyer’s premium (${{ premium }}), the fixed fees (${{ fees }}) and ${{ tax }}`,
    lateFeeTerms:
      lateFee === 0
        ? t`There’s no late fee.`
        : t`${{ fee: money(lateFee) }}, once, if an invoice isn’t paid within ${{ paymentDays }}.`,
    storageTerms:
      storage.perDay === 0
        ? t`We don’t charge for storage.`
        : t`The first ${{ days: days(storage.freeDays) }} are free. After that it’s ${{ perDay: money(storage.perDay) }} a day until the vehicle is picked up.`,
    extensionWindow: duration(timed.extensionWindowMs),
    extension: duration(timed.extensionMs),
    liveStart: duration(live.startMs),
    liveExtension: duration(live.extensionMs),
    bidBoundTime: duration(negotiations.boundMs),
    negotiationTime: duration(negotiations.freeMs),
  }
  return Object.entries(texts).map(([name, text]) => [name, { text }])
}

/** What isn't set is left out of the sentences that would name it. */
function contacts({ companyName, contact, director }: CompanyTerms): [string, FieldValue][] {
  const { email, phone, address } = contact
  const mailto = { text: email, href: `mailto:${email}` }
  const known = [email, phone].filter((part) => part !== '')
  const ways = new Intl.ListFormat(localeNow(), { type: 'disjunction' }).format(known)
  return [
    ['contactEmail', email === '' ? { text: '' } : mailto],
    ['contactPhone', phone === '' ? { text: '' } : { text: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` }],
    ['contactAddress', { text: address }],
    ['companyAndAddress', { text: [companyName, address].filter((part) => part !== '').join(', ') }],
    ['dataContact', { text: ways === '' ? '' : t`Questions about your data: ${{ ways }}.` }],
    ['writeTo', email === '' ? { text: t`us through the contact page,` } : mailto],
    ['complaintsTo', email === '' ? { text: t`us through the contact page`, href: '/contact' } : mailto],
    ['directorName', { text: director?.name ?? '' }],
    ['directorOffice', { text: director?.office ?? '' }],
  ]
}

function lists(terms: CompanyTerms): [string, FieldValue][] {
  const letter = terms.director === null ? [] : parseMarkdown(terms.director.letter).article.lead
  return [
    ['incrementsTable', { blocks: [incrementsTable(terms)], shows: 'A table of the bid increments' }],
    ['feeCalculator', { blocks: [{ kind: 'part', part: 'fee-calculator' }], shows: 'A calculator of the total cost' }],
    ['browserStorage', { blocks: [browserStorage()], shows: 'A list of everything we store in the browser' }],
    ['directorLetter', { blocks: letter, shows: 'The director’s message in the settings' }],
  ]
}

const run = (text: string): Run[] => [{ text }]

function incrementsTable({ increments, currency }: CompanyTerms): Block {
  const money = (amount: number) => wholeMoney(amount, currency)
  return {
    kind: 'table',
    caption: t`Increments by price`,
    align: ['left', 'right'],
    head: [run(t`Price`), run(t`Increment`)],
    rows: increments.map(([from, step], index) => {
      const next = increments[index + 1]
      const band =
        next === undefined
          ? t`${{ from: money(from) }} and up`
          : t`${{ from: money(from) }} to under ${{ next: money(next[0]) }}`
      return [run(band), run(money(step))]
    }),
  }
}

function browserStorage(): Block {
  const items = Object.entries(STORED_WORDS).map(([name, { purpose, until }]) => {
    const { category } = STORED[name as keyof typeof STORED]
    return run(`${name} (${translated(category)}): ${translated(purpose)}, ${translated(until)}.`)
  })
  return { kind: 'list', ordered: false, items }
}

/** As prices are shown: `$4,250`, with cents only if there are some. */
function wholeMoney(amount: number, currency: string): string {
  return moneyText(amount, currency).replace(/[.,]00(?=\D*$)/, '')
}

function premiumWords({ premium, currency }: CompanyTerms): string {
  const tiers = premium.map((tier, index) => {
    const next = premium[index + 1]
    const part = shareText(tier.basisPoints)
    if (next !== undefined) return t`${{ part }} of the amount up to ${{ limit: wholeMoney(next.from, currency) }}`
    return tier.from === 0 ? part : t`${{ part }} of the amount above ${{ limit: wholeMoney(tier.from, currency) }}`
  })
  return tiers.join(t`, then `)
}

/** `24 hours`, `2 minutes`, `15 seconds`: the largest unit that fits without a rest. */
function duration(durationMs: number): string {
  if (durationMs >= 3_600_000 && durationMs % 3_600_000 === 0)
    return t`${plural({ hours: durationMs / 3_600_000 }, { one: '# hour', other: '# hours' })}`
  const seconds = Math.round(durationMs / 1000)
  return seconds >= 60 && seconds % 60 === 0
    ? t`${plural({ minutes: seconds / 60 }, { one: '# minute', other: '# minutes' })}`
    : t`${plural({ seconds }, { one: '# second', other: '# seconds' })}`
}

function businessDays(days: number): string {
  return t`${plural({ days }, { one: 'one business day', other: '# business days' })}`
}

function days(count: number): string {
  return t`${plural({ count }, { one: '# day', other: '# days' })}`
}
