import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { listSales, type StaffSale } from '#contract/sale-entry.ts'
import { barrier } from '#contract/access.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'

const STATES = ['draft', 'scheduled', 'running', 'ended'] as const

/** All sales: a draft leads to its plan, a published one to its run list with the standings. */
export default function AdminSales() {
  const [state, setState] = useState<StaffSale['state'] | ''>('')
  const { user } = useUser()
  const mayEnter = barrier(user, 'auctioneer') === null
  const { data, error } = useQuery({
    queryKey: [listSales.path],
    queryFn: ({ signal }) => call(listSales, {}, signal),
    staleTime: 0,
  })
  const sales = data?.items.filter((sale) => state === '' || sale.state === state)
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
      <div className="mt-4 max-w-48">
        <Field label="State">
          <Select value={state} onChange={(event) => setState(STATES.find((one) => one === event.target.value) ?? '')}>
            <option value="">All</option>
            {STATES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="mt-6">
        {error !== null && sales === undefined ? (
          <Notice tone="bad" title="The sales cannot be shown">
            {error.message}
          </Notice>
        ) : sales === undefined ? (
          <Skeleton className="h-64" />
        ) : sales.length === 0 ? (
          <EmptyState title="No sale in this state" />
        ) : (
          <SalesTable sales={sales} mayEnter={mayEnter} />
        )}
      </div>
    </>
  )
}

function SalesTable({ sales, mayEnter }: { sales: readonly StaffSale[]; mayEnter: boolean }) {
  return (
    <Table caption="Sales" dense>
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
          {mayEnter ? <th scope="col">Plan</th> : null}
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
