import { t, translated } from '#web/platform/language/text.ts'
import { lazy, type ReactNode } from 'react'
import type { Vehicle } from '#contract/lots/lots.ts'
import { FIELDS, isCoded, type NamedField } from '#contract/lots/vehicle-fields.ts'
import { vehicleWords } from './vehicle-words.ts'
import { WhenSeen } from './when-seen.tsx'

// The tables of makers and countries load when the reader gets there: they only add detail to the VIN.
const VinFacts = lazy(() => import('./vin-facts.tsx'))

/** All facts of a vehicle, on the page and not in tabs. */
export function Facts({ vehicle }: { vehicle: Vehicle }) {
  return (
    <section aria-labelledby="facts" className="far">
      <h2 id="facts" className="text-lg">
        {t`Facts`}
      </h2>
      <dl className="mt-4 grid gap-x-10 sm:grid-cols-2">
        {rowsOf(vehicle).map(([term, value]) => (
          <div key={term} className="grid grid-cols-[9rem_1fr] gap-3 border-t border-line py-2.5">
            <dt className="text-slate">{term}</dt>
            <dd className="tabular break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The VIN is last, because its details load late. */
const SHOWN = FIELDS.filter(({ shown, seenBy }) => (shown ?? 'lot') === 'lot' && seenBy !== 'staff').toSorted(
  (a, b) => Number(a.name === 'vin') - Number(b.name === 'vin'),
)

function rowsOf(vehicle: Vehicle): [string, ReactNode][] {
  return SHOWN.map((field) => [translated(field.label), valueOf(vehicle, field)])
}

function valueOf(vehicle: Vehicle, field: NamedField): ReactNode {
  const { vin, year, stated = {} } = vehicle
  if (field.name === 'vin' && vin !== null) return <Vin vin={vin} year={year} />
  const own = isCoded(field) ? stated[field.name] : undefined
  return <Coded name={vehicleWords(vehicle, field)} stated={own} />
}

/** The standard name for a fact, and below it what the seller says about it. */
function Coded({ name, stated }: { name: string; stated: string | undefined }) {
  return (
    <>
      {name}
      {stated === undefined ? null : <span className="block text-xs text-slate">{stated}</span>}
    </>
  )
}

function Vin({ vin, year }: { vin: string; year: number }) {
  return (
    <>
      <span className="tracking-wide break-all">{vin}</span>
      <WhenSeen placeholderClass="min-h-12">
        <VinFacts vin={vin} year={year} />
      </WhenSeen>
    </>
  )
}
