import * as z from 'zod/mini'
import { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { checkIncrements } from '#engine'
import { contrastOf } from './contrast.ts'
import { fractionDigits } from '#contract/platform/currency.ts'

/** The terms that settings may override. */
export type OwnTerms = Omit<CompanyTerms, 'demo'>

const SHAPE = CompanyTerms.shape
const DAYS_MAX = 365
const VERIFICATION_DAYS_MAX = 30
const NEGOTIATION_MS_MAX = 14 * 86_400_000
const CLOCK_MS_MIN = 5000
const CLOCK_MS_MAX = 3_600_000

export function isTerm(key: string): key is keyof OwnTerms {
  return key in SHAPE && key !== 'demo'
}

/** What is wrong with a value for a term, in sentences for the operator; empty when it can be used. */
export function faultsOfTerm(key: keyof OwnTerms, value: unknown): string[] {
  const parsed = z.safeParse(SHAPE[key], value)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${[key, ...path.map(String)].join('.')}: ${message}`)
  }
  return FAULTS[key]?.(parsed.data as never) ?? []
}

/** `premium: the first band …` as a sentence without the field's name, which a form shows anyway. */
export function withoutName(fault: string): string {
  const words = fault.replace(/^[\w.-]+: /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The color of text on the accent, as in `web/ui/tokens.css`. */
const ACCENT_TEXT = '#10151b'
/** The least contrast for text: WCAG 2.2, 1.4.3. */
const ACCENT_CONTRAST_MIN = 4.5

/** Checks that the shape cannot express. */
const FAULTS: { [K in keyof OwnTerms]?: (value: OwnTerms[K]) => string[] } = {
  currency: (currency) => {
    if (!Intl.supportedValuesOf('currency').includes(currency)) return [`currency: ${currency} is not a currency.`]
    return [0, 2].includes(fractionDigits(currency))
      ? []
      : ['currency: choose one with two decimal places or none; others aren’t supported.']
  },
  timeZone: (zone) =>
    isTimeZone(zone) ? [] : [`timeZone: ${zone} is not a time zone. Use one such as America/New_York.`],
  holidays: (days) => days.filter((day) => !isDay(day)).map((day) => `holidays: ${day} is not a calendar date.`),
  increments: (increments) => checkIncrements(increments).map((fault) => `bid increments: ${fault}`),
  premium: faultsOfTiers,
  fixedFees: (fees) => {
    const labels = fees.map(({ label }) => label.trim())
    if (labels.includes('')) return ['fixedFees: every fee needs a name.']
    return new Set(labels).size === labels.length ? [] : ['fixedFees: two fees have the same name.']
  },
  paymentDays: (days) => faultsOfDays('paymentDays', days),
  membershipRefundDays: (days) => faultsOfDays('membershipRefundDays', days),
  verificationDays: (days) =>
    days >= 1 && days <= VERIFICATION_DAYS_MAX
      ? []
      : [`verificationDays: from 1 to ${VERIFICATION_DAYS_MAX} business days.`],
  negotiations: ({ boundMs, freeMs }) =>
    Math.min(boundMs, freeMs) > 0 && Math.max(boundMs, freeMs) <= NEGOTIATION_MS_MAX
      ? []
      : ['negotiations: each time above zero and at most 14 days.'],
  brand: ({ accent }) => {
    if (accent === null) return []
    const contrast = contrastOf(accent, ACCENT_TEXT)
    // Rounded down: a color that is refused never seems to have enough.
    const measured = Math.floor(contrast * 10) / 10
    return contrast >= ACCENT_CONTRAST_MIN
      ? []
      : [
          `brand: dark text on ${accent} has a contrast of ${measured}:1. Choose a lighter color: at least ${ACCENT_CONTRAST_MIN}:1.`,
        ]
  },
  timed: (times) => faultsOfTimes('timed', times),
  live: (times) => faultsOfTimes('live', times),
  storage: ({ freeDays }) => faultsOfDays('storage.freeDays', freeDays),
}

function faultsOfTiers(tiers: OwnTerms['premium']): string[] {
  if (tiers.length === 0) return []
  const faults = tiers[0]?.from === 0 ? [] : ['premium: the first band must start from 0.']
  tiers.forEach(({ from }, index) => {
    if (index > 0 && from <= tiers[index - 1]!.from)
      faults.push(`premium: band ${index + 1} must start above band ${index}.`)
  })
  return faults
}

/** A clock of less than a few seconds can't be followed, and one of more than an hour no longer ends a lot. */
function faultsOfTimes(name: string, times: Readonly<Record<string, number>>): string[] {
  const isFit = Object.values(times).every((ms) => ms >= CLOCK_MS_MIN && ms <= CLOCK_MS_MAX)
  return isFit ? [] : [`${name}: each time from 5 seconds to one hour.`]
}

function faultsOfDays(name: string, days: number): string[] {
  return days >= 0 && days <= DAYS_MAX ? [] : [`${name}: from 0 to ${DAYS_MAX} days.`]
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
