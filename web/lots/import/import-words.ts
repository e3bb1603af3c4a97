import type { ImportField, VehicleImport } from '#contract/import.ts'
import type { ListName } from '#contract/vocabulary.ts'

export const FIELD_NAMES: Record<ImportField, string> = {
  stockNumber: 'Stock number',
  vin: 'VIN',
  year: 'Model year',
  make: 'Make',
  model: 'Model',
  trim: 'Trim',
  body: 'Body',
  odometer: 'Odometer',
  odometerUnit: 'Odometer unit',
  odometerStatus: 'Odometer status',
  titleBrand: 'Title',
  damagePrimary: 'Main damage',
  damageSecondary: 'Other damage',
  keys: 'Keys',
  runState: 'Runs and drives',
  engine: 'Engine',
  gearbox: 'Gearbox',
  drive: 'Drive',
  fuel: 'Fuel',
  colour: 'Colour',
  sellerKind: 'Seller',
  location: 'Location',
  highlights: 'Highlights',
  flaws: 'Known flaws',
  equipment: 'Equipment',
  conditionReport: 'Condition report',
  openingBid: 'Opening bid',
  reserve: 'Reserve',
  buyNow: 'Buy-now price',
  photos: 'Photograph files',
}

export const LIST_TITLES: Record<ListName, string> = {
  body: 'Body',
  titleBrand: 'Title',
  damage: 'Damage',
  runState: 'Runs and drives',
  odometerStatus: 'Odometer status',
  keys: 'Keys',
  drive: 'Drive',
  fuel: 'Fuel',
  gearbox: 'Gearbox',
  colour: 'Colour',
  sellerKind: 'Seller',
}

/** What an import is doing or has come to, in a few words. */
export function stateWords({ state, doneCount, rowCount, failure }: VehicleImport): string {
  switch (state) {
    case 'reading':
      return 'Reading the file'
    case 'unreadable':
      return failure ?? 'Cannot be read'
    case 'ready':
      return `${rows(rowCount)}, not imported`
    case 'checking':
      return `Checking row ${doneCount} of ${rowCount}`
    case 'checked':
      return `${rows(rowCount)} checked, not imported`
    case 'running':
      return `Importing row ${doneCount} of ${rowCount}`
    case 'done':
      return `${rows(rowCount)} imported or known`
  }
}

export function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
}
