/** `quick`: under a minute. `smoke`: as short as it gets, for machines that others use too: void where an invariant is broken, no matter how fast. */
export type RunOptions = { quick: boolean; smoke: boolean }

/** One figure of a benchmark, measured once a round, and what it is held against. */
export type Figure = {
  what: string
  unit: '/s' | 'ms' | 's' | 'KB' | 'points' | 'count' | 'x'
  better: 'more' | 'less'
  /** One value a round. */
  ours: number[]
  /** Measured in the same rounds, in the same unit; null: the figure stands for itself. */
  yardstick: { what: string; values: number[] } | null
  /** Of the ratio `ours / yardstick` (medians), or of the figure itself where there is no yardstick. */
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
  /** What was done to whom, in a sentence or two. */
  load: string
  figures: Figure[]
  plots?: Plot[]
  /** What a reader must know beside the figures. */
  notes?: string[]
}

/**
 * Throws where its figures are void. An error that begins with `skipped:` says what the machine lacks, such as a program of another
 * package: that is no failure, and no success either.
 */
export type Benchmark = { run(options: RunOptions): Promise<Outcome> }
