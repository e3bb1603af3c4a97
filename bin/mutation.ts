import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

/**
 * `npm run mutation`: whether the engine's tests detect every change to its rules. `-- --changed` mutates only the engine files that
 * changed, or whose tests did, since this branch left the main branch, uncommitted changes included; on the main branch itself, as in
 * a fresh clone, in its last 30 commits. A test of the whole engine that lost lines means the whole engine. `-- --changed=REVISION` compares with that revision, `-- --list` only prints the files. Exit
 * code 1 if a file scores less than it must, or the whole engine less than `thresholds.break` in stryker.config.json.
 */
const FILE_SCORE_MIN = 85
const REPORT = 'reports/mutation/mutation.json'
const COMMITS_ON_MAIN = 30

function main(args: readonly string[]): number {
  const asked = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='))
  const rest = args.filter((arg) => arg !== asked && arg !== '--list')
  const files = asked === undefined ? null : filesToMutate(asked.split('=')[1])
  if (args.includes('--list')) {
    console.log((files ?? ['the whole engine']).join('\n'))
    return 0
  }
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
  if (low.length > 0) return 1
  // Stryker's own threshold applies to the whole engine; a subset of its files may score less.
  return files === null ? status : 0
}

/** Source files that changed since the base or whose tests did; null for the whole engine. A deleted file has nothing to mutate. */
function filesToMutate(revision: string | undefined): string[] | null {
  const base = baseOf(revision)
  if (base === null) return null
  // Each line: lines added, lines removed, path.
  const changed = git('diff', '--numstat', '--no-renames', base, '--', 'engine/*.ts')
  const untracked = git('ls-files', '--others', '--exclude-standard', '--', 'engine/*.ts')
  if (changed === null || untracked === null) return null
  const rows = linesOf(changed).map((line) => line.split('\t'))
  const shortened = new Set(rows.flatMap(([, removed, path]) => (removed === '0' ? [] : [path!])))
  const paths = [...rows.map(([, , path]) => path!), ...linesOf(untracked)]
  const sources = new Set<string>()
  for (const path of paths) {
    const source = path.replace(/\.test(-support)?\.ts$/, '.ts')
    if (existsSync(source)) sources.add(source)
    // A test not named after a file covers the whole engine, and detects less only if lines of it are gone. A test deleted together with
    // its file covers nothing anymore.
    else if (path.endsWith('.test.ts') && shortened.has(path) && !paths.includes(source)) return null
  }
  return [...sources].toSorted()
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** The commit to compare with; null if the history is too short, as in a shallow clone. */
function baseOf(revision: string | undefined): string | null {
  if (revision !== undefined) {
    const base = git('merge-base', 'HEAD', revision)
    if (base === null) throw new Error(`git knows no revision "${revision}" in the history of this one.`)
    return base
  }
  const head = git('rev-parse', 'HEAD')
  for (const name of ['origin/main', 'main']) {
    const base = git('merge-base', 'HEAD', name)
    if (base !== null && base !== head) return base
  }
  return git('rev-parse', '--verify', '--quiet', `HEAD~${COMMITS_ON_MAIN}`)
}

/** The output of git, or null if it fails. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/** For each file, the share of its valid mutants that were detected, in percent. */
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
