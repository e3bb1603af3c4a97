import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/migrate.ts'
import { startPostgres } from '#server/platform/postgres.ts'

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-test-'))
  const postgres = await startPostgres({ folder, ephemeral: true, settings: { max_connections: '400' } })
  const templateDatabase = `template_${randomBytes(4).toString('hex')}`
  const clusterUrl = postgres.url.replace(/\/paddock$/, '')
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  await migrate(`${clusterUrl}/${templateDatabase}`, path.resolve(import.meta.dirname, '../../server/migrations'))
  project.provide('clusterUrl', clusterUrl)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
