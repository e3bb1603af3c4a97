import { useState } from 'react'
import { readVin, type VinReading } from '#contract/vin.ts'

/** What a VIN says of itself: whether its check digit fits, who built it and for which model year. */
export default function VinFacts({ vin, year }: { vin: string; year: number }) {
  const [nextYear] = useState(() => new Date().getFullYear() + 1)
  const reading = readVin(vin, nextYear)
  return (
    <>
      {vinWords(reading, year).map((words) => (
        <span key={words} className="block text-xs text-slate">
          {words}
        </span>
      ))}
    </>
  )
}

/** What is to be said of a VIN beside the vehicle's model year. */
export function vinWords(reading: VinReading, year: number): string[] {
  if (!reading.isFull) return ['not one of the 17-character numbers']
  return [checkWords(reading), originWords(reading), yearWords(reading, year)].filter((words) => words !== null)
}

function checkWords({ checkDigit, checkDigitBinds }: VinReading): string {
  if (checkDigit === 'right') return 'check digit correct'
  return checkDigitBinds ? 'check digit does not fit' : 'no check digit: makers outside North America need not use it'
}

function originWords({ make, country }: VinReading): string | null {
  const from = [make, country].filter((part) => part !== null)
  return from.length === 0 ? null : `maker’s code of ${from.join(', ')}`
}

function yearWords({ modelYears }: VinReading, year: number): string | null {
  if (modelYears.length === 0) return null
  if (modelYears.includes(year)) return `model year ${year} by its tenth character`
  return `tenth character of model year ${modelYears.join(' or ')}`
}
