/** Values of labels by their names. Bounded by what the program knows: codes, topics, routes; never ids, names or other free text. */
export type Labels = Readonly<Record<string, string>>

export type Sample<T = number> = readonly [Labels, T]

type Reading<T> = T | Iterable<Sample<T>>

type Described = { name: string; help: string }

/** What is counted under one name. `read` is asked when somebody looks, and never in between. */
export type Meter = Described &
  (
    | { type: 'counter' | 'gauge'; read: () => Reading<number> | Promise<Reading<number>> }
    | { type: 'histogram'; read: () => Reading<Histogram> }
  )

/**
 * What a house counts. Rooms count in their own words, as plain numbers; here they say under which names these can be read. Names
 * begin with `paddock_`, counters end in `_total`, times are in seconds. Who comes later under the same name stands in for who came before:
 * a house may be given to a server after another.
 */
export class Meters {
  #all = new Map<string, Meter>()

  /** A number that only grows while the process runs. */
  counter(name: string, help: string, read: () => Reading<number> | Promise<Reading<number>>): void {
    this.#add({ name, help, type: 'counter', read })
  }

  /** A number as it is now. */
  gauge(name: string, help: string, read: () => Reading<number> | Promise<Reading<number>>): void {
    this.#add({ name, help, type: 'gauge', read })
  }

  histogram(name: string, help: string, read: () => Reading<Histogram>): void {
    this.#add({ name, help, type: 'histogram', read })
  }

  get all(): readonly Meter[] {
    return [...this.#all.values()]
  }

  #add(meter: Meter): void {
    this.#all.set(meter.name, meter)
  }
}

/** How often something was how much. `bounds` ascend; the last class has no bound. */
export class Histogram {
  readonly bounds: readonly number[]
  /** How many fell into each class, not added up. */
  readonly counts: Float64Array
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds } = this
    let index = 0
    while (index < bounds.length && value > bounds[index]!) index += 1
    this.counts[index]! += 1
    this.sum += value
  }
}

/** Seconds, for what should take milliseconds. */
export const SECONDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const KEYS_MAX = 200

/** How often each of a few known words came up. However many there are, memory and the number of series stay bounded. */
export class CountsBy {
  #label: string
  #counts = new Map<string, number>()

  constructor(label: string) {
    this.#label = label
  }

  add(word: string, count = 1): void {
    const counts = this.#counts
    const key = counts.has(word) || counts.size < KEYS_MAX ? word : 'other'
    counts.set(key, (counts.get(key) ?? 0) + count)
  }

  *[Symbol.iterator](): Iterator<Sample> {
    for (const [word, count] of this.#counts) yield [{ [this.#label]: word }, count]
  }
}
