import type { Figures, Trade } from '#contract/reporting/overview.ts'
import { formatMoney, formatShare } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { t } from '#web/platform/language/text.ts'

const HAMMER = [{ name: t`Hammer total`, fill: 'fill-slate', mark: 'bg-slate' }]
const REVENUE = [{ name: t`Revenue`, fill: 'fill-leading', mark: 'bg-leading' }]

/** What was sold and earned in the last 30 days, next to the 30 days before. */
export function TradeFigures({ figures: { currency, now, before, days } }: { figures: Figures }) {
  const money = (amount: number) => formatMoney(amount, currency)
  const title = t`Last 30 days, ${currency}`
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="text-lg">{title}</h2>
      <div className="mt-3 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(20rem,2fr)_3fr]">
        <Compared now={now} before={before} money={money} />
        <div className="grid gap-6 md:grid-cols-2">
          <Days
            title={t`Hammer total by day`}
            total={money(now.hammer)}
            series={HAMMER}
            days={days.map((day) => ({ day: day.day, value: day.hammer }))}
            money={money}
          />
          <Days
            title={t`Revenue by day`}
            total={money(revenueOf(now))}
            series={REVENUE}
            days={days.map((day) => ({ day: day.day, value: revenueOf(day) }))}
            money={money}
          />
        </div>
      </div>
      <ByDay days={days} money={money} />
    </section>
  )
}

function revenueOf({ fees, commissions, memberships }: Trade): number {
  return fees + commissions + memberships
}

/** Sold of ended lots, in words. */
function soldRate({ ended, sold }: Trade): string {
  return ended === 0 ? '–' : formatShare(Math.round((100 * sold) / ended) * 100)
}

type Money = (amount: number) => string

const LINES: [label: string, of: (trade: Trade, money: Money) => string][] = [
  [t`Hammer total`, ({ hammer }, money) => money(hammer)],
  [t`Lots sold`, ({ sold, ended }) => t`${sold} of ${ended}`],
  [t`Sold rate`, soldRate],
  [t`Premium and fees`, ({ fees }, money) => money(fees)],
  [t`Commission`, ({ commissions }, money) => money(commissions)],
  [t`Membership fees`, ({ memberships }, money) => money(memberships)],
  [t`Revenue`, (trade, money) => money(revenueOf(trade))],
]

function Compared({ now, before, money }: { now: Trade; before: Trade; money: Money }) {
  return (
    <Table caption={t`Last 30 days and the 30 days before`} dense>
      <Heads of={[t`Figure`, { right: t`Last 30 days` }, { right: t`30 days before` }]} />
      <tbody>
        {LINES.map(([label, of]) => (
          <tr key={label}>
            <td>{label}</td>
            <td className="text-right font-semibold">{of(now, money)}</td>
            <td className="text-right text-slate">{of(before, money)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Days({
  title,
  total,
  series,
  days,
  money,
}: {
  title: string
  total: string
  series: typeof HAMMER
  days: { day: string; value: number }[]
  money: Money
}) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {days.every(({ value }) => value === 0) ? (
        <p className="text-slate">{t`Nothing in the last 30 days`}</p>
      ) : (
        <BarChart
          label={t`${title}, ${total} in 30 days`}
          series={series}
          bars={days.map(({ day, value }) => ({
            key: day,
            title: `${formatDate(day)}: ${money(value)}`,
            values: [value],
          }))}
          format={money}
          from={formatDate(days[0]!.day)}
          to={formatDate(days.at(-1)!.day)}
        />
      )}
    </div>
  )
}

function ByDay({ days, money }: { days: Figures['days']; money: Money }) {
  const busy = days
    .filter((day) => day.ended > 0 || day.fees !== 0 || day.commissions !== 0 || day.memberships !== 0)
    .toReversed()
  if (busy.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-link">{t`Show by day`}</summary>
      <Table caption={t`Sales and revenue by day`} dense>
        <Heads of={[t`Day`, ...LINES.map(([label]) => ({ right: label }))]} />
        <tbody>
          {busy.map((day) => (
            <tr key={day.day}>
              <td>{formatDate(day.day)}</td>
              {LINES.map(([label, of]) => (
                <td key={label} className="text-right">
                  {of(day, money)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
