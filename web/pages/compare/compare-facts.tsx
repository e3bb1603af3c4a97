import { late } from '#web/platform/late.ts'
import { useState } from 'react'
import type { Lot, Vehicle } from '#contract/lots.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'

const number = late(() => new Intl.NumberFormat('en-US'))

const FACTS: readonly [string, (vehicle: Vehicle) => string][] = [
  ['Location', (vehicle) => vehicle.location],
  ['Title', (vehicle) => vehicle.titleBrand],
  [
    'Odometer',
    ({ odometer }) => (odometer === null ? 'Not readable' : `${number().format(odometer.value)} ${odometer.unit}`),
  ],
  ['Odometer status', ({ odometer }) => odometer?.status ?? 'Not readable'],
  ['Running', (vehicle) => vehicle.runState],
  ['Keys', (vehicle) => (vehicle.keys ? 'Present' : 'None')],
  ['Main damage', (vehicle) => vehicle.damagePrimary ?? 'None recorded'],
  ['Other damage', (vehicle) => vehicle.damageSecondary ?? 'None recorded'],
  ['Marks of damage', (vehicle) => marksIn(vehicle)],
  ['Year', (vehicle) => String(vehicle.year)],
  ['Body', (vehicle) => vehicle.body],
  ['Engine', (vehicle) => vehicle.engine ?? 'Not recorded'],
  ['Gearbox', (vehicle) => vehicle.gearbox ?? 'Not recorded'],
  ['Drive', (vehicle) => vehicle.drive ?? 'Not recorded'],
  ['Fuel', (vehicle) => vehicle.fuel ?? 'Not recorded'],
  ['Colour', (vehicle) => vehicle.colour ?? 'Not recorded'],
  ['Seller', (vehicle) => vehicle.sellerKind],
  ['Known flaws', (vehicle) => (vehicle.flaws.length === 0 ? 'None found' : vehicle.flaws.join('; '))],
]

function marksIn({ damageMap }: Vehicle): string {
  if (damageMap.length === 0) return 'None'
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
