import type { ReactNode } from 'react'
import type { Vehicle } from '#contract/lots.ts'
import { checkDigit } from './vin.ts'

const number = new Intl.NumberFormat('en-US')
const CHECK_WORDS = {
  right: 'check digit correct',
  wrong: 'check digit does not fit',
  'not-a-full-number': 'older than the 17-character numbers',
}

/** All facts of a vehicle, on the page and not behind tabs. */
export function Facts({ vehicle }: { vehicle: Vehicle }) {
  return (
    <section aria-labelledby="facts">
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
  const { odometer, vin } = vehicle
  return [
    ['Location', vehicle.location],
    ['Title', vehicle.titleBrand],
    [
      'Odometer',
      odometer === null ? 'Not readable' : `${number.format(odometer.value)} ${odometer.unit}, ${odometer.status}`,
    ],
    ['Runs and drives', vehicle.runState],
    ['Keys', vehicle.keys ? 'Present' : 'None'],
    ['Main damage', vehicle.damagePrimary ?? 'None recorded'],
    ['Other damage', vehicle.damageSecondary ?? 'None recorded'],
    ['Seller', vehicle.sellerKind],
    ['Body', vehicle.body],
    ['Engine', vehicle.engine ?? 'Not recorded'],
    ['Gearbox', vehicle.gearbox ?? 'Not recorded'],
    ['Drive', vehicle.drive ?? 'Not recorded'],
    ['Fuel', vehicle.fuel ?? 'Not recorded'],
    ['Colour', vehicle.colour ?? 'Not recorded'],
    [
      'VIN',
      vin === null ? (
        'Not recorded'
      ) : (
        <>
          <span className="tracking-wide break-all">{vin}</span>
          <span className="block text-xs text-slate">{CHECK_WORDS[checkDigit(vin)]}</span>
        </>
      ),
    ],
    ['Equipment', vehicle.equipment.length === 0 ? 'Not recorded' : vehicle.equipment.join(', ')],
  ]
}
