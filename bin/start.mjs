// `npm start`: from a fresh clone to a running server. Installs and builds only what is missing, then runs the server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { build, environment, install, nodeProgram, ROOT } from './toolbox.mjs'

install(false)
build()

// The demo is a separate program, so that production never contains its people and passwords.
const production = process.env.NODE_ENV === 'production' || process.env.PADDOCK_DEMO === '0'
const server = path.join(ROOT, 'dist/server', production ? 'main.js' : 'demo.js')
const child = spawn(nodeProgram(), ['--enable-source-maps', server, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: environment({ NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled') }),
})
// A signal may come from the terminal (then the server already has it), from npm, or from both; the server treats signals within one
// second as one. This process only passes it on and waits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
if (process.env.npm_lifecycle_event !== undefined) endWithNpm()

/** npm passes a signal to the shell that runs this script, and the shell ends without passing it on: once that parent is gone, stop. */
function endWithNpm() {
  const before = above()
  setInterval(() => {
    if (above() !== before) child.kill('SIGTERM')
  }, 500).unref()
}

/** The parent process, and its parent if the former is only npm's shell. */
function above() {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'))
    return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
