import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { metricsText } from './metrics-text.ts'
import { CountsBy, Histogram, Meters } from './meters.ts'
import { ROOT } from '../root.ts'

test('a value falls into the class whose bound it does not pass, and classes are told added up', async () => {
  const meters = new Meters()
  const histogram = new Histogram([1, 5])
  for (const value of [0.5, 1, 1.5, 5, 7]) histogram.observe(value)
  meters.histogram('paddock_weights', 'Weights.', () => histogram)
  const text = await metricsText(meters).read()
  const own = text.split('\n').filter((line) => line.includes('paddock_weights'))
  expect(own).toEqual([
    '# HELP paddock_weights Weights.',
    '# TYPE paddock_weights histogram',
    'paddock_weights_bucket{le="1"} 2',
    'paddock_weights_bucket{le="5"} 4',
    'paddock_weights_bucket{le="+Inf"} 5',
    'paddock_weights_sum 15',
    'paddock_weights_count 5',
  ])
})

test('however many words come up, the series stay bounded', () => {
  const counts = new CountsBy('code')
  for (let n = 0; n < 10_000; n += 1) counts.add(`code-${n}`)
  const samples = [...counts]
  expect(samples.length).toBeLessThanOrEqual(201)
  expect(samples.find(([{ code }]) => code === 'other')?.[1]).toBe(9800)
})

test('a meter that fails, or does not answer, is left out and the rest is told', async () => {
  const meters = new Meters()
  meters.gauge('paddock_broken', 'Fails.', () => Promise.reject(new Error('no database')))
  meters.gauge('paddock_endless', 'Never answers.', () => new Promise(() => undefined))
  meters.gauge('paddock_well', 'Answers.', () => 7)
  const text = metricsText(meters)
  expect(await text.read()).toContain('\npaddock_well 7\n')
  const again = await text.read()
  expect(again).not.toMatch(/^paddock_(broken|endless) /m)
  expect(Number(/^paddock_meters_silent_total (\d+)$/m.exec(again)?.[1])).toBeGreaterThanOrEqual(2)
})

test('who comes later under a name stands in for who came before', async () => {
  const meters = new Meters()
  const text = metricsText(meters)
  meters.gauge('paddock_well', 'Answers.', () => 1)
  expect(await text.read()).toContain('\npaddock_well 1\n')
  meters.gauge('paddock_well', 'Answers.', () => 2)
  expect(await text.read()).toContain('\npaddock_well 2\n')
})

/** Packages that a fresh process has loaded after importing a module, of those that only looking inside needs. */
async function loadedWith(module: string): Promise<string[]> {
  const script = `
    await import('${module}')
    const loaded = Object.keys((await import('node:module')).createRequire(import.meta.url).cache)
    console.log(loaded.flatMap((file) => /node_modules\\/(@opentelemetry|prom-client)\\//.exec(file)?.[1] ?? []).join())`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 })
  return [...new Set(stdout.trim().split(',').filter(Boolean))]
}

test('a house that nobody looks into has loaded nothing for it', async () => {
  expect(await loadedWith('prom-client')).toContain('prom-client')
  for (const module of ['#server/app.ts', '#server/open-house.ts']) expect(await loadedWith(module)).toEqual([])
})
