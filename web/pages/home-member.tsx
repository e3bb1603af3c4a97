import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import type { MyBid, MyPosition } from '#contract/bidding/my-bids.ts'
import type { FoundLot, SavedSearch } from '#contract/catalog/catalog.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { MyBidRow } from '#web/bidding/my-bids/my-bid-row.tsx'
import { useMyBids } from '#web/bidding/my-bids/use-my-bids.ts'
import { ClosesIn } from '#web/bidding/bid/closes-in.tsx'
import { StaleList } from '#web/bidding/stale-notice.tsx'
import { priceWords } from '#web/bidding/standing-words.ts'
import { searchLots } from '#web/catalog/use-catalog.ts'
import { useSavedSearches } from '#web/catalog/use-saved-searches.ts'
import { payWords, subjectWords } from '#web/invoices/invoice-words.ts'
import { useLiveInvoices, useOpenInvoices } from '#web/invoices/use-invoices.ts'
import { LotCard } from '#web/lots/lot-card.tsx'
import { PlannedClose } from '#web/lots/plan/planned-close.tsx'
import { paths } from '../paths.ts'
import { serverNow } from '../platform/clock.ts'
import { formatDate } from '../platform/time.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { MemberHomeSkeleton, TILES_GRID } from './member-home-skeleton.tsx'

const ROWS = 3
const TILES = 4
const SOON_MS = 86_400_000

/** A verified member's own lots, most urgent first: outbid, to pay, closing soon, watched, new matches of saved searches. */
export default function MemberHome({ user }: { user: User }) {
  const outbid = useMyBids(user.paddle, 'outbid')
  const leading = useMyBids(user.paddle, 'leading')
  const watching = useMyBids(user.paddle, 'watching')
  const invoices = useOpenInvoices()
  const matches = useNewMatches()
  // Shown together: what comes later would push down what is there.
  const isAwaited = [outbid, leading, watching, invoices, matches].some(({ isLoading }) => isLoading)
  if (isAwaited) return <MemberHomeSkeleton />
  const due = invoices.data?.items ?? []
  const toRaise = outbid.items.filter(({ standing }) => standing.status === 'open')
  const soon = [...leading.items, ...watching.items].filter(isClosingSoon).toSorted(bySoonest).slice(0, TILES)
  const watched = watching.items.filter((bid) => takesBids(bid) && !soon.includes(bid)).slice(0, TILES)
  return (
    <>
      <StaleList feed={outbid.feed} />
      {toRaise.length === 0 ? null : (
        <Section
          id="outbid"
          title={t`Outbid`}
          all={allOf('outbid', outbid.counts?.outbid, Math.min(toRaise.length, ROWS))}
        >
          <div className="divide-y divide-line border-y border-line">
            {toRaise.slice(0, ROWS).map((bid) => (
              <MyBidRow key={bid.lotId} bid={bid} paddle={user.paddle} />
            ))}
          </div>
        </Section>
      )}
      <ToPay due={due} />
      {soon.length === 0 ? null : (
        <Section id="closing-soon" title={t`Closing soon`} all={allOf('leading', leading.counts?.leading, soon.length)}>
          <Tiles bids={soon} />
        </Section>
      )}
      {watched.length === 0 ? null : (
        <Section id="watched" title={t`Watching`} all={allOf('watching', watching.counts?.watching, watched.length)}>
          <Tiles bids={watched} />
        </Section>
      )}
      <NewMatches search={matches.search} lots={matches.lots} />
      {toRaise.length + due.length + soon.length + watched.length === 0 ? (
        <div className="mt-4">
          <EmptyState
            title={t`Nothing needs you right now`}
            action={
              <Button asChild>
                <Link href={paths.lots()}>{t`Browse lots`}</Link>
              </Button>
            }
          >
            {t`Lots you bid on or watch appear here.`}
          </EmptyState>
        </div>
      ) : null}
    </>
  )
}

