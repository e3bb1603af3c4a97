import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Figure, Outcome, RunOptions } from './figures.ts'
import { firstPageMs, startOnce } from './pages/start-once.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const WARM_MS_MAX = 60_000
/** The very first start creates the database and the demo, and may have to build. */
const FIRST_MS_MAX = 300_000
const PLANTED_MS = 400

/**
 * B10: seconds from `npm start` to the first page: warm, with everything installed and built and the demo's data in place; and cold,
 * in a fresh clone of what is committed, with npm's cache as it is. The data is in its own folder, and every process is ended. A
 * planted server that answers immediately without the page must not count as started.
 */
export async function run({ quick, smoke }: RunOptions): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-start-'))
  try {
    await rejectPlanted()
    const dataFolder = path.join(folder, 'data')
    const firstMs = await startOnce({ root: ROOT, dataFolder, msMax: FIRST_MS_MAX })
    const warm: number[] = []
    for (let round = 1; round <= (smoke ? 1 : quick ? 3 : 5); round += 1) {
      warm.push((await startOnce({ root: ROOT, dataFolder, msMax: WARM_MS_MAX })) / 1000)
      console.log(`  round ${round}: warm ${warm.at(-1)!.toFixed(2)} s`)
    }
    const cold: number[] = []
    for (let round = 1; !quick && !smoke && round <= 2; round += 1) {
      cold.push((await coldStart(path.join(folder, `clone-${round}`))) / 1000)
      console.log(`  round ${round}: cold ${cold.at(-1)!.toFixed(1)} s`)
    }
    return outcomeOf(warm, cold, firstMs)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function outcomeOf(warm: number[], cold: number[], firstMs: number): Outcome {
  const figure = (what: string, ours: number[], must: number, aim: number): Figure => ({
    what,
    unit: 's',
    better: 'less',
    ours,
    yardstick: null,
    must,
    aim,
  })
  const made = `With the database and the demo to make the first page took ${(firstMs / 1000).toFixed(1)} s.`
  return {
    id: 'B10',
    title: 'start',
    load: '`npm start` until `/` returns the page, requested every 20 ms; the demo, with its simulated bidders.',
    figures: [
      figure('warm: installed, built, data there', warm, 5, 2),
      ...(cold.length > 0 ? [figure('cold: a fresh clone, nothing installed', cold, 120, 60)] : []),
    ],
    notes:
      cold.length > 0
        ? [made]
        : [made, 'Warm alone: a cold start installs everything and takes longer than this run may.'],
  }
}

async function coldStart(clone: string): Promise<number> {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', ROOT, clone], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`skipped: the project could not be cloned: ${stderr}`)
  return startOnce({ root: clone, dataFolder: path.join(clone, 'data'), msMax: FIRST_MS_MAX })
}

/** Planted: a server that answers immediately but serves the page only later. */
async function rejectPlanted(): Promise<void> {
  const begun = performance.now()
  const page = '<script type="module"></script><div id="root"></div>'
  const server = createServer((_, response) => response.end(performance.now() - begun < PLANTED_MS ? 'Starting' : page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const ms = await firstPageMs(`http://127.0.0.1:${port}/`, begun, () => undefined)
    if (ms < PLANTED_MS) throw new Error('void: a server without the page counted as started')
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
