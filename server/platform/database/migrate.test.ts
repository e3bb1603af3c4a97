import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
let folder: string

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

beforeEach(async () => {
  await client.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-migrations-'))
  await write('0001_lot.sql', 'create table lot (id integer)')
  await write('0002_bid.sql', 'create table bid (id integer)')
  return () => rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const run = () => migrate(database.url, folder)

test('files run in order of their numbers, and once', async () => {
  await write('README.md', 'no migration')
  expect(await run()).toEqual(['0001_lot.sql', '0002_bid.sql'])
  expect(await run()).toEqual([])
})

test('of processes that start at once, one runs each file and the others wait for it', async () => {
  await write('0003_slow.sql', 'select pg_sleep(0.3); create table slow (id integer)')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat().toSorted()).toEqual(['0001_lot.sql', '0002_bid.sql', '0003_slow.sql'])
})

test('a file that was edited after it ran prevents the start', async () => {
  await run()
  await write('0001_lot.sql', 'create table lot (id bigint)')
  await expect(run()).rejects.toThrow('0001_lot.sql was edited after it was applied')
})

test('a missing file that ran prevents the start, one of a newer version does not', async () => {
  await write('0003_newer.sql', 'select 1')
  await run()
  await rm(path.join(folder, '0003_newer.sql'))
  expect(await run()).toEqual([])
  await rm(path.join(folder, '0001_lot.sql'))
  await expect(run()).rejects.toThrow('0001_lot.sql was applied, but its file is missing')
})

test('a file that fails leaves nothing behind and runs again when it is fixed', async () => {
  await write('0003_wrong.sql', 'create table half (id integer); create table lot (id integer)')
  await expect(run()).rejects.toThrow('0003_wrong.sql failed')
  const half = await client.query(`select to_regclass('half') as half`)
  expect(half.rows).toEqual([{ half: null }])
  await write('0003_wrong.sql', 'create table half (id integer)')
  expect(await run()).toEqual(['0003_wrong.sql'])
})
