import { labelOf } from '#contract/vocabulary-labels.ts'
import { absentWords, inspectionWords } from '#web/lots/inspection-words.ts'
import { late } from '#web/platform/late.ts'
import { useState } from 'react'
import type { Lot, Vehicle } from '#contract/lots.ts'
import type { ListName } from '#contract/vocabulary.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'

const number = late(() => new Intl.NumberFormat('en-US'))

const FACTS: readonly [string, (vehicle: Vehicle) => string][] = [
  ['Location', (vehicle) => vehicle.location],
  ['Title', (vehicle) => labelOf('titleBrand', vehicle.titleBrand)],
  [
    'Odometer',
    ({ odometer }) => (odometer === null ? 'Not readable' : `${number().format(odometer.value)} ${odometer.unit}`),
  ],
  [
    'Odometer status',
    ({ odometer }) => (odometer === null ? 'Not readable' : labelOf('odometerStatus', odometer.status)),
  ],
  ['Running', (vehicle) => labelOf('runState', vehicle.runState)],
  ['Keys', (vehicle) => labelOf('keys', vehicle.keys)],
  ['Inspection', inspectionWords],
  ['Main damage', (vehicle) => damageWords(vehicle, vehicle.damagePrimary)],
  ['Other damage', (vehicle) => damageWords(vehicle, vehicle.damageSecondary)],
  ['Damage marks', marksIn],
  ['Year', (vehicle) => String(vehicle.year)],
  ['Body', (vehicle) => labelOf('body', vehicle.body)],
  ['Engine', (vehicle) => vehicle.engine ?? 'Not recorded'],
  ['Gearbox', (vehicle) => codeWords('gearbox', vehicle.gearbox)],
  ['Drive', (vehicle) => codeWords('drive', vehicle.drive)],
  ['Fuel', (vehicle) => codeWords('fuel', vehicle.fuel)],
  ['Colour', (vehicle) => codeWords('colour', vehicle.colour)],
  ['Seller', (vehicle) => labelOf('sellerKind', vehicle.sellerKind)],
  ['Known flaws', (vehicle) => vehicle.flaws.join('; ') || absentWords(vehicle, 'None found')],
]

function codeWords(list: ListName, code: string | null): string {
  return code === null ? 'Not recorded' : labelOf(list, code)
}

function damageWords(vehicle: Vehicle, code: string | null): string {
  return code === null ? absentWords(vehicle, 'None recorded') : labelOf('damage', code)
}

function marksIn(vehicle: Vehicle): string {
  const { damageMap } = vehicle
  if (damageMap.length === 0) return absentWords(vehicle, 'None')
  const heavy = damageMap.filter(({ severity }) => severity === 'heavy').length
  return heavy === 0 ? `${damageMap.length}` : `${damageMap.length}, of them ${heavy} heavy`
}

/** Where the lots differ, line by line; what all have in common can be shown, too. */
export function CompareFacts({ lots }: { lots: readonly Lot[] }) {
  const [all, setAll] = useState(false)
  const rows = FACTS.map(([name, of]) => ({ name, values: lots.map(({ vehicle }) => of(vehicle)) }))
  const shown = all ? rows : rows.filter(({ values }) => new Set(values).size > 1)
  return (
    <section aria-labelledby="differences" className="mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="differences" className="text-lg">
          {all ? 'All facts' : 'Where they differ'}
        </h2>
        <Switch
          label="Show what they have in common, too"
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <p className="text-slate">They differ in nothing that is recorded.</p>
      ) : (
        <Table
          caption="Facts of the compared lots"
          whole
          className="max-sm:text-xs max-sm:[&_td]:px-1.5 max-sm:[&_th]:px-1.5"
        >
          <thead>
            <tr>
              <th scope="col">Fact</th>
              {lots.map((lot) => (
                <th key={lot.id} scope="col" className="min-w-32">
                  <Plate number={lot.lotNumber} size="sm" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row" className="border-t border-line py-3! text-left align-top! font-normal text-slate">
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={lots[index]?.id}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
