type Env = Record<string, string | undefined>

/** Where metrics can be read; null: nowhere. */
export type MetricsPlace = { port: number; host: string }

/** Where traces go. `ratio`: the share of requests that are traced, 0 to 1. */
export type TracesPlace = { endpoint: string; ratio: number }

/** `METRICS_PORT` switches it on. Only this machine may look unless `METRICS_HOST` says otherwise; port 0 is any free one. */
export function metricsFrom(env: Env, publicPort: number, faults: string[]): MetricsPlace | null {
  const text = env['METRICS_PORT'] ?? ''
  if (text === '') return null
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    faults.push(`METRICS_PORT must be a whole number from 0 to 65535; it is "${text}".`)
  else if (port !== 0 && port === publicPort)
    faults.push('METRICS_PORT is the port where people come in. Metrics need another one, which only operators reach.')
  return { port, host: env['METRICS_HOST'] || '127.0.0.1' }
}

/** The usual names of OpenTelemetry. The endpoint switches it on; what it may carry besides (headers) its exporter reads itself. */
export function tracesFrom(env: Env, faults: string[]): TracesPlace | null {
  const endpoint = (env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '').replace(/\/$/, '')
  if (endpoint === '') return null
  // The address may hold a password: it is not repeated.
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318.')
  const said = env['OTEL_TRACES_SAMPLER_ARG'] ?? ''
  const ratio = said === '' ? DEFAULT_RATIO : Number(said)
  if (!(ratio >= 0 && ratio <= 1))
    faults.push(`OTEL_TRACES_SAMPLER_ARG is the share of requests that are traced, from 0 to 1; it is "${said}".`)
  return { endpoint, ratio }
}

/** At thousands of bids a second a hundredth of them tells as much as all. */
const DEFAULT_RATIO = 0.01
