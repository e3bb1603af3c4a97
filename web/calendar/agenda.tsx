import { Link } from 'wouter'
import type { CalendarSale, Closing } from '#contract/calendar.ts'
import { Picture } from '#web/lots/picture.tsx'
import { paths } from '#web/paths.ts'
import { ClosingLine } from './closing-line.tsx'
import { type DayEntries, stateWords, timesOf } from './entry.ts'
import { type DayKey, noonOf } from './zoned-days.ts'
import { dayWords } from './zone.ts'

/** Sales day by day, and the ends of the lots one follows. */
export function Agenda({
  days,
  today,
  zone,
}: {
  days: readonly (readonly [DayKey, DayEntries])[]
  today: DayKey
  zone: string
}) {
  return (
    <ol>
      {days.map(([day, entries]) => (
        <li key={day} className="grid grid-cols-1 gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[13rem_1fr]">
          <h3 className="text-base">
            {dayWords.long.format(noonOf(day))}
            {day === today ? <span className="block text-sm font-normal text-slate">Today</span> : null}
          </h3>
          <DayList entries={entries} zone={zone} />
        </li>
      ))}
    </ol>
  )
}

/** What stands on one day. */
export function DayList({ entries: { sales, closings }, zone }: { entries: DayEntries; zone: string }) {
  return (
    <div className="flex flex-col gap-5">
      {sales.length === 0 ? null : (
        <ul className="flex flex-col gap-5">
          {sales.map((sale) => (
            <li key={sale.id}>
              <AgendaSale sale={sale} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {closings.length === 0 ? null : <YourLots closings={closings} zone={zone} />}
    </div>
  )
}

/** So many of one day; the planner has them all. */
const LOTS_SHOWN = 8

function YourLots({ closings, zone }: { closings: readonly Closing[]; zone: string }) {
  return (
    <section aria-label="Your lots" className="border-l-3 border-plate pl-3">
      <ul className="flex flex-col gap-2">
        {closings.slice(0, LOTS_SHOWN).map((closing) => (
          <li key={closing.lotId}>
            <ClosingLine closing={closing} zone={zone} />
          </li>
        ))}
      </ul>
      {closings.length > LOTS_SHOWN ? (
        <p className="mt-2 text-sm">
          <Link href={paths.closingPlan()} className="text-notice underline underline-offset-4">
            All {closings.length} in the closing planner
          </Link>
        </p>
      ) : null}
    </section>
  )
}

function AgendaSale({ sale, zone }: { sale: CalendarSale; zone: string }) {
  return (
    <Link href={paths.auction(sale.id)} className="group grid grid-cols-[7rem_1fr] gap-4">
      {sale.heroPhoto === null ? (
        <span className="aspect-3/2 rounded-sm bg-fog" />
      ) : (
        <Picture
          photo={{ url: sale.heroPhoto }}
          sizes="7rem"
          alt=""
          className="aspect-3/2 w-full rounded-sm object-cover"
        />
      )}
      <span>
        <span className="block font-semibold group-hover:underline">{sale.title}</span>
        <span className="tabular block text-sm text-slate">{timesOf(sale, zone)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-slate">
          <span>
            {sale.location}, {sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`}
          </span>
          <strong className="font-semibold text-ink">{stateWords(sale)}</strong>
        </span>
      </span>
    </Link>
  )
}
