import type { UseFormReturn } from 'react-hook-form'
import type { AuctionEntry } from '#contract/auctions/auction-entry.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { decimalMark } from '#web/platform/money.ts'
import { typedTime } from '#web/ui/date-time-input.tsx'
import { t } from '#web/platform/language/text.ts'

/** The form of an auction as it is typed. */
export type AuctionDraft = Record<
  | 'title'
  | 'kind'
  | 'location'
  | 'description'
  | 'currency'
  | 'opensAt'
  | 'startsAt'
  | 'lotEvery'
  | 'liveStart'
  | 'window'
  | 'extension'
  | 'hardEndAt'
  | 'outageExtension'
  | 'buyNowUntil'
  | 'bidUnit',
  string
>

export function secondsOf(durationMs: number): string {
  return String(durationMs / 1000)
}

/** Source: the rulebook, "How a lot ends". */
const OUTAGE_EXTENSION_MS = 600_000

export function formOf(entry: AuctionEntry): AuctionDraft {
  return {
    title: entry.title,
    kind: entry.kind,
    location: entry.location,
    description: entry.description,
    currency: entry.currency,
    opensAt: localText(entry.opensAt),
    startsAt: localText(entry.startsAt),
    lotEvery: secondsOf(entry.lotEveryMs),
    liveStart: secondsOf(entry.liveStartMs),
    window: secondsOf(entry.extensionWindowMs),
    extension: secondsOf(entry.extensionMs),
    hardEndAt: typeof entry.hardEndAt === 'number' ? localText(entry.hardEndAt) : '',
    outageExtension: secondsOf(entry.outageExtensionMs ?? OUTAGE_EXTENSION_MS),
    buyNowUntil: entry.buyNowUntil ?? 'reserve-met',
    bidUnit: String(entry.bidUnit / minorUnits(entry.currency)).replace('.', decimalMark()),
  }
}

/** `shown`: what was in the form before anyone typed. */
export function entryOf(
  form: AuctionDraft,
  increments: AuctionEntry['increments'],
  shown: Pick<AuctionEntry, 'opensAt' | 'startsAt' | 'hardEndAt'>,
): AuctionEntry {
  const ms = (seconds: string) => Math.round(Number(seconds) * 1000)
  const currency = form.currency.trim().toUpperCase()
  const unit = /^[A-Z]{3}$/.test(currency) ? minorUnits(currency) : 100
  return {
    title: form.title.trim(),
    kind: form.kind === 'live' ? 'live' : 'timed',
    location: form.location.trim(),
    description: form.description.trim(),
    currency,
    opensAt: timeOf(form.opensAt, shown.opensAt) ?? NaN,
    startsAt: timeOf(form.startsAt, shown.startsAt) ?? NaN,
    lotEveryMs: ms(form.lotEvery),
    liveStartMs: ms(form.liveStart),
    extensionWindowMs: ms(form.window),
    extensionMs: ms(form.extension),
    hardEndAt: timeOf(form.hardEndAt, shown.hardEndAt ?? null),
    outageExtensionMs: ms(form.outageExtension),
    buyNowUntil: form.buyNowUntil === 'price-reached' ? 'price-reached' : 'reserve-met',
    bidUnit: typedNumber(form.bidUnit, unit),
    increments,
  }
}

/** An instant in the format of a datetime input, to the minute, in the viewer's zone: `2026-11-21T14:30`. */
function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** A time that nobody changed stays to the millisecond, and in the hour that clocks show twice. */
function timeOf(text: string, shown: number | null): number | null {
  return shown !== null && text === localText(shown) ? shown : typedTime(text)
}

const INSTANTS: ReadonlySet<keyof AuctionDraft> = new Set(['opensAt', 'startsAt'])
const SECONDS: ReadonlySet<keyof AuctionDraft> = new Set([
  'lotEvery',
  'liveStart',
  'window',
  'extension',
  'outageExtension',
])

/** What only the form can say well: the server has numbers where a person types. */
export function faultOf(name: keyof AuctionDraft, typed: string): string | true {
  if (INSTANTS.has(name) && typed === '') return t`Enter a date and time.`
  if (SECONDS.has(name) && !/^\d{1,5}(\.\d{1,3})?$/.test(typed.trim())) return t`Enter seconds, such as 120.`
  return true
}

const FIELDS: Record<string, keyof AuctionDraft> = {
  title: 'title',
  kind: 'kind',
  location: 'location',
  description: 'description',
  currency: 'currency',
  opensAt: 'opensAt',
  startsAt: 'startsAt',
  lotEveryMs: 'lotEvery',
  liveStartMs: 'liveStart',
  extensionWindowMs: 'window',
  extensionMs: 'extension',
  hardEndAt: 'hardEndAt',
  outageExtensionMs: 'outageExtension',
  buyNowUntil: 'buyNowUntil',
  bidUnit: 'bidUnit',
}

const PARTS = ['increments', 'costs.premium', 'costs.taxBasisPoints'] as const

/** The server's error about what is not a single field. */
export function wordsAbout(failure: unknown, part: (typeof PARTS)[number]): string | undefined {
  return fieldFaults(failure).find(({ field }) => field.includes(part))?.message
}

/** Field errors go to their fields. Returns the text for the form as a whole; null: every error has its place. */
export function showAll(failure: unknown, form: UseFormReturn<AuctionDraft>): string | null {
  const nameOf = (field: string) => FIELDS[field.split('.').at(-1) ?? '']
  for (const [index, { field, message }] of fieldFaults(failure).entries()) {
    const name = nameOf(field)
    if (name !== undefined) form.setError(name, { message }, { shouldFocus: index === 0 })
  }
  return formFault(failure, (field) => nameOf(field) !== undefined || PARTS.some((part) => field.includes(part)))
}
