import { Console } from 'node:console'
import { parseArgs } from 'node:util'
import { closingLine, spreadText, verdictText } from './figure-text.ts'
import type { Benchmark, Figure, Outcome, RunOptions } from './figures.ts'
import { judge, shortOf, type Judgment } from './judge.ts'
import { commitNow, readMachine, systemText, type Machine } from './machine.ts'

/** Every benchmark by its name on the quality page. */
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  b0: () => import('./b0-engine.ts'),
  b1: () => import('./b1-hot-lot.ts'),
  b1b: () => import('./b1b-answered.ts'),
  b2: () => import('./b2-many-lots.ts'),
  b3: () => import('./b3-latency.ts'),
  b4: () => import('./b4-fan-out.ts'),
  b5: () => import('./b5-watcher-cost.ts'),
  b6: () => import('./b6-reading.ts'),
  b7: () => import('./b7-catalog.ts'),
  b8: () => import('./b8-pages.ts'),
  b9: () => import('./b9-recovery.ts'),
  b10: () => import('./b10-start.ts'),
  b11: () => import('./b11-growth.ts'),
  b12: () => import('./b12-few-bidders.ts'),
  b13: () => import('./b13-lists.ts'),
}

type Result = {
  name: string
  outcome: Outcome | null
  judgments: Judgment[]
  /** Which must was missed, or why the run is void. */
  failure: string | null
  /** What this machine lacks. */
  skipped: string | null
}

const { names, options, json, report } = readArguments()
// Standard output is reserved for the one JSON document; progress of the benchmarks goes to standard error.
if (json) globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr })

const machine = options.smoke ? null : await readMachine()
console.log(machine === null ? systemText() : `${systemText()}, ${postgresText(machine)}`)
const commit = commitNow()
const results: Result[] = []
for (const name of names) {
  const result = await measure(name)
  results.push(result)
  if (result.failure !== null) process.exitCode = 1
  if (report && machine !== null && result.outcome !== null) await keepOutcome(name, result.outcome, machine)
}
if (report) await finishReport()
if (json) process.stdout.write(`${JSON.stringify({ commit, machine, options, results }, null, 2)}\n`)

function readArguments() {
  const { values, positionals } = parsedArguments()
  const { quick, smoke, json, report } = values
  const unknown = positionals.filter((name) => !(name in BENCHMARKS))
  if (unknown.length > 0) {
    refuse(`There is no benchmark ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`)
  }
  if (report && smoke) refuse('A smoke run measures nothing that belongs in a report.')
  const chosen = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)
  return { names: chosen, options: { quick, smoke } satisfies RunOptions, json, report }
}

function parsedArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ allowPositionals: true, options: { quick: flag, smoke: flag, json: flag, report: flag } })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}

/** Runs one benchmark and prints its figures; the closing line comes last. Speed does not count in a smoke run. */
async function measure(name: string): Promise<Result> {
  try {
    const benchmark = await BENCHMARKS[name]!()
    const outcome = await benchmark.run(options)
    for (const note of outcome.notes ?? []) console.log(`  ${note}`)
    for (const figure of outcome.figures) console.log(`  ${figureText(figure)}`)
    const short = options.smoke ? [] : shortOf(outcome)
    const failure = short.length === 0 ? null : `${short.map(({ what }) => what).join(', ')}: short of must`
    if (failure !== null) console.error(`${name}: ${failure}`)
    console.log(closingLine(outcome))
    return { name, outcome, judgments: outcome.figures.map(judge), failure, skipped: null }
  } catch (error) {
    const { message } = error as Error
    console.error(`${name}: ${message}`)
    const isSkipped = message.startsWith('skipped:')
    return {
      name,
      outcome: null,
      judgments: [],
      failure: isSkipped ? null : message,
      skipped: isSkipped ? message : null,
    }
  }
}

function figureText(figure: Figure): string {
  const { what, unit } = figure
  const judgment = judge(figure)
  const { ours, yardstick, value } = judgment
  const theirs = yardstick === null ? '' : `, ${figure.yardstick!.what} ${spreadText(yardstick, unit)}`
  const ratio = yardstick === null ? '' : `, ratio ${spreadText(value, 'x')}`
  const verdict = options.smoke ? 'too short to judge' : verdictText(figure, judgment)
  return `${what}: ours ${spreadText(ours, unit)}${theirs}${ratio}: ${verdict}`
}

/** Loaded only here: a run that only measures needs nothing that draws. */
async function keepOutcome(name: string, outcome: Outcome, on: Machine): Promise<void> {
  const [{ keep }, { REPORT_FOLDER }] = await Promise.all([
    import('./report/kept.ts'),
    import('./report/write-report.ts'),
  ])
  const measuredAt = new Date().toISOString()
  await keep(`${REPORT_FOLDER}/outcomes`, { name, measuredAt, commit, quick: options.quick, machine: on, outcome })
}

async function finishReport(): Promise<void> {
  const { writeReport, REPORT_FOLDER } = await import('./report/write-report.ts')
  console.error(`The report is ${await writeReport(REPORT_FOLDER)}.`)
}

function postgresText({ postgres, settings, sync }: Machine): string {
  const durable = ['fsync', 'synchronous_commit', 'wal_sync_method']
    .map((name) => `${name} ${settings[name]}`)
    .join(', ')
  return `${postgres} (${durable}); 8 KB forced to disk in ${sync.medianMs.toFixed(2)} ms on ${sync.filesystem}`
}
