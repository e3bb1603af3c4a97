import { Link } from 'wouter'
import type { Auction } from '#contract/auctions.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/platform/time.ts'
import { byDay, dayKey, monthGrid } from './calendar-days.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A month as weeks from Monday; each sale on the day its first lot closes or comes up. */
export function MonthGrid({ sales, from, today }: { sales: readonly Auction[]; from: number; today: number }) {
  const days = byDay(sales, (sale) => sale.startsAt)
  const cells = monthGrid(from)
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Sales of the month</caption>
      <thead>
        <tr>
          {DAYS.map((day) => (
            <th key={day} scope="col" abbr={day} className="pb-2 text-left text-xs font-semibold text-slate">
              {day.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map((day) => (
              <td key={day.key} className="h-20 border border-line p-1 align-top sm:h-28 sm:p-2">
                <time
                  dateTime={day.key}
                  aria-label={formatDay(day.at)}
                  aria-current={day.key === dayKey(today) ? 'date' : undefined}
                  className={`tabular inline-flex size-7 items-center justify-center rounded-full text-sm ${day.key === dayKey(today) ? 'bg-ink font-bold text-on-strong' : day.inMonth ? '' : 'text-slate'}`}
                >
                  {new Date(day.at).getDate()}
                </time>
                {(days.get(day.key) ?? []).map((sale) => (
                  <Link
                    key={sale.id}
                    href={paths.auction(sale.id)}
                    className="mt-1 block border-l-3 border-notice pl-1.5 text-xs leading-snug break-words hover:underline sm:text-sm"
                  >
                    <span className="tabular font-semibold">{time.format(sale.startsAt)}</span>{' '}
                    <span className="max-sm:sr-only">{sale.title}</span>
                  </Link>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
