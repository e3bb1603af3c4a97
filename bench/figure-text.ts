import type { Figure, Outcome } from './figures.ts'
import { judge, type Judgment, type Spread } from './judge.ts'

const MILLION = 1_000_000
const COUNTED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `12,345/s`, `3.4 M/s`, `1.23 ms`, `17 points`, `0.47 x`. */
export function valueText(value: number, unit: Figure['unit']): string {
  if (unit === '/s') return value >= MILLION ? `${(value / MILLION).toFixed(1)} M/s` : `${COUNTED.format(value)}/s`
  if (unit === 'count') return COUNTED.format(value)
  if (unit === 'x') return `${ratioText(value)} x`
  return `${threeDigits(value)} ${unit}`
}

export function spreadText(spread: Spread, unit: Figure['unit']): string {
  return `${valueText(spread.median, unit)} (${valueText(spread.min, unit)}–${valueText(spread.max, unit)})`
}

/** Formats the must, the aim and the figure compared with them: as a ratio, or in the figure's own unit. */
export function judgedUnit(figure: Figure): Figure['unit'] {
  return figure.yardstick === null ? figure.unit : 'x'
}

/** `aim met`, `must met, 72% of the aim`, `short of must (8.1 x of 10.0 x), 32% of the aim`. */
export function verdictText(figure: Figure, { value, isMustMet, isAimMet }: Judgment): string {
  if (isMustMet && isAimMet) return 'aim met'
  const unit = judgedUnit(figure)
  const way = value.median / figure.aim
  const far = isAimMet
    ? 'aim met'
    : figure.better === 'more'
      ? `${Math.floor(100 * way)}% of the aim`
      : figure.aim === 0
        ? 'the aim is zero'
        : `${threeDigits(way)} times the aim`
  if (isMustMet) return `must met, ${far}`
  return `short of must (${valueText(value.median, unit)}, must be ${valueText(figure.must, unit)}), ${far}`
}

/**
 * The last line of a run, a summary of the first figure: `B1 hot lot: 12.3 x (ours 8,000/s, row-lock 650/s)`, or `B0 engine: 3.1 M
 * decisions/s` for a figure without a yardstick.
 */
export function closingLine({ id, title, figures }: Outcome): string {
  const [first] = figures
  if (first === undefined) throw new Error(`void: ${id} has no figure`)
  const { ours, yardstick, value } = judge(first)
  const { unit, what } = first
  if (yardstick !== null) {
    const sides = `ours ${valueText(ours.median, unit)}, ${first.yardstick!.what} ${valueText(yardstick.median, unit)}`
    return `${id} ${title}: ${ratioText(value.median)} x (${sides})`
  }
  if (unit === '/s') return `${id} ${title}: ${(ours.median / MILLION).toFixed(1)} M ${what}/s`
  return `${id} ${title}: ${valueText(ours.median, unit)} ${what}`
}

function ratioText(value: number): string {
  return value.toFixed(value < 2 ? 2 : 1)
}

function threeDigits(value: number): string {
  if (value === 0 || value >= 100) return COUNTED.format(value)
  return value.toFixed(value >= 10 ? 1 : 2)
}
