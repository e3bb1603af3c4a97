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
import { formatMoney, formatShare } from '#web/platform/money.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { ExportButton } from '#web/ui/list/list-controls.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReportTable } from './report-rows.tsx'
import { locale } from '#web/platform/language/language.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** How one auction went: sold rate, prices against reserves, people and conversion, by body and make, and every lot. */
export default function AdminAuctionReport({ auctionId }: { auctionId: string }) {
  const { data, error } = useRead(readAuctionReport, { params: { auctionId } })
  return (
    <>
      <BackLink href={paths.adminPage('reports')}>{t`Reports`}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">{data === undefined ? t`Report` : t`Report: ${data.title}`}</h1>
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
          <RequestFailed title={t`Couldn’t load the report`} failure={error} />
        </div>
      )}
    </>
  )
}

function Report({ report }: { report: AuctionReport }) {
  const { startsAt, byBody, byMake, all, lots } = report
  return (
    <>
      <p className="mt-2 text-slate">{t`${formatInstant(startsAt)}. Withdrawn lots are listed but not counted. Prices are compared with reserves, and with the middle of guide prices.`}</p>
      <Facts report={report} />
      <div className="mt-8 grid gap-x-10 gap-y-8 2xl:grid-cols-2">
        <Groups title={t`By body`} name={t`Body`} words groups={byBody} all={all} />
        <Groups title={t`By make`} name={t`Make`} groups={byMake} all={all} />
      </div>
      <h2 className="mt-8 text-lg">{t`Lots`}</h2>
      <ReportTable
        caption={t`Lots`}
        columns={LOT_COLUMNS}
        rows={lots}
        labels={['Result']}
        keyOf={({ lotId }) => lotId}
        first={({ lotNumber }, words) => <RowLink href={paths.lot(lotNumber)}>{words}</RowLink>}
      />
    </>
  )
}

function Facts({ report: { all, people, currency } }: { report: AuctionReport }) {
  const share = (part: number, whole: number) => {
    const basisPoints = shareOf(part, whole)
    return basisPoints === null ? '–' : formatShare(Math.round(basisPoints / 100) * 100)
  }
  const { viewers, interested, bidders, buyers } = people
  const interestedShare = share(interested, viewers)
  const bidderShare = share(bidders, interested)
  const buyerShare = share(buyers, bidders)
  const facts: [string, string, string][] = [
    [t`Sold`, share(all.sold, all.ended), soldWords(all)],
    [t`Hammer total`, formatMoney(all.hammer, currency), ''],
    [t`Price of reserve`, share(all.reserved.price, all.reserved.reserve), t`sold lots with a reserve`],
    [t`Price of guide`, share(all.guided.price, all.guided.guide), t`sold lots with a guide price`],
    [t`Bids`, all.bids.toLocaleString(locale), ''],
    [t`Viewers`, viewers.toLocaleString(locale), t`opened, watched or bid`],
    [t`Interested`, interested.toLocaleString(locale), t`watched or bid: ${interestedShare}`],
    [t`Bidders`, bidders.toLocaleString(locale), t`${bidderShare} of interested`],
    [t`Buyers`, buyers.toLocaleString(locale), t`${buyerShare} of bidders`],
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

function Groups({
  title,
  name,
  groups,
  all,
  words = false,
}: {
  title: string
  name: string
  groups: LotSums[]
  all: LotSums
  /** Whether the groups have names of ours. */
  words?: boolean
}) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ReportTable
        caption={title}
        columns={groupColumns(name)}
        rows={groups}
        sums={[all]}
        labels={words ? [name] : []}
        keyOf={({ group }) => group}
      />
    </section>
  )
}

function soldWords({ sold, ended, offered }: AuctionReport['all']): string {
  if (ended === offered) return t`${sold} of ${plural(offered, { one: '# lot', other: '# lots' })}`
  const toEnd = offered - ended
  return t`${sold} of ${plural(ended, { one: '# lot', other: '# lots' })} so far, ${toEnd} to end`
}
