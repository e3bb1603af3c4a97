// `npm start`: from a fresh clone to a served house. Installs and builds only what is missing, then runs the server.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { build, environment, install, nodeProgram, ROOT } from './toolbox.mjs'

install(false)
build()

// The demo is another program: production never has its people and passwords in it.
const production = process.env.NODE_ENV === 'production' || process.env.PADDOCK_DEMO === '0'
const server = path.join(ROOT, 'dist/server', production ? 'main.js' : 'demo.js')
const child = spawn(nodeProgram(), ['--enable-source-maps', server, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: environment({ NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled') }),
})
// A signal may come from the terminal (then the server has it already), from npm, or from both; the server takes what comes within a
// second for one. This process only passes it on and waits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
