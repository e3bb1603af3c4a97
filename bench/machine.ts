import { execFileSync } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { quantile } from './statistics.ts'

/** The machine a figure was measured on. Figures of different machines aren't comparable. */
export type Machine = {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  postgres: string
  /** The settings that determine a commit's cost, by their PostgreSQL names. */
  settings: Record<string, string>
  /** One page of 8 KB written and forced to disk, where the benchmarks keep their databases. */
  sync: { medianMs: number; p99Ms: number; filesystem: string }
}

const SETTINGS = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'wal_level',
  'wal_compression',
  'wal_buffers',
  'commit_delay',
  'shared_buffers',
  'max_wal_size',
  'max_connections',
  'jit',
  'io_method',
]

export function systemText(): string {
  const [cpu] = os.cpus()
  const processor = cpu?.model.trim() ?? 'unknown processor'
  return `${os.cpus().length} × ${processor}, ${os.platform()} ${os.release()}, Node ${process.version}`
}

/** Starts a PostgreSQL as the benchmarks do, reads its settings, and ends it. */
export async function readMachine(): Promise<Machine> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'paddock-bench-'))
  try {
    const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
    const client = new pg.Client({ connectionString: postgres.url })
    try {
      await client.connect()
      const version = await client.query<{ version: string }>('select version()')
      const { rows } = await client.query<{ name: string; value: string }>(
        'select name, current_setting(name) as value from pg_settings where name = any($1)',
        [SETTINGS],
      )
      const values = new Map(rows.map(({ name, value }) => [name, value]))
      return {
        processor: os.cpus()[0]?.model.trim() ?? 'unknown processor',
        cores: os.cpus().length,
        memoryGb: Math.round(os.totalmem() / 2 ** 30),
        system: `${os.platform()} ${os.release()}`,
        node: process.version,
        postgres: version.rows[0]!.version.split(' on ')[0]!,
        settings: Object.fromEntries(SETTINGS.flatMap((name) => (values.has(name) ? [[name, values.get(name)!]] : []))),
        sync: measureSync(folder),
      }
    } finally {
      await client.end()
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const PAGE_BYTES = 8192
const PAGES = 16
const WRITES = 300

/** What forcing one page to disk costs on this machine: no commit can be cheaper. */
export function measureSync(folder: string): Machine['sync'] {
  const file = path.join(folder, 'sync-probe')
  const page = Buffer.alloc(PAGE_BYTES, 'p')
  const descriptor = openSync(file, 'w')
  try {
    for (let index = 0; index < PAGES; index += 1) writeSync(descriptor, page, 0, PAGE_BYTES, index * PAGE_BYTES)
    fdatasyncSync(descriptor)
    const costs = Array.from({ length: WRITES }, (_, index) => {
      writeSync(descriptor, page, 0, PAGE_BYTES, (index % PAGES) * PAGE_BYTES)
      const begun = performance.now()
      fdatasyncSync(descriptor)
      return performance.now() - begun
    })
    return { medianMs: quantile(costs, 0.5), p99Ms: quantile(costs, 0.99), filesystem: filesystemOf(folder) }
  } finally {
    closeSync(descriptor)
    rmSync(file, { force: true })
  }
}

const FILESYSTEMS: Record<number, string> = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x01021994: 'tmpfs',
  0x794c7630: 'overlay',
  0x6969: 'nfs',
  0x01021997: '9p',
  0x2fc12fc1: 'zfs',
  0x65735546: 'fuse',
}

function filesystemOf(folder: string): string {
  const { type } = statfsSync(folder)
  return FILESYSTEMS[type] ?? `0x${type.toString(16)}`
}

/** The measured commit; with `+` if the tree has uncommitted changes, null outside a repository. */
export function commitNow(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path.resolve(import.meta.dirname, '..'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    // Files that the report writes don't count as changes of what was measured.
    const isChanged =
      git('status', '--porcelain', '--', '.', ':!bench/outcomes', ':!bench/plots', ':!bench/report.md') !== ''
    return git('rev-parse', '--short=10', 'HEAD') + (isChanged ? '+' : '')
  } catch {
    return null
  }
}
