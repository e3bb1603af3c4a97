import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { costOf, lineOf, type CostLine } from '#contract/invoices/costs.ts'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { Effect, MoneySettings, previewSettings as endpoint } from '#contract/invoices/company-settings.ts'
import { increment } from '#engine'
import type { App } from '#server/platform/app.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { businessDaysAfter, dayOf } from '../business-days.ts'
import { numberText } from './number-store.ts'
import { promisedBy } from '../promised.ts'
import { checkedChanges, requireOneCurrency, settingsNow } from './change-settings.ts'
import { lastNumber } from './store.ts'

/** Whole units of the currency: a cheap, an average and an expensive vehicle. */
const HAMMERS = [1500, 8400, 32_000]

/** The effect of changes on a sale made now, computed by the code that makes invoices. Writes nothing; throws faults by field. */
export async function previewSettings(
  app: App,
  { changes }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const terms = await readCompanyTerms(app)
  const before = await settingsNow(app)
  const after = { ...before, ...checkedChanges(changes, before.currency) }
  await requireOneCurrency(app.db, before, after)
  const hammers = HAMMERS.map((units) => units * minorUnits(terms.currency))
  const year = dayOf(app.now(), terms.timeZone).slice(0, 4)
  const next = {
    invoice: (await lastNumber(app.db, 'invoice', year)) + 1,
    creditNote: (await lastNumber(app.db, 'credit-note', year)) + 1,
    year,
  }
  const effectOf = (settings: MoneySettings) => effect({ ...terms, ...settings }, settings, hammers, app.now(), next)
  return { hammers, before: effectOf(before), after: effectOf(after) }
}

function effect(
  terms: CompanyTerms,
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
    increments: hammers.map((hammer) => increment(terms.increments, hammer)),
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
