import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { VEHICLE_STATE_WORDS } from '#contract/vehicle-state-words.ts'
import { exportVehicles, VEHICLE_SHOWS, VEHICLE_SORTS, type VehicleLine } from '#contract/vehicles.ts'
import { labelOf, optionsOf } from '#contract/vocabulary-labels.ts'
import { ExportButton } from '#web/accounts/lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { inspectionWords } from '../inspection-words.ts'
import { odometerWords } from '../vehicle-facts.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'
import { useVehicles, type VehicleQuery } from './use-vehicles.ts'

const FILTERS = ['q', 'show', 'body', 'titleBrand', 'sort'] as const
const SHOW_NAMES = { all: 'All', unoffered: 'Can be entered', offered: 'In a lot now', ...VEHICLE_STATE_WORDS }
const SORT_NAMES = { newest: 'Newest first', oldest: 'Oldest first', make: 'Make and model', year: 'Model year' }

/** Every vehicle of the house, by text, title, body and whether it is in a lot. */
export default function AdminVehicles() {
  const { get, given, ...address } = useUrlFilter()
  const { cursors, turn } = useCursorPages()
  const set: Filter['set'] = (changes) => address.set({ after: '', ...changes })
  const filter = given(FILTERS)
  const cursor = cursors.at(-1)
  const query = useDeferredValue(JSON.stringify({ ...filter, ...(cursor === undefined ? {} : { cursor }) }))
  const { data, error, isPlaceholderData } = useVehicles(JSON.parse(query) as VehicleQuery)
  const next = data?.next ?? null
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Vehicles</h1>
        <div className="flex flex-wrap gap-3">
          <Button asChild variant="outline">
            <Link href={paths.adminPage('import')}>Import a list</Link>
          </Button>
          <Button asChild>
            <Link href={paths.adminPage('vehicles/new')}>Enter a vehicle</Link>
          </Button>
        </div>
      </div>
      <Filters filter={{ get, set }} />
      <div aria-busy={isPlaceholderData}>
        <ReadList data={data} error={error}>
          {({ total, items }) => (
            <>
              <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="tabular text-sm text-slate">
                  {total.toLocaleString('en-US')} {total === 1 ? 'vehicle' : 'vehicles'}
                </p>
                <ExportButton from={exportVehicles} query={filter} name="vehicles.csv" />
              </div>
              <VehicleTable vehicles={items} onClear={() => set({ q: '', show: '', body: '', titleBrand: '' })} />
            </>
          )}
        </ReadList>
      </div>
      {cursors.length === 0 && next === null ? null : (
        <nav aria-label="Pages of the list" className="mt-4 flex gap-3">
          <Button variant="outline" disabled={cursors.length === 0} onClick={() => turn(cursors.slice(0, -1))}>
            Back
          </Button>
          <Button variant="outline" disabled={next === null} onClick={() => next !== null && turn([...cursors, next])}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}

type Filter = Pick<UrlFilter, 'get' | 'set'>

function Filters({ filter }: { filter: Filter }) {
  const coded = (list: 'body' | 'titleBrand') => optionsOf(list).map(({ code, label }) => [code, label] as const)
  const shows = VEHICLE_SHOWS.map((one) => [one, SHOW_NAMES[one]] as const)
  const sorts = VEHICLE_SORTS.map((one) => [one, SORT_NAMES[one]] as const)
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <SearchField filter={filter} label="Make, model, VIN or stock number" />
      <ChoiceField filter={filter} label="Show" name="show" options={shows} all={null} />
      <ChoiceField filter={filter} label="Title" name="titleBrand" options={coded('titleBrand')} all="Any" />
      <ChoiceField filter={filter} label="Body" name="body" options={coded('body')} all="Any" />
      <ChoiceField filter={filter} label="Order" name="sort" options={sorts} all={null} />
    </search>
  )
}

function VehicleTable({ vehicles, onClear }: { vehicles: readonly VehicleLine[]; onClear: () => void }) {
  if (vehicles.length === 0) {
    return (
      <EmptyState
        title="No vehicle matches"
        action={
          <Button variant="outline" onClick={onClear}>
            Show all
          </Button>
        }
      />
    )
  }
  return (
    <Table caption="Vehicles" dense className="[&_td]:align-middle!">
      <thead>
        <tr>
          {['Vehicle', 'Stock number', 'VIN', 'Odometer', 'Title', 'Inspection', 'Photographs', 'State', 'Lot'].map(
            (head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {vehicles.map((one) => (
          <tr key={one.id} className="hover:bg-fog">
            <td className="min-w-48 font-semibold">
              <Link
                href={paths.adminPage(`vehicles/${one.id}`)}
                className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
              >
                {[one.year, one.make, one.model, one.trim].filter((part) => part !== null).join(' ')}
              </Link>
            </td>
            <td>{one.stockNumber ?? '–'}</td>
            <td>{one.vin ?? '–'}</td>
            <td className="whitespace-nowrap">{one.odometer === null ? '–' : odometerWords(one.odometer)}</td>
            <td>{labelOf('titleBrand', one.titleBrand)}</td>
            <td className="whitespace-nowrap">{inspectionWords(one)}</td>
            <td>{one.photoCount}</td>
            <td className="whitespace-nowrap">{VEHICLE_STATE_WORDS[one.state]}</td>
            <td className="whitespace-nowrap">
              {one.lotNumber === null ? '–' : `${one.lotNumber}${one.openLot?.isPublished === false ? ', draft' : ''}`}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
