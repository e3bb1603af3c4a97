import type { HouseTerms } from '#contract/auctions.ts'
import { costOf, lineOf, type CostLine } from '#contract/costs.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Effect, MoneySettings, previewSettings as endpoint } from '#contract/house-settings.ts'
import { increment } from '#engine'
import type { House } from '#server/platform/house.ts'
import { fractionDigits } from '#server/platform/money-text.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { businessDaysAfter, dayOf } from '../business-days.ts'
import { numberText } from './number-store.ts'
import { promisedBy } from '../promised.ts'
import { checkedChanges, requireOneCurrency, settingsNow } from './change-settings.ts'
import { lastNumber } from './store.ts'

/** Whole units of the currency: a cheap, a usual and a dear vehicle. */
const HAMMERS = [1500, 8400, 32_000]

/** What changes would do to a sale of this moment, by the code that makes invoices. Writes nothing; throws what is wrong by field. */
export async function previewSettings(
  house: House,
  { changes }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const terms = await readHouseTerms(house)
  const before = await settingsNow(house)
  const after = { ...before, ...checkedChanges(changes) }
  await requireOneCurrency(house.db, before, after)
  const hammers = HAMMERS.map((units) => units * 10 ** fractionDigits(terms.currency))
  const year = dayOf(house.now(), terms.timeZone).slice(0, 4)
  const next = {
    invoice: (await lastNumber(house.db, 'invoice', year)) + 1,
    creditNote: (await lastNumber(house.db, 'credit-note', year)) + 1,
    year,
  }
  const effectOf = (settings: MoneySettings) => effect({ ...terms, ...settings }, settings, hammers, house.now(), next)
  return { hammers, before: effectOf(before), after: effectOf(after) }
}

function effect(
  terms: HouseTerms,
  { numbering }: MoneySettings,
  hammers: number[],
  now: number,
  next: { invoice: number; creditNote: number; year: string },
): Effect {
  const sum = (lines: CostLine[], kind: CostLine['kind']) =>
    lines.reduce((total, line) => (line.kind === kind ? total + line.amount : total), 0)
  const taxed = (kind: 'late-fee' | 'storage', amount: number) => {
    const line = lineOf(kind, '', amount, terms)
    return line.amount + line.tax
  }
  const promised = promisedBy(terms, now)
  return {
    membershipFee: terms.membershipFee,
    costs: hammers.map((hammer) => {
      const { lines, tax, total } = costOf(hammer, terms)
      return { premium: sum(lines, 'premium'), fees: sum(lines, 'fee'), tax, total }
    }),
    increments: hammers.map((hammer) => increment(terms.ladder, hammer)),
    currency: terms.currency,
    timeZone: terms.timeZone,
    dueOn: dayOf(businessDaysAfter(now, terms.paymentDays, terms), terms.timeZone),
    lateFee: taxed('late-fee', terms.lateFee),
    storageFrom: dayOf(promised.storage_from!, terms.timeZone),
    storagePerDay: taxed('storage', terms.storage.perDay),
    nextInvoice: numberText(numbering.invoice, next.year, next.invoice),
    nextCreditNote: numberText(numbering.creditNote, next.year, next.creditNote),
  }
}
