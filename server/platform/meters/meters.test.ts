import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Meters } from './meters.ts'
import { ROOT } from '../root.ts'

test('a value counts in the bucket whose bound it does not exceed, and buckets are cumulative', async () => {
  const meters = new Meters()
  const histogram = meters.histogram('paddock_weights', 'Weights', [1, 5])
  for (const value of [0.5, 1, 1.5, 5, 7]) histogram.observe(value)
  const own = (await meters.text()).split('\n').filter((line) => line.includes('paddock_weights'))
  expect(own).toEqual([
    '# HELP paddock_weights Weights',
    '# TYPE paddock_weights histogram',
    'paddock_weights_bucket{le="1"} 2',
    'paddock_weights_bucket{le="5"} 4',
    'paddock_weights_bucket{le="+Inf"} 5',
    'paddock_weights_sum 15',
    'paddock_weights_count 5',
  ])
})

test('a metric that fails, or does not respond, is omitted and the rest is reported', async () => {
  const meters = new Meters()
  meters.gauge('paddock_broken', 'Fails', () => Promise.reject(new Error('no database')))
  meters.gauge('paddock_endless', 'Never answers', () => new Promise(() => undefined))
  meters.gauge('paddock_thrown', 'Throws', () => {
    throw new Error('no pool')
  })
  meters.gauge('paddock_well', 'Answers', () => 7)
  meters.gauge('paddock_pools', 'Answers twice', () => [[{ pool: 'a' }, 1] as const, [{ pool: 'b' }, 2] as const], [
    'pool',
  ])
  meters.readCounter('paddock_read_total', 'Answers what was counted elsewhere', () => 3)
  const first = await meters.text()
  for (const line of [
    'paddock_well 7',
    'paddock_pools{pool="a"} 1',
    'paddock_pools{pool="b"} 2',
    'paddock_read_total 3',
  ])
    expect(first).toContain(`\n${line}\n`)
  const again = await meters.text()
  expect(again).not.toMatch(/^paddock_(broken|endless|thrown) /m)
  expect(again).toContain('\npaddock_read_total 3\n')
  expect(Number(/^paddock_meters_silent_total (\d+)$/m.exec(again)?.[1])).toBeGreaterThanOrEqual(3)
})

test('a metric replaces an earlier one of the same name', async () => {
  const meters = new Meters()
  meters.gauge('paddock_well', 'Answers', () => 1)
  meters.gauge('paddock_well', 'Answers', () => 2)
  expect(await meters.text()).toContain('\npaddock_well 2\n')
})

/** Packages of OpenTelemetry that a fresh process has loaded after importing a module. */
async function loadedWith(module: string): Promise<string[]> {
  const script = `
    await import('${module}')
    const loaded = Object.keys((await import('node:module')).createRequire(import.meta.url).cache)
    console.log(loaded.flatMap((file) => /node_modules\\/(@opentelemetry\\/[^/]+)\\//.exec(file)?.[1] ?? []).join())`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 })
  return [...new Set(stdout.trim().split(',').filter(Boolean))]
}

test('a server that sends no traces loads nothing for them but the names that prom-client knows', async () => {
  for (const module of ['#server/app.ts', '#server/open-platform.ts'])
    expect(await loadedWith(module)).toEqual(['@opentelemetry/api'])
})
