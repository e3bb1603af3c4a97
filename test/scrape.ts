/** One line that Prometheus reads. */
type Series = { name: string; labels: Record<string, string>; value: number }

export type Metric = { name: string; type: string; help: string; series: Series[] }

/** Reads a process's metrics from its metrics port as Prometheus would. Throws on an invalid line. */
export async function scrape(port: number): Promise<Map<string, Metric>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (response.status !== 200) throw new Error(`metrics answered ${response.status}`)
  return metricsIn(await response.text())
}

function metricsIn(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>()
  let current: Metric = { name: '', type: '', help: '', series: [] }
  for (const line of text.split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') metrics.set(name, (current = { name, type: '', help: rest, series: [] }))
    else if (kind === 'TYPE') current.type = rest
    else if (line !== '') current.series.push(seriesIn(line))
  }
  return metrics
}

function seriesIn(line: string): Series {
  const [, name = '', , inner = '', value = ''] =
    /^([a-z_]\w*)(\{(.*)\})? (-?[\d.e+-]+|Nan|\+Inf)$/i.exec(line) ?? fail(line)
  const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text])
  return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) }
}

function fail(line: string): never {
  throw new Error(`not a line of metrics: ${line}`)
}

/** The sum of a metric's series that have these labels. `part`: such as `_count` of a histogram. */
export function valueOf(
  metrics: Map<string, Metric>,
  name: string,
  labels: Record<string, string> = {},
  part = '',
): number {
  const fits = ({ name: full, labels: own }: Series) =>
    full === name + part && Object.entries(labels).every(([label, value]) => own[label] === value)
  return (metrics.get(name)?.series ?? []).filter(fits).reduce((sum, { value }) => sum + value, 0)
}
