import { plural, t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { CalendarAuction, Closing } from '#contract/calendar/calendar.ts'
import { Picture } from '#web/lots/picture.tsx'
import { paths } from '#web/paths.ts'
import { ClosingLine } from './closing-line.tsx'
import { type DayEntries, stateWords, timesOf } from './entry.ts'
import { type DayKey, noonOf } from '#web/platform/zoned-days.ts'
import { dayWords } from './zone.ts'

/** Auctions day by day, and the closes of the lots the person follows. */
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
          <h3 className="text-base first-letter:uppercase">
            {dayWords.long.format(noonOf(day))}
            {day === today ? <span className="block text-sm font-normal text-slate">{t`Today`}</span> : null}
          </h3>
          <DayList entries={entries} zone={zone} />
        </li>
      ))}
    </ol>
  )
}

/** The entries of one day. */
export function DayList({ entries: { auctions, closings }, zone }: { entries: DayEntries; zone: string }) {
  return (
    <div className="flex flex-col gap-5">
      {auctions.length === 0 ? null : (
        <ul className="flex flex-col gap-5">
          {auctions.map((auction) => (
            <li key={auction.id}>
              <AgendaAuction auction={auction} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {closings.length === 0 ? null : <YourLots closings={closings} zone={zone} />}
    </div>
  )
}

/** The most lots shown per day; the planner has them all. */
const LOTS_SHOWN = 8

function YourLots({ closings, zone }: { closings: readonly Closing[]; zone: string }) {
  return (
    <section aria-label={t`Your lots`} className="border-l-3 border-plate pl-3">
      <ul className="flex flex-col gap-2">
        {closings.slice(0, LOTS_SHOWN).map((closing) => (
          <li key={closing.lotId}>
            <ClosingLine closing={closing} zone={zone} />
          </li>
        ))}
      </ul>
      {closings.length > LOTS_SHOWN ? (
        <p className="mt-2 text-sm">
          <Link href={paths.closingPlan()} className="text-link">
            {t`All ${closings.length} in the closing planner`}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

function AgendaAuction({ auction, zone }: { auction: CalendarAuction; zone: string }) {
  return (
    <Link href={paths.auction(auction.id)} className="group grid grid-cols-[7rem_1fr] gap-4">
      {auction.heroPhoto === null ? (
        <span className="aspect-3/2 rounded-sm bg-fog" />
      ) : (
        <Picture
          photo={{ url: auction.heroPhoto }}
          sizes="7rem"
          alt=""
          className="aspect-3/2 w-full rounded-sm object-cover"
        />
      )}
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold group-hover:underline">{auction.title}</span>
        <span className="tabular block text-sm text-slate">{timesOf(auction, zone)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-slate">
          <span>
            {auction.location}, {plural(auction.lotCount, { one: '# lot', other: '# lots' })}
          </span>
          <strong className="font-semibold text-ink">{stateWords(auction)}</strong>
        </span>
      </span>
    </Link>
  )
}
