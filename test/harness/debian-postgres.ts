import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const VERSIONS = '/usr/lib/postgresql'

/** The newest PostgreSQL of the system, with its backup tools; the embedded one comes without them. */
const BIN = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(VERSIONS, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'pg_dump')))
  : undefined

export const hasDebianPostgres = BIN !== undefined
/** For the titles of tests that need it. */
export const POSTGRES_MISSING = hasDebianPostgres ? '' : ' (skipped: needs the Debian package postgresql)'

export type DebianPostgres = {
  /** Without a database's name. */
  clusterUrl: string
  /** The folder of pg_dump and its like. */
  bin: string
  query(statement: string): Promise<void>
  close(): Promise<void>
}

/** A separate cluster on a loopback port. Close it in `afterAll`. */
export async function openDebianPostgres(): Promise<DebianPostgres> {
  const bin = BIN!
  // Accessible to the user PostgreSQL runs as when the tests run as root.
  const folder = await mkdtemp('/tmp/paddock-debian-')
  const user = await ordinaryUser()
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
  const port = await freePort()
  const options = { ...user, cwd: '/', env: { PATH: bin, LC_ALL: 'C.UTF-8' } }
  const made = spawnSync(path.join(bin, 'initdb'), ['-D', folder, '-U', 'paddock', '-A', 'trust', '--no-sync'], options)
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stderr.toString()}`)
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200']
  const args = ['-D', folder, '-p', String(port), '-k', folder, ...settings]
  const child = spawn(path.join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const clusterUrl = `postgres://paddock@127.0.0.1:${port}`
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${clusterUrl}/postgres` })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  while (
    await query('select 1').then(
      () => false,
      () => true,
    )
  ) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    clusterUrl,
    bin,
    query,
    async close() {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
async function ordinaryUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const line = users.find((each) => each.startsWith('postgres:')) ?? users.find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
