import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure, Outcome, Plot } from '../figures.ts'
import type { Machine } from '../machine.ts'
import { keep, readKept, type Kept } from './kept.ts'
import { drawPlot } from './plots.ts'
import { renderReport } from './report.ts'
import { writeReport } from './write-report.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-report-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const MACHINE: Machine = {
  processor: 'Quiet Processor 7',
  cores: 2,
  memoryGb: 8,
  system: 'linux 6.1',
  node: 'v24.0.0',
  postgres: 'PostgreSQL 18.1',
  settings: { fsync: 'on', synchronous_commit: 'on', wal_level: 'replica' },
  sync: { medianMs: 0.8, p99Ms: 2.4, filesystem: 'ext4' },
}

const FIGURE: Figure = {
  what: 'acknowledged bids',
  unit: '/s',
  better: 'more',
  ours: [9000, 8000, 12_000],
  yardstick: { what: 'row-lock', values: [600, 1000, 750] },
  must: 10,
  aim: 25,
}

const PLOT: Plot = {
  name: 'latency-against-load',
  title: 'Latency against load',
  x: { label: 'bids a second' },
  y: { label: 'ms', log: true },
  series: [
    {
      name: 'ours',
      points: [
        [1000, 2],
        [2000, 3.5],
      ],
    },
    {
      name: 'empty POST',
      points: [
        [1000, 1],
        [2000, 1.2],
      ],
    },
  ],
}

const kept = (outcome: Partial<Outcome>, more: Partial<Kept> = {}): Kept => ({
  name: 'b1',
  measuredAt: '2026-05-04T10:00:00.000Z',
  commit: '0123456789',
  quick: false,
  machine: MACHINE,
  outcome: { id: 'B1', title: 'hot lot', load: 'Many bid on one lot.', figures: [FIGURE], ...outcome },
  ...more,
})

test('a report says ours, the yardstick, their ratio, must, aim and verdict of each figure', () => {
  const report = renderReport([kept({})])
  expect(report).toContain(
    '| acknowledged bids | 9,000/s (8,000/s–12,000/s) | 750/s (600/s–1,000/s) row-lock | 12.0 x (8.0 x–16.0 x) | ≥ 10.0 x | ≥ 25.0 x | must met, 48% of the aim |',
  )
  expect(report).toContain('Many bid on one lot.')
  expect(report).toContain('commit 0123456789')
})

test('a figure short of its must is listed in the overview like any other', () => {
  const report = renderReport([kept({ figures: [{ ...FIGURE, must: 20 }] })])
  const [overview] = report.split('## The machine')
  expect(overview).toContain('short of must (12.0 x, must be 20.0 x)')
})

test('a report names what it was measured on: processor, Node, the database with its settings, and the price of a commit', () => {
  const report = renderReport([kept({})])
  for (const part of ['2 × Quiet Processor 7', 'v24.0.0', 'PostgreSQL 18.1', 'fsync = on', 'median 0.80 ms', 'ext4'])
    expect(report).toContain(part)
})

test('parts measured on different machines each say on which', () => {
  const other = { ...MACHINE, processor: 'Loud Processor 9' }
  const report = renderReport([kept({}), kept({ id: 'B2', title: 'many lots' }, { name: 'b2', machine: other })])
  expect(report).toContain('## The machine 2 × Quiet Processor 7')
  expect(report).toContain('## The machine 2 × Loud Processor 9')
  expect(report.match(/commit 0123456789, 2 × Loud Processor 9, linux 6.1\./g)).toHaveLength(1)
})

test('a benchmark measured again takes the place of its former part and of no other', async () => {
  const outcomes = path.join(folder, 'outcomes')
  await keep(outcomes, kept({ id: 'B10', title: 'start' }, { name: 'b10' }))
  await keep(outcomes, kept({ title: 'of last week' }))
  await keep(outcomes, kept({ title: 'of today', plots: [PLOT] }))
  await keep(outcomes, kept({ id: 'B1b', title: 'answered bids' }, { name: 'b1b' }))
  expect((await readKept(outcomes)).map(({ outcome }) => `${outcome.id} ${outcome.title}`)).toEqual([
    'B1 of today',
    'B1b answered bids',
    'B10 start',
  ])
  const report = await readFile(await writeReport(folder), 'utf8')
  expect(report).toContain('![Latency against load](plots/latency-against-load.svg)')
  expect(report).not.toContain('of last week')
  expect(await readdir(path.join(folder, 'plots'))).toEqual(['latency-against-load.svg'])
})

test('a plot is drawn without a browser and has every series, label and point', async () => {
  const svg = await drawPlot(PLOT)
  expect(svg).toMatch(/^<svg/)
  for (const text of ['Latency against load', 'bids a second', 'ours', 'empty POST']) expect(svg).toContain(text)
  expect(svg.match(/aria-roledescription="point"/g)).toHaveLength(4)
})
