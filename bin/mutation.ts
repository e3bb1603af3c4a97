import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

/**
 * `npm run mutation`: whether the engine's tests notice every change of its rules. `-- --changed` mutates only the files of the engine
 * that changed since the main branch, `-- --changed=REVISION` since that revision. Where there is nothing to compare with, as in a shallow
 * or first checkout, the whole engine is run. Exit code 1 where a file scores less than it must.
 */
const FILE_SCORE_MIN = 85
const REPORT = 'reports/mutation/mutation.json'

function main(args: readonly string[]): number {
  const asked = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='))
  const rest = args.filter((arg) => arg !== asked)
  const files = asked === undefined ? null : changedSince(asked.split('=')[1])
  if (files?.length === 0) {
    console.log('No file of the engine has changed.')
    return 0
  }
  console.log(files === null ? 'Mutating the whole engine.' : `Mutating ${files.join(', ')}.`)
  const chosen = files === null ? [] : ['--mutate', files.join(',')]
  rmSync(REPORT, { force: true })
  const { status } = spawnSync('stryker', ['run', '--reporters', 'clear-text,json', ...chosen, ...rest], {
    stdio: 'inherit',
  })
  if (status === null || !existsSync(REPORT)) return 1
  const low = scores().filter(({ score }) => score < FILE_SCORE_MIN)
  for (const { file, score } of low) console.log(`${file}: ${score.toFixed(1)} %, and must have ${FILE_SCORE_MIN} %.`)
  return low.length > 0 ? 1 : status
}

/** Files of the engine that changed since `revision`, those not committed yet included; null where there is nothing to compare with. */
function changedSince(revision: string | undefined): string[] | null {
  const base = baseOf(revision)
  if (base === null) return null
  const changed = git('diff', '--name-only', '--diff-filter=d', base, '--', 'engine/*.ts') ?? ''
  return changed.split('\n').filter((file) => file !== '' && !/\.test(-model)?\.ts$/.test(file))
}

/** Where this branch left the main branch; on the main branch itself, the commit before this one. */
function baseOf(revision: string | undefined): string | null {
  const head = git('rev-parse', 'HEAD')
  for (const name of revision === undefined ? ['origin/main', 'main'] : [revision]) {
    const base = git('merge-base', 'HEAD', name)
    if (base !== null && base !== head) return base
  }
  return git('rev-parse', '--verify', '--quiet', 'HEAD~1')
}

/** What git says, or null where it cannot say. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/** Of each file, how many of its valid mutants were noticed, in percent. */
function scores(): { file: string; score: number }[] {
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
    const noticed = count('Killed', 'Timeout')
    const all = noticed + count('Survived', 'NoCoverage')
    return { file, score: all === 0 ? 100 : (100 * noticed) / all }
  })
}

process.exitCode = main(process.argv.slice(2))
