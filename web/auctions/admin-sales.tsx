import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Auction, listAuctions } from '#contract/auctions.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'

const STATES = ['running', 'scheduled', 'ended'] as const

/** All sales; each leads to its run list with the standings. */
export default function AdminSales() {
  const [state, setState] = useState<Auction['state'] | ''>('')
  const { data, error } = useQuery({
    queryKey: ['/api/auctions', 'admin'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
  })
  const sales = data?.items.filter((sale) => state === '' || sale.state === state)
  return (
    <>
      <h1 className="text-xl">Sales</h1>
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
          <SalesTable sales={sales} />
        )}
      </div>
    </>
  )
}

function SalesTable({ sales }: { sales: readonly Auction[] }) {
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
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <td>
              <Link
                href={paths.adminPage(`sales/${sale.id}`)}
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
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
