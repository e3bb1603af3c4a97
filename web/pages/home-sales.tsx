import { Link } from 'wouter'
import type { Auction } from '#contract/auctions.ts'
import { paths } from '../paths.ts'
import { formatInstant } from '../platform/time.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSales } from './use-teasers.ts'

/** The sales that run now and those that come, soonest first. */
export function SaleList() {
  const { data, isPending } = useSales()
  const sales = data?.items.toSorted((one, other) => one.startsAt - other.startsAt) ?? []
  const running = sales.filter((sale) => sale.state === 'running')
  const coming = sales.filter((sale) => sale.state === 'scheduled').slice(0, 5)
  return (
    <>
      {isPending ? <Skeleton className="my-10 h-48 w-full" /> : null}
      {running.length > 0 ? <Sales id="on-now" title="On now" sales={running} /> : null}
      {coming.length > 0 ? <Sales id="next" title="Coming up" sales={coming} /> : null}
    </>
  )
}

function Sales({ id, title, sales }: { id: string; title: string; sales: Auction[] }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-4">
        {sales.map((sale) => (
          <li key={sale.id} className="border-t border-line first:border-t-0">
            <Link
              href={paths.auction(sale.id)}
              className="group grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_10rem_20rem] sm:items-baseline"
            >
              <span>
                <span className="block text-base font-semibold group-hover:underline">{sale.title}</span>
                <span className="block text-slate">{sale.location}</span>
              </span>
              <span className="tabular text-slate">
                {sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`},{' '}
                {sale.kind === 'live' ? 'live sale' : 'timed sale'}
              </span>
              <span className="tabular text-slate">{timesOf(sale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function timesOf(sale: Auction): string {
  if (sale.state === 'scheduled') {
    return sale.kind === 'live'
      ? `Starts ${formatInstant(sale.startsAt)}`
      : `First lot closes ${formatInstant(sale.startsAt)}`
  }
  return sale.endsAt === null ? 'One lot after another' : `Last lot closes ${formatInstant(sale.endsAt)}`
}
