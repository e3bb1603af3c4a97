import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client'

type Labels = Readonly<Record<string, string>>

/** A number, or one for each combination of labels. */
export type Reading = number | Iterable<readonly [Labels, number]>

/** A metric that takes longer, in ms, is left out: an operator who looks at a server in trouble must see the rest. */
const READ_MS_MAX = 2000

/** Buckets in seconds, for what should take milliseconds. */
export const SECONDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * The metrics of one server, kept by prom-client. Names begin with `paddock_`, counters end in `_total`, times are in seconds. Label
 * values come from the code (error codes, topics, routes), never from people: every value is a separate series. A metric replaces an
 * earlier one of the same name, because an app may be given to several servers one after another.
 */
export class Meters {
  #registry = new Registry()
  #silent = this.counter('paddock_meters_silent_total', 'Metrics that failed or timed out when collected')

  counter<T extends string = never>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> {
    return this.#add(name, new Counter({ name, help, labelNames, registers: [] }))
  }

  /** `buckets`: upper bounds, ascending. */
  histogram<T extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly T[] = [],
  ): Histogram<T> {
    return this.#add(name, new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [] }))
  }

  /** A current value; `read` is called at every scrape. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, labelNames: readonly string[] = []): void {
    const collect = () => this.#read(read, gauge, (labels, value) => gauge.set(labels, value))
    const gauge: Gauge = this.#add(name, new Gauge({ name, help, labelNames, registers: [], collect }))
  }

  /** A counter that is kept elsewhere and only grows; `read` is called at every scrape. */
  readCounter(name: string, help: string, read: () => number): void {
    const collect = () => this.#read(read, counter, (labels, value) => counter.inc(labels, value))
    const counter: Counter = this.#add(name, new Counter({ name, help, registers: [], collect }))
  }

  /** Adds the default metrics of a Node process. They cost some work, so only where metrics are served. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** In the Prometheus text format, of the type {@link contentType}. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  #add<M extends Metric>(name: string, metric: M): M {
    this.#registry.removeSingleMetric(name)
    this.#registry.registerMetric(metric)
    return metric
  }

  async #read(
    read: () => Reading | Promise<Reading>,
    metric: Gauge | Counter,
    set: (labels: Labels, value: number) => void,
  ): Promise<void> {
    const reading = await inTime(read)
    metric.reset()
    // `reset` would set a metric without labels to 0, a value that was never read.
    metric.remove({})
    if (reading === null) this.#silent.inc()
    else if (typeof reading === 'number') set({}, reading)
    else for (const [labels, value] of reading) set(labels, value)
  }
}

/** Null when it failed or took too long. */
async function inTime(read: () => Reading | Promise<Reading>): Promise<Reading | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, READ_MS_MAX, null)))
  try {
    return await Promise.race([read(), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
