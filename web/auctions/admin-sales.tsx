import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import { exportSales, listSales, SALE_SORTS, SALE_STATES, type StaffSale } from '#contract/sale-entry.ts'
import { ExportButton, SortHead, Turning } from '#web/accounts/lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { type Sorting, type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { call, type Input as InputOf } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'

const FILTERS = ['q', 'state'] as const
type Query = NonNullable<InputOf<typeof listSales>['query']>
type Sort = (typeof SALE_SORTS)[number]

/** All sales: a draft leads to its plan, a published one to its run list with the standings. */
export default function AdminSales() {
  const filter = useUrlFilter()
  const { user } = useUser()
  const mayEnter = barrier(user, 'auctioneer') === null
  const sorting = filter.sorting(SALE_SORTS)
  const text = useDeferredValue(JSON.stringify({ ...filter.given(FILTERS), ...sorting }))
  const query = JSON.parse(text) as Query
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [listSales.path, text, filter.page],
    queryFn: ({ signal }) => call(listSales, { query: { ...query, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Sales</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ExportButton from={exportSales} query={query} name="sales.csv" />
          {mayEnter ? (
            <Button asChild>
              <Link href={paths.adminPage('sales/new')}>New sale</Link>
            </Button>
          ) : null}
        </div>
      </div>
      <search className="mt-4 grid max-w-[36rem] grid-cols-[2fr_1fr] gap-3">
        <SearchField filter={filter} label="Title or place" />
        <ChoiceField filter={filter} label="State" name="state" options={STATES} />
      </search>
      <div aria-busy={isPlaceholderData}>
        <ReadList data={data} error={error}>
          {({ items, page, pages }) => (
            <>
              {items.length > 0 ? (
                <SalesTable sales={items} mayEnter={mayEnter} sorting={sorting} onSort={filter.set} />
              ) : query.q !== undefined || query.state !== undefined ? (
                <EmptyState title="No sale matches">Take a filter away, or search for less.</EmptyState>
              ) : (
                <EmptyState title="No sales yet">A new one begins as a draft that nobody else sees.</EmptyState>
              )}
              <Turning page={page} pages={pages} onTurn={filter.turn} />
            </>
          )}
        </ReadList>
      </div>
    </>
  )
}

const STATES = SALE_STATES.map((one) => [one, one] as const)

const HEADS: { label: string; by: Sort | null; right?: boolean; first?: 'up' | 'down' }[] = [
  { label: 'Sale', by: 'title' },
  { label: 'State', by: null },
  { label: 'Kind', by: null },
  { label: 'Lots', by: 'lots', right: true, first: 'down' },
  { label: 'Opens', by: 'opens', first: 'down' },
  { label: 'Last lot ends', by: 'ends', first: 'down' },
  { label: 'Place', by: 'place' },
]

type SalesTableProps = {
  sales: readonly StaffSale[]
  mayEnter: boolean
  sorting: Sorting<Sort>
  onSort: UrlFilter['set']
}

function SalesTable({ sales, mayEnter, sorting, onSort }: SalesTableProps) {
  return (
    <Table caption="Sales" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          {HEADS.map(({ label, ...head }) => (
            <SortHead key={label} sorting={sorting} onSort={onSort} {...head}>
              {label}
            </SortHead>
          ))}
          {mayEnter ? (
            <th scope="col">
              <span className="sr-only">Plan and copy</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <td>
              <Link
                href={paths.adminPage(
                  sale.state === 'draft' && mayEnter ? `sales/${sale.id}/plan` : `sales/${sale.id}`,
                )}
                className="font-semibold underline decoration-line underline-offset-4"
              >
                {sale.title}
              </Link>
            </td>
            <td>{sale.state}</td>
            <td>{sale.kind}</td>
            <td className="text-right">{sale.lotCount}</td>
            <td className="whitespace-nowrap">{formatInstant(sale.opensAt)}</td>
            <td className="whitespace-nowrap">{sale.endsAt === null ? '–' : formatInstant(sale.endsAt)}</td>
            <td>{sale.location}</td>
            {mayEnter ? (
              <td>
                <PlanLinks sale={sale} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function PlanLinks({ sale }: { sale: StaffSale }) {
  return (
    <span className="flex gap-2">
      <Button asChild variant="outline" size="sm">
        <Link href={paths.adminPage(`sales/${sale.id}/plan`)}>
          Plan<span className="sr-only"> {sale.title}</span>
        </Link>
      </Button>
      <Button asChild variant="outline" size="sm">
        <Link href={paths.adminPage(`sales/new?from=${sale.id}`)}>
          Copy<span className="sr-only"> {sale.title}</span>
        </Link>
      </Button>
    </span>
  )
}
