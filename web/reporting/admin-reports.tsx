import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { listAuctions } from '#contract/auctions/auctions.ts'
import {
  exportMonthReport,
  exportSellerReport,
  MONTH_COLUMNS,
  printMonthReport,
  printSellerReport,
  readMonthReport,
  readSellerReport,
  SELLER_COLUMNS,
} from '#contract/reporting/period-reports.ts'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/platform/clock.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { ReadList } from '#web/ui/list/list-filter.tsx'
import { ExportButton } from '#web/ui/list/admin-list.tsx'
import { useUrlFilter } from '#web/ui/list/use-url-filter.ts'
import { TabRow } from '#web/ui/tab-row.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReportTable } from './report-table.tsx'

const DAY_MS = 86_400_000
const YEARS_SHOWN = 5

const TABS = [
  { id: 'auctions', label: 'By auction', access: 'auctioneer' },
  { id: 'months', label: 'By month', access: 'cashier' },
  { id: 'sellers', label: 'By seller', access: 'cashier' },
] as const

/** Reports of auctions, months and sellers, each for the roles that may see it. */
export default function AdminReports() {
  const { user } = useUser()
  const filter = useUrlFilter()
  const tabs = TABS.filter(({ access }) => accessDenial(user, access) === null)
  const current = tabs.find(({ id }) => id === filter.get('by')) ?? tabs[0]
  if (current === undefined) return null
  return (
    <>
      <h1 className="text-xl">Reports</h1>
      <div className="mt-4">
        <TabRow
          name="Reports"
          tabs={tabs}
          current={current.id}
          onChoose={(by) => filter.set({ by, year: '', from: '', to: '' })}
        />
      </div>
      <div className="mt-6">
        {current.id === 'auctions' ? <Auctions /> : current.id === 'months' ? <Months /> : <Sellers />}
      </div>
    </>
  )
}

function Auctions() {
  const { data, error } = useQuery({
    queryKey: ['/api/auctions', 'reports'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
  })
  const begun = data?.items
    .filter(({ state }) => state !== 'scheduled')
    .toSorted((one, other) => other.startsAt - one.startsAt)
  return (
    <ReadList data={begun} error={error}>
      {(auctions) =>
        auctions.length === 0 ? (
          <EmptyState title="No reports yet">An auction has a report as soon as it begins.</EmptyState>
        ) : (
          <Table caption="Auctions with reports" dense>
            <Heads of={['Auction', 'Started', { right: 'Lots' }]} />
            <tbody>
              {auctions.map(({ id, title, startsAt, lotCount }) => (
                <tr key={id} className="hover:bg-fog">
                  <td>
                    <RowLink href={paths.adminPage(`reports/auctions/${id}`)}>{title}</RowLink>
                  </td>
                  <td>{formatInstant(startsAt)}</td>
                  <td className="text-right">{lotCount}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      }
    </ReadList>
  )
}

function Months() {
  const filter = useUrlFilter()
  const [thisYear] = useState(() => new Date(serverNow()).getUTCFullYear())
  const year = Number(filter.get('year') || thisYear)
  const query = { year }
  const { data, error } = useQuery({
    queryKey: [readMonthReport.path, year],
    queryFn: ({ signal }) => call(readMonthReport, { query }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label="Year">
          <Select value={String(year)} onChange={(event) => filter.set({ year: event.target.value })}>
            {Array.from({ length: YEARS_SHOWN }, (_, ago) => thisYear - ago).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        <div className="flex flex-wrap gap-3">
          <ExportButton from={exportMonthReport} query={query} name={`months-${year}.csv`} />
          <ExportButton from={printMonthReport} query={query} name={`months-${year}.pdf`} format="PDF" />
        </div>
      </div>
      <ReadList data={data?.rows} error={error}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={`Nothing in ${year}`}>Choose another year.</EmptyState>
          ) : (
            <ReportTable
              caption={`Months of ${year}`}
              columns={MONTH_COLUMNS}
              rows={rows}
              keyOf={({ month, currency }) => `${month} ${currency}`}
            />
          )
        }
      </ReadList>
    </>
  )
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function Sellers() {
  const filter = useUrlFilter()
  const [today] = useState(() => dayOf(serverNow()))
  const to = filter.get('to') || today
  const from = filter.get('from') || dayOf(Date.parse(to) - 90 * DAY_MS)
  const query = { from, to }
  const { data, error } = useQuery({
    queryKey: [readSellerReport.path, from, to],
    queryFn: ({ signal }) => call(readSellerReport, { query }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div className="grid max-w-96 grid-cols-2 gap-3">
          <Field label="From">
            <Input type="date" value={from} max={to} onChange={(event) => filter.set({ from: event.target.value })} />
          </Field>
          <Field label="To">
            <Input type="date" value={to} min={from} onChange={(event) => filter.set({ to: event.target.value })} />
          </Field>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton from={exportSellerReport} query={query} name={`sellers-${from}-${to}.csv`} />
          <ExportButton from={printSellerReport} query={query} name={`sellers-${from}-${to}.pdf`} format="PDF" />
        </div>
      </div>
      <ReadList data={data?.rows} error={error}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No lots ended in this period">Choose other days.</EmptyState>
          ) : (
            <ReportTable
              caption="Sellers"
              columns={SELLER_COLUMNS}
              rows={rows}
              keyOf={({ sellerId, currency }) => `${sellerId} ${currency}`}
              first={({ sellerId }, words) =>
                sellerId === null ? words : <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{words}</RowLink>
              }
            />
          )
        }
      </ReadList>
    </>
  )
}
