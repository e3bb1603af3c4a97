/**
 * `quick`: under a minute. `smoke`: as short as possible, for machines that others use too: void if an invariant is broken, at any
 * speed.
 */
export type RunOptions = { quick: boolean; smoke: boolean }

/** One figure of a benchmark, measured once per round, and its yardstick. */
export type Figure = {
  what: string
  unit: '/s' | 'ms' | 's' | 'KB' | 'points' | 'count' | 'x'
  better: 'more' | 'less'
  /** One value per round. */
  ours: number[]
  /** Measured in the same rounds, in the same unit; null: no yardstick. */
  yardstick: { what: string; values: number[] } | null
  /** For the ratio `ours / yardstick` (medians), or for the figure itself without a yardstick. */
  must: number
  aim: number
}

/** Drawn into the report. */
export type Plot = {
  /** Of the file, such as `b3-latency-against-load`. */
  name: string
  title: string
  x: { label: string; log?: boolean }
  y: { label: string; log?: boolean }
  series: { name: string; points: [x: number, y: number][] }[]
}

/** What a benchmark found. A run in which an invariant was broken throws instead: its figures are void. */
export type Outcome = {
  /** As on the quality page, such as `B1`. */
  id: string
  title: string
  /** What was measured, in a sentence or two. */
  load: string
  figures: Figure[]
  plots?: Plot[]
  /** What a reader must know in addition to the figures. */
  notes?: string[]
}

/**
 * Throws if its figures are void. An error that begins with `skipped:` says what the machine lacks, such as another package's
 * program: neither a failure nor a success.
 */
export type Benchmark = { run(options: RunOptions): Promise<Outcome> }
