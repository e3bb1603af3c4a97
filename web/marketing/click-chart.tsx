import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { dateWords } from '#contract/platform/days.ts'
import { Table } from '../ui/table.tsx'

const HEIGHT = 96
const BAR = 10
const GAP = 2

/** Clicks by day as bars, with the sign-ups among them; the same numbers are in a table below. */
export function ClickChart({ days }: { days: ReferralFigures['days'] }) {
  const most = Math.max(1, ...days.map(({ clicks, signUps }) => Math.max(clicks, signUps)))
  const width = days.length * BAR
  const [clicks, signUps] = [
    days.reduce((sum, day) => sum + day.clicks, 0),
    days.reduce((sum, day) => sum + day.signUps, 0),
  ]
  const busy = days.filter((day) => day.clicks + day.signUps > 0)
  if (busy.length === 0) return <p className="mt-4 text-slate">No clicks in the last 30 days.</p>
  const bar = (value: number) => (value / most) * HEIGHT
  return (
    <figure className="mt-4">
      <svg
        role="img"
        aria-label={`Last 30 days: ${counted({ clicks, signUps })}`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-24 w-full border-b border-control"
      >
        {days.map((day, index) => (
          <g key={day.day}>
            <title>{`${dateWords(day.day)}: ${counted(day)}`}</title>
            <rect
              x={index * BAR}
              y={HEIGHT - bar(day.clicks)}
              width={BAR - GAP}
              height={bar(day.clicks)}
              className="fill-slate"
            />
            <rect
              x={index * BAR}
              y={HEIGHT - bar(day.signUps)}
              width={BAR - GAP}
              height={bar(day.signUps)}
              className="fill-leading"
            />
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-slate">
        <span>
          {dateWords(days[0]!.day)} to {dateWords(days.at(-1)!.day)}
        </span>
        <span className="flex gap-4">
          <Key className="bg-slate" label="Clicks" />
          <Key className="bg-leading" label="Sign-ups" />
        </span>
      </figcaption>
      <ByDay days={busy} />
    </figure>
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

function Key({ className, label }: { className: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 ${className}`} />
      {label}
    </span>
  )
}
