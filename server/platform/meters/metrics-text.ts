import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram as LibraryHistogram,
  Registry,
  type Metric,
} from 'prom-client'
import type { Labels, Histogram, Meter, Meters, Sample } from './meters.ts'

/** A meter that does not answer by then is left out: who looks at a house in trouble must see the rest. */
const READ_MS_MAX = 2000

/**
 * What the meters of a house say, and the usual figures of a Node process, as Prometheus reads it. Loaded only where somebody may look.
 */
export function metricsText(meters: Meters): { contentType: string; read(): Promise<string> } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let silent = 0
  meters.counter('paddock_meters_silent_total', 'Meters that did not answer in time when they were read.', () => silent)
  const known = new Map<string, Meter>()
  return {
    contentType: registry.contentType,
    async read() {
      for (const meter of meters.all) {
        if (known.get(meter.name) === meter) continue
        known.set(meter.name, meter)
        registry.removeSingleMetric(meter.name)
        registry.registerMetric(metricOf(meter, () => (silent += 1)))
      }
      return registry.metrics()
    },
  }
}

function metricOf(meter: Meter, silent: () => void): Metric {
  const { name, help } = meter
  if (meter.type === 'histogram') return new ReadHistogram(meter)
  const { read } = meter
  const answer = () => inTime(read, silent)
  return meter.type === 'counter' ? new ReadCounter(name, help, answer) : new ReadGauge(name, help, answer)
}

type Answer = () => Promise<Sample[]>

/** The library keeps values of its own; these ask the room instead, so that counting costs what adding to a number costs. */
class ReadCounter extends Counter {
  #answer: Answer

  constructor(name: string, help: string, answer: Answer) {
    super({ name, help, registers: [] })
    this.#answer = answer
  }

  override async get() {
    const values = (await this.#answer()).map(([labels, value]) => ({ labels, value }))
    return { ...(await super.get()), values }
  }
}

class ReadGauge extends Gauge {
  #answer: Answer

  constructor(name: string, help: string, answer: Answer) {
    super({ name, help, registers: [] })
    this.#answer = answer
  }

  override async get() {
    const values = (await this.#answer()).map(([labels, value]) => ({ labels, value }))
    return { ...(await super.get()), values }
  }
}

class ReadHistogram extends LibraryHistogram {
  #meter: Extract<Meter, { type: 'histogram' }>

  constructor(meter: Extract<Meter, { type: 'histogram' }>) {
    super({ name: meter.name, help: meter.help, registers: [] })
    this.#meter = meter
  }

  /** What the registry asks a histogram for in place of `get`. */
  getForPromString() {
    const { name, help, read } = this.#meter
    const reading = read()
    const samples: Iterable<Sample<Histogram>> = isSamples(reading) ? reading : [[{}, reading]]
    const values = [...samples].flatMap(([labels, histogram]) => valuesOf(name, labels, histogram))
    return Promise.resolve({ name, help, type: 'histogram', values })
  }
}

function isSamples<T>(reading: T | Iterable<Sample<T>>): reading is Iterable<Sample<T>> {
  return typeof reading === 'object' && reading !== null && Symbol.iterator in reading
}

function valuesOf(name: string, labels: Labels, { bounds, counts, sum }: Histogram) {
  let below = 0
  const buckets = [...counts].map((count, index) => {
    below += count
    const le = index < bounds.length ? String(bounds[index]) : '+Inf'
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}

async function inTime(
  read: Extract<Meter, { type: 'gauge' | 'counter' }>['read'],
  silent: () => void,
): Promise<Sample[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, READ_MS_MAX, null)))
  try {
    const reading = await Promise.race([Promise.resolve(read()), late])
    if (reading === null) throw new Error('too late')
    return isSamples(reading) ? [...reading] : [[{}, reading]]
  } catch {
    silent()
    return []
  } finally {
    clearTimeout(timer)
  }
}
