import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listSales, type StaffSale } from '#contract/sale-entry.ts'
import { barrier } from '#contract/access.ts'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'

const STATES = ['draft', 'scheduled', 'running', 'ended'] as const

/** All sales: a draft leads to its plan, a published one to its run list with the standings. */
export default function AdminSales() {
  const filter = useUrlFilter()
  const q = filter.get('q').trim().toLowerCase()
  const state = STATES.find((one) => one === filter.get('state'))
  const { user } = useUser()
  const mayEnter = barrier(user, 'auctioneer') === null
  const { data, error } = useQuery({
    queryKey: [listSales.path],
    queryFn: ({ signal }) => call(listSales, {}, signal),
    staleTime: 0,
  })
  const sales = data?.items.filter(
    (sale) =>
      (state === undefined || sale.state === state) && `${sale.title} ${sale.location}`.toLowerCase().includes(q),
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Sales</h1>
        {mayEnter ? (
          <Button asChild>
            <Link href={paths.adminPage('sales/new')}>New sale</Link>
          </Button>
        ) : null}
      </div>
      <search className="mt-4 grid max-w-[36rem] grid-cols-[2fr_1fr] gap-3">
        <SearchField filter={filter} label="Title or place" />
        <ChoiceField filter={filter} label="State" name="state" options={STATES.map((one) => [one, one] as const)} />
      </search>
      <ReadList data={sales} error={error}>
        {(found) =>
          found.length > 0 ? (
            <SalesTable sales={found} mayEnter={mayEnter} />
          ) : q !== '' || state !== undefined ? (
            <EmptyState title="No sale matches">Take a filter away, or search for less.</EmptyState>
          ) : (
            <EmptyState title="No sales yet">A new one begins as a draft that nobody else sees.</EmptyState>
          )
        }
      </ReadList>
    </>
  )
}

function SalesTable({ sales, mayEnter }: { sales: readonly StaffSale[]; mayEnter: boolean }) {
  return (
    <Table caption="Sales" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          <th scope="col">Sale</th>
          <th scope="col">State</th>
          <th scope="col">Kind</th>
          <th scope="col" className="text-right">
            Lots
          </th>
          <th scope="col">Opens</th>
          <th scope="col">Last lot ends</th>
          <th scope="col">Place</th>
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
