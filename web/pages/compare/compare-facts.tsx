import { t, translated } from '#web/platform/language/text.ts'
import { useState } from 'react'
import type { Lot, Vehicle } from '#contract/lots/lots.ts'
import { FIELDS, type NamedField } from '#contract/lots/vehicle-fields.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { absentWords } from '#web/lots/inspection-words.ts'
import { distanceWords, vehicleWords } from '#web/lots/vehicle-words.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'

type Fact = readonly [name: string, of: (vehicle: Vehicle) => string]

const FACTS: readonly Fact[] = [
  ...FIELDS.filter(({ shown, seenBy }) => (shown ?? 'comparison') === 'comparison' && seenBy !== 'staff').flatMap(
    factsOf,
  ),
  [t`Damage marks`, marksIn],
]

/** The odometer's status is a separate line, so that equal mileage of unequal reliability differs. */
function factsOf(field: NamedField): Fact[] {
  if (field.kind !== 'odometer') return [[translated(field.label), (vehicle) => vehicleWords(vehicle, field)]]
  const read = (say: (odometer: NonNullable<Vehicle['odometer']>) => string) => (vehicle: Vehicle) =>
    vehicle.odometer === null ? t`Not readable` : say(vehicle.odometer)
  return [
    [translated(field.label), read(distanceWords)],
    [t`Odometer status`, read(({ status }) => translated(labelOf('odometerStatus', status)))],
  ]
}

function marksIn(vehicle: Vehicle): string {
  const { damageMap } = vehicle
  if (damageMap.length === 0) return absentWords(vehicle, t`None`)
  const heavy = damageMap.filter(({ severity }) => severity === 'heavy').length
  return heavy === 0 ? `${damageMap.length}` : t`${damageMap.length}, ${heavy} heavy`
}

/** Where the lots differ, line by line; common values can be shown, too. */
export function CompareFacts({ lots }: { lots: readonly Lot[] }) {
  const [all, setAll] = useState(false)
  const rows = FACTS.map(([name, of]) => ({ name, values: lots.map(({ vehicle }) => of(vehicle)) }))
  const shown = all ? rows : rows.filter(({ values }) => new Set(values).size > 1)
  return (
    <section aria-labelledby="differences" className="mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="differences" className="text-lg">
          {all ? t`All facts` : t`Differences`}
        </h2>
        <Switch label={t`Show all facts`} checked={all} onChange={(event) => setAll(event.target.checked)} />
      </div>
      {shown.length === 0 ? (
        <p className="text-slate">{t`No recorded differences.`}</p>
      ) : (
        <Table
          caption={t`Compared facts`}
          whole
          className="max-sm:text-xs max-sm:[&_td]:px-1.5 max-sm:[&_th]:px-1.5 lg:table-fixed"
        >
          <thead>
            <tr>
              <th scope="col" className="lg:w-40">{t`Fact`}</th>
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
