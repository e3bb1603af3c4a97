import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import type { Vehicle } from '#contract/lots/lots.ts'
import { late } from '#web/fast-start/late.ts'

/** The day of an inspection has no time, so no time zone may shift it. */
const day = late(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

export const NOT_INSPECTED = t`Not inspected`

/** `Nov 2, 2026, by Northgate Inspections`, or that there was none. */
export function inspectionWords({ inspection }: Pick<Vehicle, 'inspection'>): string {
  if (inspection === null) return NOT_INSPECTED
  const on = dayWords(inspection.day)
  return inspection.by === null ? on : t`${on}, by ${inspection.by}`
}

/** `Nov 2, 2026` for `2026-11-02`. */
export function dayWords(text: string): string {
  return day().format(Date.parse(`${text}T00:00:00Z`))
}

/** The text where nothing was found: says `found` only if someone inspected the vehicle. */
export function absentWords({ inspection }: Pick<Vehicle, 'inspection'>, found: string): string {
  return inspection === null ? NOT_INSPECTED : found
}
