import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import { type Auction, listAuctions } from '#contract/auctions.ts'
import { listVerifications } from '#contract/verification.ts'
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
/** By how much a measured clock may be ahead. */
const CLOCK_SLACK_MS = 500

/** What waits and what runs: only numbers that the house can answer for. */
export default function AdminOverview() {
  const { user } = useUser()
  const sales = useQuery({
    queryKey: ['/api/auctions', 'admin'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => untilNextStart(state.data?.items ?? []),
  })
  const items = sales.data?.items
  return (
    <>
      <h1 className="text-xl">Overview</h1>
      {barrier(user, 'owner') === null ? <CompanyChecklist /> : null}
      <dl className="mt-6 grid grid-cols-2 gap-x-8 border-y border-line sm:grid-cols-4">
        {barrier(user, 'reviewer') === null ? <Queue /> : null}
        <Figure name="Sales running">{countOf(items, 'running')}</Figure>
        <Figure name="Lots in them">{lotsOf(items, 'running')}</Figure>
        <Figure name="Sales to come">{countOf(items, 'scheduled')}</Figure>
      </dl>
      <h2 className="mt-10 text-lg">Running and next</h2>
      <HaltControl auctionId={null} mayAct={barrier(user, 'owner') === null} />
      <div className="mt-3">
        {items === undefined ? null : <SalesNow items={items.filter((sale) => sale.state !== 'ended')} />}
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

function SalesNow({ items }: { items: readonly Auction[] }) {
  if (items.length === 0) return <EmptyState title="No sale runs, and none is announced" />
  return (
    <Table caption="Sales that run or come" dense>
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
        </tr>
      </thead>
      <tbody>
        {items.map((sale) => (
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
            <td className="whitespace-nowrap">
              {sale.endsAt === null ? 'one after another' : formatInstant(sale.endsAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Sales begin by the clock alone, which no message tells: ms until the next does, or false where none will. A day at most, for timers. */
function untilNextStart(items: readonly Auction[]): number | false {
  const starts = items.flatMap(({ state, kind, opensAt, startsAt }) =>
    state === 'scheduled' ? [kind === 'live' ? startsAt : opensAt] : [],
  )
  if (starts.length === 0) return false
  return Math.min(DAY_MS, Math.max(1000, Math.min(...starts) - serverNow() + CLOCK_SLACK_MS))
}

function countOf(items: readonly Auction[] | undefined, state: Auction['state']): number | string {
  return items?.filter((sale) => sale.state === state).length ?? '–'
}

function lotsOf(items: readonly Auction[] | undefined, state: Auction['state']): number | string {
  return items?.filter((sale) => sale.state === state).reduce((sum, sale) => sum + sale.lotCount, 0) ?? '–'
}
