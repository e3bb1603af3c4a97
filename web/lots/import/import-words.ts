import { columnOf, type VehicleImport } from '#contract/lots/import.ts'
import { CODED_FIELDS } from '#contract/lots/vehicle-fields.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'

/** What the terms of a list are about; two fields share the list of damage. */
export const LIST_TITLES = {
  ...(Object.fromEntries(CODED_FIELDS.map(({ list, label }) => [list, label])) as Record<ListName, string>),
  damage: 'Damage',
  odometerStatus: columnOf('odometerStatus').label,
}

/** What an import is doing or how it ended, in a few words. */
export function stateWords({ state, doneCount, rowCount, failure }: VehicleImport): string {
  switch (state) {
    case 'reading':
      return 'Reading the file'
    case 'unreadable':
      return failure ?? 'Unreadable'
    case 'ready':
      return `${rows(rowCount)}, not imported`
    case 'checking':
      return `Checking row ${doneCount} of ${rowCount}`
    case 'checked':
      return `${rows(rowCount)} checked, not imported`
    case 'running':
      return `Importing row ${doneCount} of ${rowCount}`
    case 'done':
      return `${rows(rowCount)} processed`
  }
}

export function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
}
