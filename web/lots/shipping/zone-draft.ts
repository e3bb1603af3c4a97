import { decimalMark } from '#web/platform/money.ts'
import { SHIPPING_CLASSES, type ShippingClass, type ShippingTable, type ShippingZone } from '#contract/lots/shipping.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { t } from '#web/platform/language/text.ts'

/** A zone as typed. Prices are in whole units with a decimal point; an empty base: vehicles of that class are not transported. */
export type ZoneDraft = {
  /** Local to this form. */
  key: string
  name: string
  from: string
  country: string
  places: string
  miles: string
  rates: Record<ShippingClass, { base: string; perMile: string }>
}

export type TableDraft = { zones: ZoneDraft[]; notRunning: string; note: string }

/** `unit`: minor units in one unit of the currency. */
export function draftOf({ zones, notRunning, note }: ShippingTable, unit: number): TableDraft {
  return { zones: zones.map((zone) => zoneDraft(zone, unit)), notRunning: textOf(notRunning, unit), note }
}

function zoneDraft({ rates, places, miles, ...zone }: ShippingZone, unit: number): ZoneDraft {
  const drafts = SHIPPING_CLASSES.map((name) => {
    const rate = rates[name]
    return [name, rate === null ? EMPTY_RATE : { base: textOf(rate.base, unit), perMile: textOf(rate.perMile, unit) }]
  })
  return {
    ...zone,
    key: crypto.randomUUID(),
    places: places.join(', '),
    miles: String(miles),
    rates: Object.fromEntries(drafts) as ZoneDraft['rates'],
  }
}

const EMPTY_RATE = { base: '', perMile: '' }

export function emptyZone(country: string): ZoneDraft {
  const rates = { small: EMPTY_RATE, car: EMPTY_RATE, large: EMPTY_RATE, heavy: EMPTY_RATE }
  return { key: crypto.randomUUID(), name: '', from: '', country, places: '', miles: '0', rates }
}

/** Parses the table as typed; if something is not a number, returns the error text instead. */
export function tableOf({ zones, notRunning, note }: TableDraft, unit: number): ShippingTable | string {
  const faults: string[] = []
  const amount = (text: string, what: string): number => {
    const found = typedNumber(text, unit)
    if (Number.isNaN(found)) faults.push(t`${what}: enter a number, such as 75 or 12.50.`)
    return found
  }
  const table: ShippingTable = {
    zones: zones.map(({ name, from, country, places, miles, rates }) => {
      const named = name.trim() === '' ? t`Unnamed zone` : name
      const priced = SHIPPING_CLASSES.map((each) => {
        const { base, perMile } = rates[each]
        if (base.trim() === '' && perMile.trim() === '') return [each, null]
        return [each, { base: amount(base, named), perMile: amount(perMile.trim() === '' ? '0' : perMile, named) }]
      })
      if (!/^\d{1,5}$/.test(miles.trim())) faults.push(t`${named}: enter the miles as a whole number.`)
      return {
        name,
        from,
        country,
        places: places.split(/[,;\n]/).flatMap((place) => (place.trim() === '' ? [] : [place.trim()])),
        miles: Number(miles),
        rates: Object.fromEntries(priced) as ShippingZone['rates'],
      }
    }),
    notRunning: amount(notRunning.trim() === '' ? '0' : notRunning, t`Non-running surcharge`),
    note,
  }
  return faults[0] ?? table
}

function textOf(amount: number, unit: number): string {
  return (amount / unit).toFixed(Math.round(Math.log10(unit))).replace('.', decimalMark())
}
