import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import os from 'node:os'
import { seeded } from '#test/many-lots.ts'
import { removeFolder } from './cluster.ts'
import type { Fault } from './fault.ts'
import { CLIENT_FAULTS } from './clients.ts'
import { CLOSING_FAULTS } from './closing.ts'
import { DATABASE_FAULTS } from './databases.ts'
import { MACHINE_FAULTS } from './machine.ts'
import { PARTNER_FAULTS } from './partners.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { RELEASE_FAULTS } from './releases.ts'
import { inSeconds, Stage, type Figures } from './stage.ts'
import { makeTemplate, type Template } from './template.ts'

type Result = {
  fault: Fault
  state: 'passed' | 'failed' | 'skipped'
  figures: Figures | null
  words: string[]
  ms: number
}

/** A smoke run checks the invariants, on machines that others use too: its time limits only exclude absurd values. */
const SMOKE_PATIENCE = 5

/** Every fault the server survives. */
const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...DATABASE_FAULTS,
  ...MACHINE_FAULTS,
  ...CLIENT_FAULTS,
  ...CLOSING_FAULTS,
  ...PARTNER_FAULTS,
  ...RELEASE_FAULTS,
]

const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
const seed = Number(args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length) ?? randomInt(1, 2 ** 31))
const chosen = choose()

if (args.includes('--list')) {
  for (const { name, title, isSmoke } of FAULTS) console.log(`${name.padEnd(22)} ${title}${isSmoke ? ' (smoke)' : ''}`)
} else await main()

function choose(): readonly Fault[] {
  const unknown = named.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
    console.error(`Usage: npm run faults -- [NAME…] [--seed=N] [--smoke] [--list]. Not known: ${unknown.join(', ')}.`)
    process.exit(2)
  }
  if (named.length > 0) return FAULTS.filter(({ name }) => named.includes(name))
  return args.includes('--smoke') ? FAULTS.filter(({ isSmoke }) => isSmoke) : FAULTS
}

/** The databases watch this process and end with it; the servers are ended when it exits. */
function endOnSignal(folder: string): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(130)
    })
}

async function main(): Promise<void> {
  const [cpu] = os.cpus()
  console.log(`${os.cpus().length} × ${cpu?.model ?? 'unknown processor'}, Node ${process.version}, seed ${seed}`)
  console.log('50 bids/s on 5 lots, 200 watchers, 2 processes, unless a fault says otherwise')
  const template = await makeTemplate()
  endOnSignal(template.runFolder)
  const results: Result[] = []
  try {
    for (const fault of chosen) {
      const result = await strike(fault, template)
      results.push(result)
      console.log(`${fault.name}: ${result.state} (${inSeconds(result.ms)})`)
      for (const word of result.words) console.log(`  ${word}`)
    }
  } finally {
    await removeFolder(template.runFolder)
  }
  report(results)
  process.exitCode = results.some(({ state }) => state === 'failed') ? 1 : 0
}

async function strike(fault: Fault, template: Template): Promise<Result> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  const missing = (await fault.missing?.()) ?? null
  if (missing !== null) return { fault, state: 'skipped', figures: null, words: [missing], ms: ms() }
  // Every fault has its own random seed, so it strikes the same way alone or after others.
  const own = [...fault.name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)
  const more = await fault.before?.(template.runFolder)
  const stage = new Stage(template, fault.name, seeded(own), { ...fault.stage, ...more })
  if (args.includes('--smoke')) stage.patience = SMOKE_PATIENCE
  let figures: Figures | null = null
  try {
    await stage.open()
    await fault.run(stage)
    figures = await stage.check()
  } catch (error) {
    stage.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  await stage.close().catch((error: unknown) => stage.broken.push(`it could not be cleared away: ${String(error)}`))
  await fault.after?.()
  const state = stage.broken.length === 0 ? 'passed' : 'failed'
  if (state === 'failed' && process.env['FAULT_LOGS'] === '1')
    for (const { log } of stage.servers) console.log(log.slice(-6000))
  return { fault, state, figures, words: [...stage.broken, ...stage.notes], ms: ms() }
}

function report(results: Result[]): void {
  const rows = results.map(({ fault, state, figures, words }) => [
    fault.name,
    state,
    figures === null ? '–' : inSeconds(figures.silenceMs),
    figures === null ? '–' : String(figures.acknowledged),
    figures === null ? '–' : String(figures.lost),
    figures === null ? '–' : inSeconds(figures.longestWaitMs),
    state === 'skipped' ? words.join('; ') : fault.title,
  ])
  const head = ['fault', 'result', 'without a bid', 'acknowledged', 'lost', 'longest wait', 'what']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  console.log('')
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped (seed ${seed})`)
}
