import {
  type AuctionReport,
  exportAuctionReport,
  groupColumns,
  LOT_COLUMNS,
  type LotSums,
  printAuctionReport,
  readAuctionReport,
} from '#contract/reporting/auction-report.ts'
import { shareOf } from '#contract/reporting/report-table.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { ExportButton } from '#web/ui/list/admin-list.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReportTable } from './report-table.tsx'

/** How one auction went: sold rate, prices against reserves, people and conversion, by body and make, and every lot. */
export default function AdminAuctionReport({ auctionId }: { auctionId: string }) {
  const { data, error } = useRead(readAuctionReport, { params: { auctionId } })
  return (
    <>
      <BackLink href={paths.adminPage('reports')}>Reports</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Report{data === undefined ? '' : `: ${data.title}`}</h1>
        {data === undefined ? null : (
          <div className="flex flex-wrap gap-3">
            <ExportButton from={exportAuctionReport} params={{ auctionId }} name="auction-report.csv" />
            <ExportButton from={printAuctionReport} params={{ auctionId }} name="auction-report.pdf" format="PDF" />
          </div>
        )}
      </div>
      {data !== undefined ? (
        <Report report={data} />
      ) : error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <RequestFailed title="Couldn’t load the report" failure={error} />
        </div>
      )}
    </>
  )
}

function Report({ report }: { report: AuctionReport }) {
  const { startsAt, byBody, byMake, all, lots } = report
  return (
    <>
      <p className="mt-2 text-slate">
        {formatInstant(startsAt)}. Withdrawn lots are listed but not counted. Prices are compared with reserves, and
        with the middle of guide prices.
      </p>
      <Facts report={report} />
      <div className="mt-8 grid gap-x-10 gap-y-8 2xl:grid-cols-2">
        <Groups title="By body" name="Body" groups={byBody} all={all} />
        <Groups title="By make" name="Make" groups={byMake} all={all} />
      </div>
      <h2 className="mt-8 text-lg">Lots</h2>
      <ReportTable
        caption="Lots"
        columns={LOT_COLUMNS}
        rows={lots}
        keyOf={({ lotId }) => lotId}
        first={({ lotNumber }, words) => <RowLink href={paths.lot(lotNumber)}>{words}</RowLink>}
      />
    </>
  )
}

function Facts({ report: { all, people, currency } }: { report: AuctionReport }) {
  const share = (part: number, whole: number) => {
    const basisPoints = shareOf(part, whole)
    return basisPoints === null ? '–' : `${Math.round(basisPoints / 100)}%`
  }
  const facts: [string, string, string][] = [
    ['Sold', share(all.sold, all.ended), soldWords(all)],
    ['Hammer total', formatMoney(all.hammer, currency), ''],
    ['Price of reserve', share(all.reserved.price, all.reserved.reserve), 'sold lots with a reserve'],
    ['Price of guide', share(all.guided.price, all.guided.guide), 'sold lots with a guide price'],
    ['Bids', all.bids.toLocaleString('en-US'), ''],
    ['Viewers', people.viewers.toLocaleString('en-US'), 'opened, watched or bid'],
    [
      'Interested',
      people.interested.toLocaleString('en-US'),
      `watched or bid: ${share(people.interested, people.viewers)}`,
    ],
    ['Bidders', people.bidders.toLocaleString('en-US'), `${share(people.bidders, people.interested)} of interested`],
    ['Buyers', people.buyers.toLocaleString('en-US'), `${share(people.buyers, people.bidders)} of bidders`],
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 border-y border-line sm:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-9">
      {facts.map(([name, value, note]) => (
        <div key={name} className="flex flex-col py-3">
          <dt className="text-xs text-slate">{name}</dt>
          <dd className="tabular text-lg font-bold">
            {value}
            <span className="block text-xs font-normal text-slate">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Groups({ title, name, groups, all }: { title: string; name: string; groups: LotSums[]; all: LotSums }) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ReportTable
        caption={title}
        columns={groupColumns(name)}
        rows={groups}
        sums={[all]}
        keyOf={({ group }) => group}
      />
    </section>
  )
}

function soldWords({ sold, ended, offered }: AuctionReport['all']): string {
  return ended === offered ? `${sold} of ${offered} lots` : `${sold} of ${ended} lots so far, ${offered - ended} to end`
}
