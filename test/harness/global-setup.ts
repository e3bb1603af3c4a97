import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { grantAccess } from '#server/platform/database/access.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await clusterFolder()
  const postgres = await startPostgres({ folder, ephemeral: true, settings: { max_connections: '400' } })
  const templateDatabase = `template_${randomBytes(4).toString('hex')}`
  const clusterUrl = postgres.url.replace(/\/paddock$/, '')
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const templateUrl = `${clusterUrl}/${templateDatabase}`
  await migrate(templateUrl, path.resolve(import.meta.dirname, '../../server/migrations'))
  await grantAccess(templateUrl, null)
  project.provide('clusterUrl', clusterUrl)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES_MIN = 4 * 1024 ** 3
const MADE_BY = /^paddock-test-(\d+)-/

/**
 * In memory if there is enough of it: nothing here has to last, and a disk busy with other work slows down every test. Removes what a
 * killed run left there, since memory isn't cleaned up like the temporary folder.
 */
async function clusterFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, os.freemem()),
    () => 0,
  )
  if (room < ROOM_BYTES_MIN) return mkdtemp(path.join(os.tmpdir(), 'paddock-test-'))
  for (const name of await readdir(MEMORY)) {
    const pid = MADE_BY.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(path.join(MEMORY, name), { recursive: true, force: true })
  }
  return mkdtemp(path.join(MEMORY, `paddock-test-${process.pid}-`))
}
