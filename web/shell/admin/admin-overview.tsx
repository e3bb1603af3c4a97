import { useQuery } from '@tanstack/react-query'
import { accessDenial } from '#contract/accounts/access.ts'
import { type Auction, listAuctions } from '#contract/auctions/auctions.ts'
import { readOverview } from '#contract/reporting/overview.ts'
import { HaltControl } from '../../bidding/halts/halt-control.tsx'
import { serverNow } from '../../platform/clock.ts'
import { useRead } from '../../platform/use-read.ts'
import { call } from '../../platform/request.ts'
import { useUser } from '../../platform/session.tsx'
import { AuctionTable } from '../../reporting/overview/auction-table.tsx'
import { Receivables } from '../../reporting/overview/receivables.tsx'
import { TradeFigures } from '../../reporting/overview/trade-figures.tsx'
import { WaitingWork } from '../../reporting/overview/waiting-work.tsx'
import { RequestFailed } from '../../ui/request-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CompanyChecklist } from './checklist-panel.tsx'
import { t } from '#web/platform/language/text.ts'

const DAY_MS = 86_400_000
/** How far a measured clock may be ahead. */
const CLOCK_SLACK_MS = 500
/** How often figures are read again, in ms: sales and payments have no news of their own here. */
const FIGURES_EVERY_MS = 60_000

/** What waits, what runs and how business is: only numbers that the server has counted. */
export default function AdminOverview() {
  const { user } = useUser()
  return (
    <>
      <h1 className="text-xl">{t`Overview`}</h1>
      {accessDenial(user, 'owner') === null ? <CompanyChecklist /> : null}
      <WaitingWork />
      <Auctions mayHalt={accessDenial(user, 'owner') === null} />
      <Business />
    </>
  )
}

function Auctions({ mayHalt }: { mayHalt: boolean }) {
  const auctions = useQuery({
    queryKey: ['/api/auctions', 'admin'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => untilNextStart(state.data?.items ?? []),
  })
  const overview = useOverview()
  const open = auctions.data?.items.filter(({ state }) => state !== 'ended')
  const progress = new Map(overview.data?.auctions.map((one) => [one.auctionId, one]))
  const isToday = ({ id, state }: Auction) => state === 'running' || progress.get(id)?.isToday === true
  return (
    <section aria-labelledby="auctions-title" className="mt-10">
      <h2 id="auctions-title" className="text-lg">{t`Auctions`}</h2>
      <HaltControl auctionId={null} mayTakeAction={mayHalt} hasNone={open?.some(isToday) !== true} />
      {open !== undefined ? (
        <div className="mt-3 grid gap-6">
          <AuctionTable
            title={t`Today`}
            none={t`No auctions today`}
            auctions={open.filter(isToday)}
            progress={progress}
          />
          <AuctionTable
            title={t`Upcoming`}
            none={t`No upcoming auctions`}
            auctions={open.filter((auction) => !isToday(auction))}
            progress={progress}
          />
        </div>
      ) : auctions.error === null ? (
        <Skeleton className="mt-3 h-40" />
      ) : (
        <RequestFailed title={t`Couldn’t load auctions`} failure={auctions.error} />
      )}
    </section>
  )
}

function Business() {
  const { data, error } = useOverview()
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-10 h-72" />
    ) : (
      <div className="mt-10">
        <RequestFailed title={t`Couldn’t load figures`} failure={error} />
      </div>
    )
  }
  return (
    <>
      {data.figures?.map((figures) => (
        <TradeFigures key={figures.currency} figures={figures} />
      ))}
      {data.receivables === null ? null : <Receivables rows={data.receivables} />}
    </>
  )
}

function useOverview() {
  return useRead(readOverview, {}, { refetchInterval: FIGURES_EVERY_MS })
}

/** Auctions begin by the clock alone, without a message: ms until the next begins, or false if none will. At most a day, for timers. */
function untilNextStart(items: readonly Auction[]): number | false {
  const starts = items.flatMap(({ state, kind, opensAt, startsAt }) =>
    state === 'scheduled' ? [kind === 'live' ? startsAt : opensAt] : [],
  )
  if (starts.length === 0) return false
  return Math.min(DAY_MS, Math.max(1000, Math.min(...starts) - serverNow() + CLOCK_SLACK_MS))
}
