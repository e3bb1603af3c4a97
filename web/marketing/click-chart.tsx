import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { dateWords } from '#contract/platform/days.ts'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'

/** Visitors read what the program is, and see no chart. */
const BarChart = lazy(() => import('../ui/chart/bar-chart.tsx').then((file) => ({ default: file.BarChart })))

const SERIES = [
  { name: 'Clicks', fill: 'fill-slate', mark: 'bg-slate' },
  { name: 'Sign-ups', fill: 'fill-leading', mark: 'bg-leading' },
]

/** Clicks by day as bars, with the sign-ups among them; the same numbers are in a table below. */
export function ClickChart({ days }: { days: ReferralFigures['days'] }) {
  const [clicks, signUps] = [
    days.reduce((sum, day) => sum + day.clicks, 0),
    days.reduce((sum, day) => sum + day.signUps, 0),
  ]
  const busy = days.filter((day) => day.clicks + day.signUps > 0)
  if (busy.length === 0) return <p className="mt-4 text-slate">No clicks in the last 30 days.</p>
  return (
    <div className="mt-4">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <BarChart
          label={`Last 30 days: ${counted({ clicks, signUps })}`}
          series={SERIES}
          bars={days.map((day) => ({
            key: day.day,
            title: `${dateWords(day.day)}: ${counted(day)}`,
            values: [day.clicks, day.signUps],
          }))}
          format={(value) => value.toLocaleString('en-US')}
          from={dateWords(days[0]!.day)}
          to={dateWords(days.at(-1)!.day)}
        />
      </Suspense>
      <ByDay days={busy} />
    </div>
  )
}

function ByDay({ days }: { days: ReferralFigures['days'] }) {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-notice underline underline-offset-4">
        Show by day
      </summary>
      <Table caption="Clicks and sign-ups by day" dense>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Clicks</th>
            <th scope="col">Sign-ups</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{dateWords(day.day)}</td>
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
  return `${clicks === 1 ? '1 click' : `${clicks} clicks`} and ${signUps === 1 ? '1 sign-up' : `${signUps} sign-ups`}`
}
