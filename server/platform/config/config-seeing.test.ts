import { expect, test } from 'vitest'
import { metricsFrom, tracesFrom } from './config-seeing.ts'

const metrics = (env: Record<string, string>) => {
  const faults: string[] = []
  return { place: metricsFrom(env, 3000, faults), faults }
}
const traces = (env: Record<string, string>) => {
  const faults: string[] = []
  return { place: tracesFrom(env, faults), faults }
}

test('unless asked for there are no metrics and no traces', () => {
  for (const env of [{}, { METRICS_PORT: '', METRICS_HOST: '0.0.0.0' }])
    expect(metrics(env)).toEqual({ place: null, faults: [] })
  for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '1' }])
    expect(traces(env)).toEqual({ place: null, faults: [] })
})

test('metrics are for this machine alone unless a host is named, and never on the port where people come in', () => {
  expect(metrics({ METRICS_PORT: '9464' })).toEqual({ place: { port: 9464, host: '127.0.0.1' }, faults: [] })
  expect(metrics({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.4' }).place).toEqual({ port: 9464, host: '10.0.0.4' })
  expect(metrics({ METRICS_PORT: '3000' }).faults.join()).toContain('another one')
  for (const port of ['many', '-1', '65536', '80.5']) expect(metrics({ METRICS_PORT: port }).faults).toHaveLength(1)
})

test('traces go to an address, of one request in a hundred unless another share is named', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318/'
  expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    place: { endpoint: 'http://localhost:4318', ratio: 0.01 },
    faults: [],
  })
  expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0' }).place).toMatchObject({ ratio: 0 })
  for (const share of ['1.5', '-0.1', 'all'])
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: share }).faults).toHaveLength(1)
})

test('an address of a collector that cannot be one is refused, and what it may hold is not repeated', () => {
  const { faults } = traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://house:sesame@localhost' })
  expect(faults).toHaveLength(1)
  expect(faults.join()).not.toContain('sesame')
})