const takesBids = ({ standing: { status } }: MyBid) => status === 'open' || status === 'scheduled'
const isClosingSoon = ({ standing: { status, closesAt } }: MyBid) =>
  status === 'open' && closesAt !== null && closesAt - serverNow() < SOON_MS
const bySoonest = (one: MyBid, other: MyBid) => (one.standing.closesAt ?? 0) - (other.standing.closesAt ?? 0)

/** Null if all of them are shown. */
function allOf(position: MyPosition, count: number | undefined, shown: number) {
  if (count !== undefined && count <= shown) return null
  return { to: `${paths.myBids}?position=${position}`, label: count === undefined ? t`See all` : t`See all ${count}` }
}

function Section({
  id,
  title,
  all,
  children,
}: {
  id: string
  title: string
  all: { to: string; label: string } | null
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="py-5">
      <div className="mb-1 flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {all === null ? null : (
          <Link href={all.to} className="inline-flex min-h-11 items-center text-link">
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

function Tiles({ bids }: { bids: readonly MyBid[] }) {
  return (
    <ul className={TILES_GRID}>
      {bids.map((bid) => (
        <li key={bid.lotId}>
          <LotCard lotSummary={bid}>
            <strong className="block text-base text-ink">{priceWords(bid.standing, bid.currency)}</strong>
            {bid.position === 'leading' ? (
              <span className="block font-semibold text-leading">{t`You’re the high bidder`}</span>
            ) : null}
            {bid.standing.status === 'open' && bid.standing.closesAt !== null ? (
              <ClosesIn closesAt={bid.standing.closesAt} />
            ) : (
              t`Upcoming`
            )}
          </LotCard>
        </li>
      ))}
    </ul>
  )
}

/** Invoices with a balance, first due first. */
function ToPay({ due }: { due: readonly Invoice[] }) {
  useLiveInvoices()
  if (due.length === 0) return null
  return (
    <Section id="to-pay" title={t`To pay`} all={due.length > ROWS ? { to: paths.invoices, label: t`See all` } : null}>
      <ul className="divide-y divide-line border-y border-line">
        {due.slice(0, ROWS).map((invoice) => (
          <li key={invoice.id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block font-semibold">{subjectWords(invoice)}</span>
              <span className={invoice.state === 'overdue' ? 'font-semibold text-outbid' : 'text-slate'}>
                {invoice.state === 'overdue' ? t`Overdue since` : t`Due`} {formatDate(invoice.dueOn)}
              </span>
            </span>
            <Button asChild variant="outline" className="shrink-0">
              <Link href={paths.invoice(invoice.id)}>{payWords(invoice)}</Link>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The newest lots that match the person's latest saved search. */
function useNewMatches() {
  const searches = useSavedSearches()
  const [search] = searches.data?.items ?? []
  const { data, isLoading } = useQuery({
    queryKey: ['/api/catalog', 'newest matches', search?.query],
    queryFn: ({ signal }) =>
      searchLots({ ...Object.fromEntries(new URLSearchParams(search?.query)), sort: 'new', limit: TILES }, signal),
    enabled: search !== undefined,
  })
  return { search, lots: data?.items ?? [], isLoading: searches.isLoading || isLoading }
}

function NewMatches({ search, lots }: { search: SavedSearch | undefined; lots: readonly FoundLot[] }) {
  if (search === undefined || lots.length === 0) return null
  const all = { to: `${paths.home}?${search.query === '' ? 'sort=new' : search.query}`, label: t`See all matches` }
  return (
    <Section id="new-matches" title={t`New for “${search.name}”`} all={all}>
      <ul className={TILES_GRID}>
        {lots.map((lot) => (
          <li key={lot.id}>
            <LotCard lotSummary={lot}>
              <PlannedClose lot={lot} open />
            </LotCard>
          </li>
        ))}
      </ul>
    </Section>
  )
}
