import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { countryName } from '#web/accounts/profile/countries.ts'
import { readVin, type VinReading } from '#contract/lots/vin.ts'

/** What a VIN itself shows: whether its check digit is right, the maker and the model year. */
export default function VinFacts({ vin, year }: { vin: string; year: number }) {
  const [nextYear] = useState(() => new Date().getFullYear() + 1)
  const reading = readVin(vin, nextYear)
  return (
    <>
      {vinWords(reading, year).map((words) => (
        <span key={words} className="block text-xs text-slate first-letter:uppercase">
          {words}
        </span>
      ))}
    </>
  )
}

/** Notes about a VIN compared with the vehicle's model year. */
export function vinWords(reading: VinReading, year: number): string[] {
  if (!reading.isFull) return [t`not a 17-character VIN`]
  return [checkWords(reading), originWords(reading), yearWords(reading, year)].filter((words) => words !== null)
}

function checkWords({ checkDigit, checkDigitBinds }: VinReading): string {
  if (checkDigit === 'right') return t`check digit correct`
  return checkDigitBinds ? t`check digit doesn’t match` : t`no check digit (optional outside North America)`
}

function originWords({ make, country }: VinReading): string | null {
  const from = [make, country === null ? null : countryName(country)].filter((part) => part !== null)
  return from.length === 0 ? null : t`manufacturer: ${from.join(', ')}`
}

function yearWords({ modelYears }: VinReading, year: number): string | null {
  if (modelYears.length === 0 || modelYears.includes(year)) return null
  const years = new Intl.ListFormat(locale, { type: 'disjunction' }).format(modelYears.map(String))
  return t`tenth character means model year ${years}`
}
