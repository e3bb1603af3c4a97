import { late } from '#web/platform/late.ts'
import { lazy, type ReactNode } from 'react'
import type { Vehicle } from '#contract/lots.ts'
import type { ListName } from '#contract/vocabulary.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'
import { absentWords, inspectionWords } from './inspection-words.ts'
import { WhenSeen } from './when-seen.tsx'

// The tables of makers and countries come when one reads that far: they say more of the number and are nothing to wait for.
const VinFacts = lazy(() => import('./vin-facts.tsx'))

const number = late(() => new Intl.NumberFormat('en-US'))

/** All facts of a vehicle, on the page and not behind tabs. */
export function Facts({ vehicle }: { vehicle: Vehicle }) {
  return (
    <section aria-labelledby="facts" className="far">
      <h2 id="facts" className="text-lg">
        Facts
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

function rowsOf(vehicle: Vehicle): [string, ReactNode][] {
  const { odometer, stated = {} } = vehicle
  const coded = (list: ListName, value: string | null, own: string | undefined, absent = 'Not recorded') =>
    value === null ? absent : <Coded name={labelOf(list, value)} stated={own} />
  const harm = (value: string | null, own: string | undefined) =>
    coded('damage', value, own, absentWords(vehicle, 'None recorded'))
  const vin = vehicle.vin === null ? 'Not recorded' : <Vin key="vin" vin={vehicle.vin} year={vehicle.year} />
  return [
    ['Location', vehicle.location],
    ['Title', coded('titleBrand', vehicle.titleBrand, stated.titleBrand)],
    ['Odometer', odometer === null ? 'Not readable' : odometerWords(odometer)],
    ['Running', coded('runState', vehicle.runState, stated.runState)],
    ['Keys', coded('keys', vehicle.keys, stated.keys)],
    ['Inspection', inspectionWords(vehicle)],
    ['Main damage', harm(vehicle.damagePrimary, stated.damagePrimary)],
    ['Other damage', harm(vehicle.damageSecondary, stated.damageSecondary)],
    ['Seller', coded('sellerKind', vehicle.sellerKind, stated.sellerKind)],
    ['Body', coded('body', vehicle.body, stated.body)],
    ['Engine', vehicle.engine ?? 'Not recorded'],
    ['Gearbox', coded('gearbox', vehicle.gearbox, stated.gearbox)],
    ['Drive', coded('drive', vehicle.drive, stated.drive)],
    ['Fuel', coded('fuel', vehicle.fuel, stated.fuel)],
    ['Colour', coded('colour', vehicle.colour, stated.colour)],
    ['VIN', vin],
    ['Equipment', vehicle.equipment.length === 0 ? 'Not recorded' : vehicle.equipment.join(', ')],
  ]
}

/** What a fact is called in the trade, and below it what the seller says of it. */
function Coded({ name, stated }: { name: string; stated: string | undefined }) {
  return (
    <>
      {name}
      {stated === undefined ? null : <span className="block text-xs text-slate">{stated}</span>}
    </>
  )
}

/** As in "64,601 mi, actual". */
export function odometerWords({ value, unit, status }: NonNullable<Vehicle['odometer']>): string {
  return `${number().format(value)} ${unit}, ${labelOf('odometerStatus', status).toLowerCase()}`
}

function Vin({ vin, year }: { vin: string; year: number }) {
  return (
    <>
      <span className="tracking-wide break-all">{vin}</span>
      <WhenSeen room="min-h-12">
        <VinFacts vin={vin} year={year} />
      </WhenSeen>
    </>
  )
}
