import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { arrayOf } from './columns.ts'
import { LaneClient } from '#server/bidding/lane/lane-client.ts'
import type { Statement } from './trip.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: LaneClient

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const open = async () => {
  const opened = new LaneClient({ connectionString: database.url })
  await opened.connect()
  return opened
}

beforeEach(async () => {
  client = await open()
  await client.query('truncate participation')
  return () => client.end()
})

const BEGIN: Statement = { name: 'begin', text: 'begin' }
const COMMIT: Statement = { name: 'commit', text: 'commit' }
const COUNT: Statement = { name: 'count', text: 'select count(*)::int as rows from participation', isRead: true }
const FAIL: Statement = { name: 'fail', text: 'select 1 / 0', isRead: true }

function add(...ids: string[]): Statement {
  const text =
    'insert into participation (bidder_id, lot_id, first_at_ms) select id, id, 1 from unnest($1::uuid[]) as given(id)'
  return { name: 'add', text, values: [arrayOf('uuid', ids)] }
}

test('a trip returns the result of each of its statements, in order, however often it runs', async () => {
  for (const round of [1, 2]) {
    const results = await client.trip([BEGIN, add(randomUUID(), randomUUID()), COUNT, COMMIT])
    expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
      ['BEGIN', null],
      ['INSERT', 2],
      ['SELECT', 1],
      ['COMMIT', null],
    ])
    expect(results[2]?.rows).toEqual([{ rows: 2 * round }])
  }
})

test('trips that are sent together are answered separately', async () => {
  const [first, second] = client.together(() => [client.trip([BEGIN, add(randomUUID()), COMMIT]), client.trip([COUNT])])
  expect((await first).at(-1)?.command).toBe('COMMIT')
  expect((await second)[0]?.rows).toEqual([{ rows: 1 }])
})

test('statements after a failed one are not run, and nothing of the transaction is kept', async () => {
  await expect(client.trip([BEGIN, add(randomUUID()), FAIL, COMMIT])).rejects.toMatchObject({ code: '22012' })
  const other = await open()
  const [count] = await other.trip([COUNT])
  await other.end()
  expect(count?.rows).toEqual([{ rows: 0 }])
})

test('a trip behind a failed one fails too, instead of deciding on half of it', async () => {
  const [failing, behind] = client.together(() => [
    client.trip([BEGIN, FAIL, COMMIT]),
    client.trip([BEGIN, COUNT, COMMIT]).then(
      () => 'answered',
      (error: { code?: string }) => error.code,
    ),
  ])
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await behind).toBe('25P02')
})
