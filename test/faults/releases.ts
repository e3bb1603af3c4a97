import { spawnSync } from 'node:child_process'
import { access, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/platform/database/database.ts'
import { ROOT } from '#server/platform/root.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { Cluster } from './cluster.ts'
import type { Fault } from './fault.ts'
import type { Stage } from './stage.ts'

/** What a next version might change: a column this version doesn't know, and an index on the most written table. */
const MIGRATION = `alter table standing add column next_version_note text;
alter table account add column next_version_since timestamptz not null default clock_timestamp();
create index ledger_at_ms_sequence_idx on ledger (at_ms, sequence);
`

/** This version with one additional migration, in its own folder. */
async function nextVersion(folder: string): Promise<string> {
  const root = path.join(folder, 'next-version')
  await mkdir(root)
  for (const part of ['package.json', 'engine', 'contract', 'server'])
    await cp(path.join(ROOT, part), path.join(root, part), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  await writeFile(path.join(root, 'server/migrations/9999_next_version.sql'), MIGRATION)
  return root
}

const newVersion: Fault = {
  name: 'new-version',
  title: 'new version with a migration started beside the old one',
  stage: { env: { DRAIN_SECONDS: '1' } },
  async run(stage) {
    const old = [...stage.servers]
    const root = await nextVersion(stage.folder)
    const fresh = [await stage.addServer(root), await stage.addServer(root)]
    // Concurrently: one process migrates, the other waits for it.
    await Promise.all(fresh.map((server) => server.start()))
    for (const { port } of fresh) stage.balancer.add(port)
    const [row] = await stage.database.query(`select 1 from migration where name = '9999_next_version.sql'`)
    stage.must(row !== undefined, 'the migration did not run')
    await wait(2000)
    for (const server of old) {
      stage.must((await server.end('SIGTERM')) === 0, 'the old version did not end in order')
      stage.balancer.remove(server.port)
    }
    await wait(1500)
    const { failedAttempts, failures } = stage.bidders
    stage.must(failedAttempts === 0, `${failedAttempts} requests failed: ${[...failures].join('; ')}`)
    stage.mustBidAgainWithin(2000)
  },
}

let archive = ''

/** A copy of the files between the two calls that PostgreSQL asks for, as its manual describes it. */
async function backUp(stage: Stage, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: stage.database.url, application_name: 'backup' })
  await client.connect()
  await client.query(`select pg_backup_start('under load', true)`)
  // Files removed during the copy are in the write-ahead log kept with it.
  spawnSync('cp', ['-a', stage.database.folder, folder])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
  await client.end()
  const copy = new Cluster(folder)
  for (const file of ['postmaster.pid', 'postmaster.opts']) spawnSync('rm', ['-f', path.join(copy.files, file)])
  spawnSync('sh', ['-c', 'find "$0" -type f -delete', path.join(copy.files, 'pg_wal')])
  await copy.put('backup_label', rows[0]!.labelfile)
}

/** Every commit so far is in the archive. */
async function archiveAll(stage: Stage): Promise<void> {
  const [last] = await stage.database.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  const isThere = () =>
    access(path.join(archive, last!.file)).then(
      () => true,
      () => false,
    )
  await stage.until('the log is archived', isThere, 20_000)
}

const backup: Fault = {
  name: 'backup-restored',
  title: 'backup taken under load and restored elsewhere',
  async before(runFolder) {
    archive = path.join(runFolder, 'archive')
    await mkdir(archive, { mode: 0o777 })
    spawnSync('chmod', ['777', archive])
    const command = `cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`
    return { settings: { archive_mode: 'on', archive_command: command } }
  },
  async run(stage) {
    const folder = path.join(stage.folder, 'restored')
    await backUp(stage, folder)
    await wait(2000)
    // The copy is recovered exactly up to here: everything acknowledged by now must be in it.
    stage.mustBidAgainWithin(1500)
    await stage.bidders.stop()
    await archiveAll(stage)
    const restored = new Cluster(folder)
    await restored.configure([`restore_command = 'cp ${archive}/%f %p'`, `archive_mode = off`])
    await restored.put('recovery.signal', '')
    await restored.start()
    const isDone = async () =>
      (await restored.query<{ no: boolean }>('select pg_is_in_recovery() as no'))[0]?.no === false
    await stage.until('the restored database takes changes', isDone, 20_000)
    const { pool, close } = openDatabase(restored.url, pino({ level: 'silent' }))
    stage.broken.push(...(await brokenInvariants(pool, stage.lotIds, stage.bidders.seen)).slice(0, 5))
    await close()
    const [count] = await restored.query<{ count: string }>('select count(*) from ledger')
    stage.notes.push(`the restored ledger has ${count?.count} lines`)
    await restored.stop()
  },
}

export const RELEASE_FAULTS: Fault[] = [newVersion, backup]
