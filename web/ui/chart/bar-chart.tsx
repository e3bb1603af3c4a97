import { t } from '#web/platform/language/text.ts'
import { scaleBand, scaleLinear } from 'd3-scale'

/** In units of the drawing, which is stretched to the width there is. */
const WIDTH = 600
const HEIGHT = 120

/** One place on the horizontal axis: what it is, in words with its figures, and a value for each series. */
export type Bar = { key: string; title: string; values: readonly number[] }

/** The classes of its bars and of its mark in the legend. */
export type Series = { name: string; fill: string; mark: string }

/**
 * Bars over time. `label` says what they show, with the total; the numbers themselves belong in a table next to it. Bars of several series
 * stand in front of each other, so the larger series comes first.
 */
export function BarChart({
  label,
  bars,
  series,
  format,
  from,
  to,
}: {
  label: string
  bars: readonly Bar[]
  series: readonly Series[]
  /** A value of the vertical axis in words. */
  format: (value: number) => string
  /** The first and last place of the horizontal axis. */
  from: string
  to: string
}) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values))
  const x = scaleBand<string>()
    .domain(bars.map(({ key }) => key))
    .range([0, WIDTH])
    .paddingInner(0.2)
  const y = scaleLinear().domain([0, most]).nice(2).range([HEIGHT, 0])
  const ticks = y.ticks(2)
  return (
    <figure>
      <div className="grid grid-cols-[auto_1fr] gap-x-2 pt-2">
        <div
          aria-hidden="true"
          className="tabular -my-2 flex h-34 flex-col-reverse justify-between text-right text-xs leading-4 text-slate"
        >
          {ticks.map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-30 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x2={WIDTH}
              y1={y(tick)}
              y2={y(tick)}
              vectorEffect="non-scaling-stroke"
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {bars.map((bar) => (
            <BarOf key={bar.key} bar={bar} series={series} band={{ x: x(bar.key), width: x.bandwidth(), y }} />
          ))}
        </svg>
      </div>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-slate">
        <span>{t`${from} to ${to}`}</span>
        {series.length === 1 ? null : <Legend series={series} />}
      </figcaption>
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <span className="flex gap-4">
      {series.map(({ name, mark }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 ${mark}`} />
          {name}
        </span>
      ))}
    </span>
  )
}

type Band = { x: number | undefined; width: number; y: (value: number) => number }

function BarOf({ bar: { title, values }, series, band }: { bar: Bar; series: readonly Series[]; band: Band }) {
  const { x, width, y } = band
  return (
    <g>
      <title>{title}</title>
      {series.map(({ name, fill }, index) => {
        const top = y(shown(values[index]))
        return <rect key={name} x={x} y={top} width={width} height={HEIGHT - top} className={fill} />
      })}
    </g>
  )
}

/** More credited than earned shows as no bar; the table has the amount. */
function shown(value = 0): number {
  return Math.max(0, value)
}
