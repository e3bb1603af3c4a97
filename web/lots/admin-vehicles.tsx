import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { exportVehicles, VEHICLE_SHOWS, VEHICLE_SORTS, type VehicleLine } from '#contract/vehicles.ts'
import { labelOf, optionsOf } from '#contract/vocabulary.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useUrlFilter } from '#web/membership/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { odometerWords } from './facts.tsx'
import { downloadAs } from './staff-files.ts'
import { useCursorPages } from './use-cursor-pages.ts'
import { useVehicles, type VehicleQuery } from './use-vehicles.ts'

const FILTERS = ['q', 'show', 'body', 'titleBrand', 'sort'] as const
const SHOW_NAMES = { all: 'All', unoffered: 'In no lot', offered: 'In a lot' }
const SORT_NAMES = { newest: 'Newest first', oldest: 'Oldest first', make: 'Make and model', year: 'Model year' }

/** Every vehicle of the house, by text, title, body and whether it is in a lot. */
export default function AdminVehicles() {
  const { get, ...address } = useUrlFilter()
  const { cursors, turn } = useCursorPages()
  const set: Filter['set'] = (changes) => address.set({ after: '', ...changes })
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (get(name) === '' ? [] : [[name, get(name)]])))
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
      <Filters get={get} set={set} />
      <div className="mt-6" aria-busy={isPlaceholderData}>
        {data !== undefined ? (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <p role="status" className="tabular text-sm text-slate">
                {data.total.toLocaleString('en-US')} {data.total === 1 ? 'vehicle' : 'vehicles'}
              </p>
              <Button variant="outline" size="sm" onClick={() => void exportAll(filter)}>
                Export as CSV
              </Button>
            </div>
            <VehicleTable vehicles={data.items} onClear={() => set({ q: '', show: '', body: '', titleBrand: '' })} />
          </>
        ) : error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Notice tone="bad" title="The list cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        )}
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

async function exportAll(filter: object): Promise<void> {
  await downloadAs('vehicles.csv', exportVehicles, {}, filter).catch((failure: unknown) =>
    toast({ title: 'The file was not made', description: wordsOfFailure(failure), variant: 'destructive' }),
  )
}

type Filter = Pick<ReturnType<typeof useUrlFilter>, 'get' | 'set'>

function Filters({ get, set }: Filter) {
  const choice = (name: (typeof FILTERS)[number], label: string, options: readonly (readonly [string, string])[]) => (
    <Field label={label}>
      <Select value={get(name) || options[0]?.[0]} onChange={(event) => set({ [name]: event.target.value })}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
  const coded = (list: 'body' | 'titleBrand') =>
    [['', 'Any'] as const, ...optionsOf(list).map(({ code, label }) => [code, label] as const)] as const
  return (
    <search className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <Field label="Make, model, VIN or stock number">
        <Input type="search" maxLength={120} value={get('q')} onChange={(event) => set({ q: event.target.value })} />
      </Field>
      {choice(
        'show',
        'Show',
        VEHICLE_SHOWS.map((one) => [one, SHOW_NAMES[one]] as const),
      )}
      {choice('titleBrand', 'Title', coded('titleBrand'))}
      {choice('body', 'Body', coded('body'))}
      {choice(
        'sort',
        'Order',
        VEHICLE_SORTS.map((one) => [one, SORT_NAMES[one]] as const),
      )}
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
          {['Vehicle', 'Stock number', 'VIN', 'Odometer', 'Title', 'Photographs', 'Lot'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
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
            <td>{one.photoCount}</td>
            <td className="whitespace-nowrap">
              {one.openLot === null
                ? '–'
                : `${one.openLot.lotNumber}${one.openLot.isPublished ? '' : ', not published'}`}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
