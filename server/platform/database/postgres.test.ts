import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { CannotStart } from '../config/cannot-start.ts'
import { startPostgres, type EmbeddedPostgres } from './postgres.ts'

const LAUNCHER = path.join(import.meta.dirname, 'postgres.ts')

const folders: string[] = []
const holders: ChildProcess[] = []
const held: number[] = []

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  // A database that is still stopping writes into the folder that is about to be removed.
  for (const pid of held.splice(0)) await isGone(pid)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-launcher-'))
  folders.push(folder)
  return folder
}

type Held = { url: string; pid: number; holder: ChildProcess }

/** Runs the database in a separate process that can be killed. */
async function heldByAnother(folder: string): Promise<Held> {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(LAUNCHER)})
    const { url, pid } = await startPostgres({ folder: ${JSON.stringify(folder)} })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => undefined, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(holder)
  const line = await new Promise<string>((resolve) =>
    holder.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  )
  const started = JSON.parse(line) as { url: string; pid: number }
  held.push(started.pid)
  return { ...started, holder }
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const isGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 })

async function holdsTheBid(started: EmbeddedPostgres): Promise<void> {
  expect(await run(started.url, 'select amount from bid')).toEqual([{ amount: 1200 }])
  await started.stop()
  expect(isAlive(started.pid)).toBe(false)
}

test('a database stops with a killed process, and the next start has everything that was acknowledged', async () => {
  const folder = await newFolder()
  const { url, pid, holder } = await heldByAnother(folder)
  await run(url, 'create table bid (amount integer); insert into bid values (1200)')
  holder.kill('SIGKILL')
  await isGone(pid)
  await holdsTheBid(await startPostgres({ folder }))
})

test('a database that lost its process and its watcher is stopped before the next start', async () => {
  const folder = await newFolder()
  const { url, pid, holder } = await heldByAnother(folder)
  await run(url, 'create table bid (amount integer); insert into bid values (1200)')
  const watcher = Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
  process.kill(watcher, 'SIGKILL')
  holder.kill('SIGKILL')
  await holdsTheBid(await startPostgres({ folder }))
  await isGone(pid)
})

test('a database that is killed while its process lives is restarted at the same address, until it is stopped', async () => {
  const revived = vi.fn<(said: string) => void>()
  const folder = await newFolder()
  const started = await startPostgres({ folder, revived })
  await run(started.url, 'create table bid (amount integer); insert into bid values (1200)')
  const pids = [started.pid]
  for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
    process.kill(pids.at(-1)!, signal)
    await vi.waitFor(() => expect(revived).toHaveBeenCalledTimes(pids.length), { timeout: 10_000 })
    expect(await run(started.url, 'select amount from bid')).toEqual([{ amount: 1200 }])
    const [pid] = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')
    pids.push(Number(pid))
  }
  await started.stop()
  expect(pids.filter(isAlive)).toEqual([])
}, 60_000)

test('a second server on the same folder is refused with a clear message, and the first one keeps running', async () => {
  const folder = await newFolder()
  const { url, holder } = await heldByAnother(folder)
  const refused = await startPostgres({ folder }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CannotStart)
  expect((refused as Error).message).toContain(`in use by process ${holder.pid}`)
  expect(await run(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test.each([
  ['by a user namespace', true],
  ['elsewhere, where namespaces are forbidden', false],
])('a clone in a private home folder works: %s', async (_how, userNamespace) => {
  const home = await newFolder()
  await chmod(home, 0o700)
  const folder = path.join(home, 'paddock/data/postgres')
  for (const statement of ['create table bid (amount integer); insert into bid values (1200)', 'select 1']) {
    const started = await startPostgres({ folder, ephemeral: true, userNamespace })
    await run(started.url, statement)
    await started.stop()
  }
  await holdsTheBid(await startPostgres({ folder, ephemeral: true, userNamespace }))
  const elsewhere = await readFile(path.join(folder, 'kept-in'), 'utf8').catch(() => null)
  if (elsewhere !== null) folders.push(elsewhere.trim())
})

test('databases of tests do not force writes to disk, databases of people do', async () => {
  const settings = `select string_agg(setting, ' ' order by name) as settings from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit')`
  for (const [ephemeral, expected] of [
    [true, 'off off off'],
    [false, 'on on on'],
  ] as const) {
    const started = await startPostgres({ folder: await newFolder(), ephemeral })
    expect(await run(started.url, settings)).toEqual([{ settings: expected }])
    await started.stop()
  }
})
