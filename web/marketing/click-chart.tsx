import { locale } from '#web/platform/language/language.ts'
import { plural, t } from '#web/platform/language/text.ts'
import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { dateWords } from '#contract/platform/days.ts'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { Heads, Table } from '../ui/table.tsx'

/** Visitors read what the program is, and see no chart. */
const BarChart = lazy(() => import('../ui/chart/bar-chart.tsx').then((file) => ({ default: file.BarChart })))

const SERIES = [
  { name: t`Clicks`, fill: 'fill-slate', mark: 'bg-slate' },
  { name: t`Sign-ups`, fill: 'fill-leading', mark: 'bg-leading' },
]

/** Clicks by day as bars, with the sign-ups among them; the same numbers are in a table below. */
export function ClickChart({ days }: { days: ReferralFigures['days'] }) {
  const [clicks, signUps] = [
    days.reduce((sum, day) => sum + day.clicks, 0),
    days.reduce((sum, day) => sum + day.signUps, 0),
  ]
  const busy = days.filter((day) => day.clicks + day.signUps > 0)
  if (busy.length === 0) return <p className="mt-4 text-slate">{t`No clicks in the last 30 days.`}</p>
  return (
    <div className="mt-4">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <BarChart
          label={t`Last 30 days: ${counted({ clicks, signUps })}`}
          series={SERIES}
          bars={days.map((day) => ({
            key: day.day,
            title: `${dateWords(day.day, locale)}: ${counted(day)}`,
            values: [day.clicks, day.signUps],
          }))}
          format={(value) => value.toLocaleString(locale)}
          from={dateWords(days[0]!.day, locale)}
          to={dateWords(days.at(-1)!.day, locale)}
        />
      </Suspense>
      <ByDay days={busy} />
    </div>
  )
}

function ByDay({ days }: { days: ReferralFigures['days'] }) {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-link">{t`Show by day`}</summary>
      <Table caption={t`Clicks and sign-ups by day`} dense>
        <Heads of={[t`Day`, t`Clicks`, t`Sign-ups`]} />
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{dateWords(day.day, locale)}</td>
              <td>{day.clicks}</td>
              <td>{day.signUps}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}

function counted({ clicks, signUps }: { clicks: number; signUps: number }): string {
  return t`${plural(clicks, { one: '# click', other: '# clicks' })} and ${plural(signUps, { one: '# sign-up', other: '# sign-ups' })}`
}
