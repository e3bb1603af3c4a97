import { Link } from 'wouter'
import { type Auction } from '#contract/auctions.ts'
import { photoUrl } from '#contract/photos.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatInstant, formatTimeOfDay, formatTimeRange } from '#web/platform/time.ts'
import { byDay, dayKey } from './calendar-days.ts'

/** Sales day by day. */
export function Agenda({ sales, today }: { sales: readonly Auction[]; today: number }) {
  const days = byDay(sales, (sale) => sale.startsAt)
  return (
    <ol>
      {[...days].map(([key, ofDay]) => (
        <li key={key} className="grid gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[13rem_1fr]">
          <h3 className="text-base">
            {formatDay(ofDay[0]?.startsAt ?? 0)}
            {key === dayKey(today) ? <span className="block text-sm font-normal text-slate">Today</span> : null}
          </h3>
          <ul className="flex flex-col gap-5">
            {ofDay.map((sale) => (
              <li key={sale.id}>
                <AgendaSale sale={sale} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const STATES = { scheduled: 'Coming', running: 'Running now', ended: 'Over' }

function AgendaSale({ sale }: { sale: Auction }) {
  return (
    <Link href={paths.auction(sale.id)} className="group grid grid-cols-[7rem_1fr] gap-4">
      {sale.heroPhoto === null ? (
        <span className="aspect-3/2 rounded-sm bg-fog" />
      ) : (
        <img
          src={photoUrl(sale.heroPhoto, 480)}
          alt=""
          width={112}
          height={75}
          loading="lazy"
          className="aspect-3/2 w-full rounded-sm bg-fog object-cover"
        />
      )}
      <span>
        <span className="block font-semibold group-hover:underline">{sale.title}</span>
        <span className="tabular block text-sm text-slate">{timesOf(sale)}</span>
        <span className="block text-sm text-slate">
          {sale.location}, {sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`} ·{' '}
          <strong className="font-semibold text-ink">{STATES[sale.state]}</strong>
        </span>
      </span>
    </Link>
  )
}

function timesOf({ kind, startsAt, endsAt }: Auction): string {
  if (kind === 'live') return `Live sale, first lot ${formatTimeOfDay(startsAt)}`
  if (endsAt === null) return `Timed sale, first lot closes ${formatTimeOfDay(startsAt)}`
  return dayKey(startsAt) === dayKey(endsAt)
    ? `Timed sale, lots close ${formatTimeRange(startsAt, endsAt)}`
    : `Timed sale, lots close from ${formatTimeOfDay(startsAt)} to ${formatInstant(endsAt)}`
}
