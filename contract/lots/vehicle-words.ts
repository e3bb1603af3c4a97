import type { NamedField } from './vehicle-fields.ts'
import { labelOf } from './vocabulary.ts'

/**
 * A fact as text: the name of a code, lines joined by semicolons, a date as `2026-12-24`; null if there is none. Not for the
 * odometer and the inspection, whose parts are formatted differently in different places.
 */
export function factWords({ kind, list }: NamedField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  switch (kind) {
    case 'code':
      return labelOf(list!, value as string)
    case 'flag':
      return value === true ? 'Yes' : 'No'
    case 'lines':
      return (value as string[]).join('; ') || null
    case 'text':
    case 'number':
    case 'day':
    case 'report':
      return String(value as string | number)
    case 'odometer':
    case 'inspection':
      return null
  }
}
