import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from './judge.ts'
import type { Outcome } from './figures.ts'
import { median } from './statistics.ts'

/** The benchmark that each fast path exists for. */
const NEEDED_BY: Record<string, string> = {
  trip: 'b1',
  wire: 'b1',
  columns: 'b1',
  early: 'b6',
  'leave-http': 'b5',
  'first-action': 'b8',
  late: 'b8',
}
const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * What each fast path gains: its benchmark with it and without it, alternately, each run against its own yardstick. Prints the ratio of
 * the medians. Less than 5 %, and the fast path goes. `npm run gains -- trip --rounds=3`; without names, all of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '2' } },
})
for (const name of positionals.length > 0 ? positionals : Object.keys(NEEDED_BY)) {
  const benchmark = NEEDED_BY[name]
  if (benchmark === undefined) throw new Error(`Known: ${Object.keys(NEEDED_BY).join(', ')}.`)
  const fast: number[] = []
  const plain: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    fast.push(measure(benchmark, ''))
    plain.push(measure(benchmark, name))
  }
  const text = (ratios: number[]) => ratios.map((ratio) => ratio.toFixed(2)).join(', ')
  const gain = median(fast) / median(plain)
  console.log(`${name} (${benchmark}): with ${text(fast)}; without ${text(plain)}; gain ${gain.toFixed(2)}x`)
}

/** The first figure against its yardstick, as more is better. `without`: the fast path that is replaced, or none. */
function measure(benchmark: string, without: string): number {
  const hooks = `--import=${path.join(import.meta.dirname, 'plain/register.ts')}`
  const { stdout } = spawnSync(process.execPath, [path.join(ROOT, 'bench/run.ts'), benchmark, '--quick', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PADDOCK_PLAIN: without, NODE_OPTIONS: hooks },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [result] = (JSON.parse(stdout) as { results: { outcome: Outcome | null; failure: string | null }[] }).results
  const figure = result?.outcome?.figures[0]
  if (figure === undefined) throw new Error(`${benchmark} without ${without}: ${result?.failure ?? 'no figure'}`)
  const ratio = judge(figure).value.median
  return figure.better === 'less' ? 1 / ratio : ratio
}
