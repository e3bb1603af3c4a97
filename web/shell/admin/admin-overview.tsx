import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { AUCTION_KIND_WORDS, AUCTION_STATE_WORDS } from '#contract/auctions/auction-entry.ts'
import { type Auction, listAuctions } from '#contract/auctions/auctions.ts'
import { listVerifications } from '#contract/verification/verification.ts'
import { HaltControl } from '../../bidding/halts/halt-control.tsx'
import { paths } from '../../paths.ts'
import { serverNow, useServerNow } from '../../platform/clock.ts'
import { call } from '../../platform/request.ts'
import { CompanyChecklist } from './company-checklist.tsx'
import { useUser } from '../../platform/session.tsx'
import { formatDuration, formatInstant } from '../../platform/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'

const DAY_MS = 86_400_000
/** How far a measured clock may be ahead. */
const CLOCK_SLACK_MS = 500

/** Pending work and running auctions: only numbers that the server has counted. */
export default function AdminOverview() {
  const { user } = useUser()
  const auctions = useQuery({
    queryKey: ['/api/auctions', 'admin'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => untilNextStart(state.data?.items ?? []),
  })
  const items = auctions.data?.items
  return (
    <>
      <h1 className="text-xl">Overview</h1>
      {accessDenial(user, 'owner') === null ? <CompanyChecklist /> : null}
      <dl className="mt-6 grid grid-cols-2 gap-x-8 border-y border-line sm:grid-cols-4">
        {accessDenial(user, 'reviewer') === null ? <Queue /> : null}
        <Figure name="Running auctions">{countOf(items, 'running')}</Figure>
        <Figure name="Running lots">{lotsOf(items, 'running')}</Figure>
        <Figure name="Upcoming auctions">{countOf(items, 'scheduled')}</Figure>
      </dl>
      <h2 className="mt-10 text-lg">Running and upcoming</h2>
      <HaltControl auctionId={null} mayTakeAction={accessDenial(user, 'owner') === null} />
      <div className="mt-3">
        {items === undefined ? null : <AuctionsNow items={items.filter((auction) => auction.state !== 'ended')} />}
      </div>
    </>
  )
}

function Queue() {
  const now = useServerNow(null)
  const { data } = useQuery({
    queryKey: ['/api/admin/verifications', 'submitted'],
    queryFn: ({ signal }) => call(listVerifications, { query: { state: 'submitted' } }, signal),
    staleTime: 0,
  })
  const oldest = data?.items[0]
  return (
    <Figure name="Documents waiting">
      <Link href={paths.adminPage('verifications')} className="underline decoration-line underline-offset-4">
        {data?.items.length ?? '–'}
      </Link>
      {oldest === undefined ? null : (
        <span className="block text-xs font-normal text-slate">oldest {formatDuration(now - oldest.submittedAt)}</span>
      )}
    </Figure>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col py-4">
      <dt className="text-xs text-slate">{name}</dt>
      <dd className="tabular text-xl font-bold">{children}</dd>
    </div>
  )
}

function AuctionsNow({ items }: { items: readonly Auction[] }) {
  if (items.length === 0) return <EmptyState title="No running or upcoming auctions" />
  return (
    <Table caption="Running and upcoming auctions" dense>
      <thead>
        <tr>
          <th scope="col">Auction</th>
          <th scope="col">State</th>
          <th scope="col">Kind</th>
          <th scope="col" className="text-right">
            Lots
          </th>
          <th scope="col">Opens</th>
          <th scope="col">Last lot ends</th>
        </tr>
      </thead>
      <tbody>
        {items.map((auction) => (
          <tr key={auction.id}>
            <td>
              <Link
                href={paths.adminPage(`auctions/${auction.id}`)}
                className="font-semibold underline decoration-line underline-offset-4"
              >
                {auction.title}
              </Link>
            </td>
            <td>{AUCTION_STATE_WORDS[auction.state]}</td>
            <td>{AUCTION_KIND_WORDS[auction.kind]}</td>
            <td className="text-right">{auction.lotCount}</td>
            <td className="whitespace-nowrap">{formatInstant(auction.opensAt)}</td>
            <td className="whitespace-nowrap">
              {auction.endsAt === null ? 'When its last lot closes' : formatInstant(auction.endsAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Auctions begin by the clock alone, without a message: ms until the next begins, or false if none will. At most a day, for timers. */
function untilNextStart(items: readonly Auction[]): number | false {
  const starts = items.flatMap(({ state, kind, opensAt, startsAt }) =>
    state === 'scheduled' ? [kind === 'live' ? startsAt : opensAt] : [],
  )
  if (starts.length === 0) return false
  return Math.min(DAY_MS, Math.max(1000, Math.min(...starts) - serverNow() + CLOCK_SLACK_MS))
}

function countOf(items: readonly Auction[] | undefined, state: Auction['state']): number | string {
  return items?.filter((auction) => auction.state === state).length ?? '–'
}

function lotsOf(items: readonly Auction[] | undefined, state: Auction['state']): number | string {
  return items?.filter((auction) => auction.state === state).reduce((sum, auction) => sum + auction.lotCount, 0) ?? '–'
}
