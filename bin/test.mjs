// `npm test`: installs what tests need, checks format, lint and types, and runs all tests. Arguments go to the test runner.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { build, environment, install, nodeProgram, ROOT, run, seconds } from './toolbox.mjs'

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const args = process.argv.slice(2)
/** All tests except those of `npm run test:long`. */
const FAST = ['long', 'journeys', 'felt'].flatMap((name) => ['--project', `!${name}`])
install(true)
const browser = findBrowser()
build()

const failed = []
if (args.length === 0) {
  await Promise.all([
    check('types', 'tsc', ['-b']),
    check('lint', 'oxlint', ['--type-aware'])
      .then(() => check('format', 'oxfmt', ['--check']))
      .then(() => check('unused', 'knip', ['--no-progress', '--no-config-hints'])),
  ])
}
// The runner's closing line is the last one; it also counts the checks that failed here.
const env = { PADDOCK_CHECKS_FAILED: failed.join(), ...(browser === null ? {} : { CHROMIUM_PATH: browser }) }
const withoutBrowser = browser === null ? ['--exclude', 'test/journeys/**'] : []
run(
  nodeProgram(),
  ['node_modules/vitest/vitest.mjs', 'run', ...(args.length === 0 ? FAST : args), ...withoutBrowser],
  env,
)
process.exit(failed.length === 0 ? 0 : 1)

/** The tests run even if a check failed, so that one run reports everything. */
async function check(name, command, commandArgs) {
  const startedAt = Date.now()
  const child = spawn(command, commandArgs, { cwd: ROOT, stdio: 'inherit', env: environment() })
  const [status] = await once(child, 'exit')
  if (status !== 0) failed.push(name)
  console.log(`${name}: ${status === 0 ? 'good' : 'FAILED'} (${seconds(startedAt)})`)
}

/** The system's Chromium; as root on Debian it is installed if missing. Null: reported clearly, and the journeys are skipped. */
function findBrowser() {
  const known = [process.env.CHROMIUM_PATH, ...BROWSERS].find((file) => file !== undefined && existsSync(file))
  if (known !== undefined) return known
  if (process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0) {
    console.log('Installing Chromium …')
    const options = { cwd: ROOT, stdio: 'ignore', env: environment({ DEBIAN_FRONTEND: 'noninteractive' }) }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
    if (existsSync(BROWSERS[0])) return BROWSERS[0]
  }
  console.log('No Chromium was found: the browser journeys are skipped. Install it, or set CHROMIUM_PATH.')
  return null
}
