// Shared by `start`, `test` and `build`. Plain JavaScript without dependencies: it runs before anything is installed, on Node 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')
const MODULES = path.join(ROOT, 'node_modules')

/** The Node from the installed package if there is one for this machine, otherwise the one running this. */
export function nodeProgram() {
  const packaged = path.join(MODULES, '.bin/node')
  return existsSync(packaged) ? packaged : process.execPath
}

/** The environment with the installed programs first on PATH. */
export function environment(more = {}) {
  return { ...process.env, PATH: `${path.join(MODULES, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`, ...more }
}

/** Installs exactly what the lock file lists if any of it is missing. `all`: also what tests need. */
export function install(all) {
  if (isInstalled(all)) return
  // Keeps development packages that are installed: `npm ci` starts with an empty folder.
  const everything = all || existsSync(path.join(MODULES, 'vitest'))
  console.log(everything ? 'Installing, with what tests need …' : 'Installing …')
  const startedAt = Date.now()
  const args = ['ci', '--loglevel=error', '--no-fund', '--no-audit', everything ? '--include=dev' : '--omit=dev']
  run('npm', args, { npm_config_loglevel: 'error' })
  console.log(`Installed in ${seconds(startedAt)}.`)
}

/**
 * Whether every package of the lock file is installed in its version, by whatever means: npm records what it installed, at the end.
 * Optional packages count only if some version of them is installed, because most are for other machines.
 */
function isInstalled(all) {
  const noted = path.join(MODULES, '.package-lock.json')
  if (!existsSync(noted)) return false
  const has = JSON.parse(readFileSync(noted, 'utf8')).packages
  const wants = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wants).every(([place, { version, dev, optional, devOptional }]) => {
    if (place === '' || has[place]?.version === version) return true
    if (has[place] === undefined && (optional || devOptional)) return true
    return dev === true && !all && has[place] === undefined
  })
}

/** Builds the client and the server, unless nothing has changed since the last time. */
export function build() {
  const stamp = path.join(ROOT, 'dist/.sources')
  const sources = fingerprint([
    'engine',
    'contract',
    'server',
    'web',
    'demo',
    'bin',
    'vite.config.ts',
    'package-lock.json',
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building …')
  const startedAt = Date.now()
  // Without the stamp, an interrupted build is never mistaken for a complete one.
  rmSync(stamp, { force: true })
  run(nodeProgram(), [path.join(ROOT, 'bin/build.mjs')])
  writeFileSync(stamp, sources)
  console.log(`Built in ${seconds(startedAt)}.`)
}

/** Runs a program in the project's folder and ends with its status when it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: environment(env) })
  if (error !== undefined) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
}

/** Names, sizes and times of the sources: fast, and enough to detect a change. */
function fingerprint(places) {
  const hash = createHash('sha256')
  const visit = (place) => {
    const at = path.join(ROOT, place)
    if (!existsSync(at)) return
    const stat = statSync(at)
    // Tests aren't part of the build.
    if (/\.test\.\w+$/.test(place)) return
    if (stat.isDirectory()) for (const name of readdirSync(at).sort()) visit(path.join(place, name))
    else hash.update(`${place} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const place of places) visit(place)
  return hash.digest('hex')
}
