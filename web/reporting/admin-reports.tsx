import type { ReactNode } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import {
  AUCTION_COLUMNS,
  exportAuctionsReport,
  exportMonthReport,
  exportSellerReport,
  MONTH_COLUMNS,
  printAuctionsReport,
  printMonthReport,
  printSellerReport,
  readAuctionsReport,
  readMonthReport,
  readSellerReport,
  SELLER_COLUMNS,
} from '#contract/reporting/period-reports.ts'
import { paths } from '#web/paths.ts'
import { useCompanyToday } from '#web/platform/company-today.ts'
import { addDays, readDay } from '#web/platform/zoned-days.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useUser } from '#web/platform/session.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { ReadList } from '#web/ui/list/list-filter.tsx'
import { ExportButton } from '#web/ui/list/list-controls.tsx'
import { useUrlFilter } from '#web/ui/list/use-url-filter.ts'
import { TabRow } from '#web/ui/tab-row.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReportTable } from './report-rows.tsx'
import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'

const YEARS_SHOWN = 5

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

const TABS = [
  { id: 'auctions', label: t`By auction`, access: 'auctioneer' },
  { id: 'months', label: t`By month`, access: 'cashier' },
  { id: 'sellers', label: t`By seller`, access: 'cashier' },
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
      <h1 className="text-xl">{t`Reports`}</h1>
      <div className="mt-4">
        <TabRow
          name={t`Reports`}
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

/** The year of the address, or this one, and the years to choose from. */
function useYear() {
  const filter = useUrlFilter()
  const thisYear = Number(useCompanyToday().slice(0, 4))
  const year = Number(filter.get('year') || thisYear)
  const years = Array.from({ length: YEARS_SHOWN }, (_, ago) => thisYear - ago)
  return { year, years, choose: (value: string) => filter.set({ year: value }) }
}

/** The choice of the year, and the files of its report. */
function YearBar({ of: { year, years, choose }, children }: { of: ReturnType<typeof useYear>; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
      <Field label={t`Calendar year`}>
        <Select value={String(year)} onChange={(event) => choose(event.target.value)}>
          <Options of={years.map((each) => [each, String(each)])} />
        </Select>
      </Field>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}

function Auctions() {
  const chosen = useYear()
  const { year } = chosen
  const query = { year }
  const { data, error } = useRead(readAuctionsReport, { query }, { placeholderData: (held) => held })
  return (
    <>
      <YearBar of={chosen}>
        <ExportButton from={exportAuctionsReport} query={query} name={`auctions-${year}.csv`} />
        <ExportButton from={printAuctionsReport} query={query} name={`auctions-${year}.pdf`} format="PDF" />
      </YearBar>
      <ReadList data={data?.rows} error={error}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title={t`No auctions in ${year}`}
            >{t`An auction has a report as soon as it begins.`}</EmptyState>
          ) : (
            <ReportTable
              caption={t`Auctions of ${year}`}
              columns={AUCTION_COLUMNS}
              rows={rows}
              sums={data?.sums ?? []}
              keyOf={({ auctionId, currency }) => auctionId ?? currency}
              first={({ auctionId }, words) => (
                <RowLink href={paths.adminPage(`reports/auctions/${auctionId}`)}>{words}</RowLink>
              )}
            />
          )
        }
      </ReadList>
    </>
  )
}

function Months() {
  const chosen = useYear()
  const { year } = chosen
  const query = { year }
  const { data, error } = useRead(readMonthReport, { query }, { placeholderData: (held) => held })
  return (
    <>
      <YearBar of={chosen}>
        <ExportButton from={exportMonthReport} query={query} name={`months-${year}.csv`} />
        <ExportButton from={printMonthReport} query={query} name={`months-${year}.pdf`} format="PDF" />
      </YearBar>
      <ReadList data={data?.rows} error={error}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t`Nothing in ${year}`}>{t`Choose another year.`}</EmptyState>
          ) : (
            <ReportTable
              caption={t`Months of ${year}`}
              columns={MONTH_COLUMNS}
              rows={rows}
              keyOf={({ month, currency }) => `${month} ${currency}`}
              first={({ month }) => monthName.format(Date.parse(`${month}T00:00:00Z`))}
            />
          )
        }
      </ReadList>
    </>
  )
}

function Sellers() {
  const filter = useUrlFilter()
  const today = useCompanyToday()
  // An address may name a day that doesn't exist: the server says so.
  const to = filter.get('to') || today
  const from = filter.get('from') || addDays(readDay(to) ?? today, -90)
  const query = { from, to }
  const { data, error } = useRead(readSellerReport, { query }, { placeholderData: (held) => held })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div className="grid max-w-96 grid-cols-2 gap-3">
          <Field label={t`From`}>
            <Input type="date" value={from} max={to} onChange={(event) => filter.set({ from: event.target.value })} />
          </Field>
          <Field label={t`To`}>
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
            <EmptyState title={t`No lots ended in this period`}>{t`Choose other days.`}</EmptyState>
          ) : (
            <ReportTable
              caption={t`Sellers`}
              columns={SELLER_COLUMNS}
              rows={rows}
              keyOf={({ sellerId, currency }) => `${sellerId} ${currency}`}
              first={({ sellerId }, words) =>
                sellerId === null ? (
                  translated(words)
                ) : (
                  <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{words}</RowLink>
                )
              }
            />
          )
        }
      </ReadList>
    </>
  )
}
