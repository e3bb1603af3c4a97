import os from 'node:os'
import type { Outcome, RunOptions } from './figures.ts'

type Benchmark = { run(options: RunOptions): Promise<string | Outcome> }

/** Every benchmark by its name in the quality page. */
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  b0: () => import('./b0-engine.ts'),
  b1: () => import('./b1-hot-lot.ts'),
  b6: () => import('./b6-reading.ts'),
  b7: () => import('./b7-catalogue.ts'),
}

const args = process.argv.slice(2)
const options: RunOptions = { quick: args.includes('--quick'), smoke: args.includes('--smoke') }
const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(2)
}

const [cpu] = os.cpus()
console.log(
  `${os.cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${os.platform()} ${os.release()}, Node ${process.version}`,
)
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  const benchmark = await BENCHMARKS[name]!()
  try {
    console.log(await benchmark.run(options))
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`)
    process.exitCode = 1
  }
}
