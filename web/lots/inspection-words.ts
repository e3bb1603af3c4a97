import type { Vehicle } from '#contract/lots.ts'
import { late } from '#web/platform/late.ts'

/** The day of an inspection has no time, so no zone may move it. */
const day = late(
  () => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

export const NOT_INSPECTED = 'Not inspected'

/** `Nov 2, 2026, by Northgate Inspections`, or that there was none. */
export function inspectionWords({ inspection }: Pick<Vehicle, 'inspection'>): string {
  if (inspection === null) return NOT_INSPECTED
  const on = day().format(Date.parse(`${inspection.day}T00:00:00Z`))
  return inspection.by === null ? on : `${on}, by ${inspection.by}`
}

/** What stands where nothing was found: `found` only if somebody looked. */
export function absentWords({ inspection }: Pick<Vehicle, 'inspection'>, found: string): string {
  return inspection === null ? NOT_INSPECTED : found
}
