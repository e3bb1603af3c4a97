import type { Figure, Outcome } from './figures.ts'
import { median } from './statistics.ts'

export type Spread = { median: number; min: number; max: number }

/** A figure compared with its must and its aim. */
export type Judgment = {
  ours: Spread
  yardstick: Spread | null
  /** What is judged: the ratio of the medians, with the range of the rounds' ratios, or the figure itself without a yardstick. */
  value: Spread
  isMustMet: boolean
  isAimMet: boolean
}

/** Throws if a figure was measured in other rounds than its yardstick, or not at all: such a ratio is meaningless. */
export function judge(figure: Figure): Judgment {
  const { what, ours, yardstick, better, must, aim } = figure
  const all = [...ours, ...(yardstick?.values ?? [])]
  if (ours.length === 0 || !all.every(Number.isFinite)) throw new Error(`void: ${what} was not measured`)
  if (yardstick !== null && yardstick.values.length !== ours.length) {
    throw new Error(
      `void: ${what} was measured in ${ours.length} rounds, ${yardstick.what} in ${yardstick.values.length}`,
    )
  }
  const value = yardstick === null ? spread(ours) : ratioOf(ours, yardstick.values)
  const reaches = (target: number) => (better === 'more' ? value.median >= target : value.median <= target)
  return {
    ours: spread(ours),
    yardstick: yardstick === null ? null : spread(yardstick.values),
    value,
    isMustMet: reaches(must),
    isAimMet: reaches(aim),
  }
}

/** The figures of an outcome that miss their must. */
export function shortOf(outcome: Outcome): Figure[] {
  return outcome.figures.filter((figure) => !judge(figure).isMustMet)
}

function ratioOf(ours: number[], theirs: number[]): Spread {
  const rounds = spread(ours.map((value, round) => value / theirs[round]!))
  return { ...rounds, median: median(ours) / median(theirs) }
}

/** Median, minimum and maximum over several rounds. */
export function spread(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}
