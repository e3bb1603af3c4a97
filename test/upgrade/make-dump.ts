import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDebianPostgres } from '#test/harness/debian-postgres.ts'
import { openTestServer } from '#test/harness/test-server.ts'
import { DUMP, DUMP_KEY, enterRows } from './dumped-rows.ts'

/**
 * Writes `dump.sql`, the database that test/upgrade.test.ts starts from: `npm run upgrade-dump`. Needs the Debian package
 * postgresql, because the embedded PostgreSQL comes without pg_dump. To be run after an edit of a migration, which is allowed only while
 * nothing is deployed. Once something is, the dump stays as it is, and every later migration runs on it.
 */
const postgres = await openDebianPostgres()
try {
  await postgres.query('create database paddock')
  const databaseUrl = `${postgres.clusterUrl}/paddock`
  const server = await openTestServer({ databaseUrl, masterKey: DUMP_KEY })
  await enterRows(server)
  await server.close()
  // Throttles are forgotten in a crash, too.
  const args = ['--no-owner', '--no-privileges', '--column-inserts', '--no-unlogged-table-data', databaseUrl]
  const dumped = spawnSync(path.join(postgres.bin, 'pg_dump'), args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (dumped.status !== 0) throw new Error(dumped.stderr)
  await writeFile(DUMP, statementsOf(dumped.stdout))
} finally {
  await postgres.close()
}

/** Without comments, and without the commands that only psql knows. */
function statementsOf(dump: string): string {
  const lines = dump.split('\n').filter((line) => !line.startsWith('--') && !line.startsWith('\\'))
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
