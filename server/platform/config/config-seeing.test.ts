import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigFaults, readConfig, type Config } from './config.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'paddock-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

function read(env: Record<string, string>): { config: Config | null; faults: string[] } {
  try {
    return { config: readConfig({ DATA_DIR: dataDir, ...env }), faults: [] }
  } catch (error) {
    if (error instanceof ConfigFaults) return { config: null, faults: error.faults }
    throw error
  }
}

const metrics = (env: Record<string, string>) => {
  const { config, faults } = read(env)
  return { place: config?.metrics ?? null, faults }
}
const traces = (env: Record<string, string>) => {
  const { config, faults } = read(env)
  return { place: config?.traces ?? null, faults }
}

test('by default there are no metrics and no traces', () => {
  for (const env of [{}, { METRICS_PORT: '', METRICS_HOST: '0.0.0.0' }])
    expect(metrics(env)).toEqual({ place: null, faults: [] })
  for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '1' }])
    expect(traces(env)).toEqual({ place: null, faults: [] })
})

test('metrics are for this machine only unless a host is set, and never on the public port', () => {
  expect(metrics({ METRICS_PORT: '9464' })).toEqual({ place: { port: 9464, host: '127.0.0.1' }, faults: [] })
  expect(metrics({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.4' }).place).toEqual({ port: 9464, host: '10.0.0.4' })
  expect(metrics({ METRICS_PORT: '3000' }).faults.join()).toContain('another port')
  for (const port of ['many', '-1', '65536', '80.5']) expect(metrics({ METRICS_PORT: port }).faults).toHaveLength(1)
})

test('traces are sent to an address, for one request in a hundred unless another share is set', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318/'
  expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    place: { endpoint: 'http://localhost:4318', ratio: 0.01 },
    faults: [],
  })
  expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0' }).place).toMatchObject({ ratio: 0 })
  for (const share of ['1.5', '-0.1', 'all'])
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: share }).faults).toHaveLength(1)
})

test('an invalid collector address is refused without repeating it', () => {
  const { faults } = traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://company:sesame@localhost' })
  expect(faults).toHaveLength(1)
  expect(faults.join()).not.toContain('sesame')
})
