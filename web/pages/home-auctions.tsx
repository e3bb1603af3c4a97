import { plural, t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { Auction } from '#contract/auctions/auctions.ts'
import { paths } from '../paths.ts'
import { formatInstant } from '../platform/time.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAuctions } from './use-summaries.ts'

/** Current and upcoming auctions, soonest first. */
export function AuctionList() {
  const { data, isPending } = useAuctions()
  const auctions = data?.items.toSorted((one, other) => one.startsAt - other.startsAt) ?? []
  // Live ones have a band of their own above.
  const running = auctions.filter(({ state, kind }) => state === 'running' && kind !== 'live')
  const coming = auctions.filter((auction) => auction.state === 'scheduled').slice(0, 5)
  return (
    <>
      {isPending ? <Skeleton className="my-10 h-48 w-full" /> : null}
      {running.length > 0 ? <Auctions id="on-now" title={t`On now`} auctions={running} /> : null}
      {coming.length > 0 ? <Auctions id="next" title={t`Coming up`} auctions={coming} /> : null}
    </>
  )
}

function Auctions({ id, title, auctions }: { id: string; title: string; auctions: Auction[] }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-4">
        {auctions.map((auction) => (
          <li key={auction.id} className="border-t border-line first:border-t-0">
            <Link
              href={paths.auction(auction.id)}
              className="group grid gap-x-6 gap-y-1 py-4 md:grid-cols-[1fr_12rem_20rem] md:items-baseline"
            >
              <span>
                <span className="block text-base font-semibold group-hover:underline">{auction.title}</span>
                <span className="block text-slate">{auction.location}</span>
              </span>
              <span className="tabular text-slate">
                {plural(auction.lotCount, { one: '# lot', other: '# lots' })},{' '}
                {auction.kind === 'live' ? t`live auction` : t`timed auction`}
              </span>
              <span className="tabular text-slate">{timesOf(auction)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function timesOf(auction: Auction): string {
  if (auction.state === 'scheduled') {
    return auction.kind === 'live'
      ? t`Starts ${formatInstant(auction.startsAt)}`
      : t`First lot closes ${formatInstant(auction.startsAt)}`
  }
  return auction.endsAt === null ? t`Live now` : t`Last lot closes ${formatInstant(auction.endsAt)}`
}
