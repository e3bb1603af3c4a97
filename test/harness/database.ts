import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test cluster, without a database's name. */
    clusterUrl: string
    templateDatabase: string
  }
}

/** A migrated, empty database, cloned from the run's template: as files, which takes a tenth of the time of copying through the log. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`)
  return { url: `${inject('clusterUrl')}/${name}`, drop: () => asAdmin(`drop database ${name} with (force)`) }
}

/** A database without any tables. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}`)
  return { url: `${inject('clusterUrl')}/${name}`, drop: () => asAdmin(`drop database ${name} with (force)`) }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('clusterUrl')}/paddock` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
