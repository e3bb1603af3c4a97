import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { SessionReader } from './session-reader.ts'

let server: TestServer
let crowd: CastMember[]

beforeAll(async () => {
  server = await openTestServer({ listen: false })
  crowd = await castCrowd(server.app.pool, 60)
})

afterAll(() => server?.close())

/** How often a pool connection was acquired. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const { pool } = server.app
  let count = 0
  const counting = () => (count += 1)
  pool.on('acquire', counting)
  await work().finally(() => pool.off('acquire', counting))
  return count
}

const hashOf = (token: string) => hash('sha256', token, 'base64')

test('sessions requested at the same instant are read with one statement, and each caller gets their own', async () => {
  const reader = new SessionReader(server.app.db, () => 7)
  const tokens = [...crowd.map(({ token }) => token), crowd[0]!.token, 'nobody']
  let found: (string | undefined)[] = []
  const statements = await statementsDuring(async () => {
    const reads = await Promise.all(tokens.map((token) => reader.read(hashOf(token))))
    expect(reads.every(({ stamp }) => stamp === 7)).toBe(true)
    found = reads.map(({ row }) => row?.id)
  })
  expect(found).toEqual([...crowd.map(({ id }) => id), crowd[0]!.id, undefined])
  expect(statements).toBeLessThan(5)
})

test('requests during running statements share the next one', async () => {
  const reader = new SessionReader(server.app.db, () => 0)
  const holder = await server.app.pool.connect()
  try {
    // No statement ends before everybody has asked: how fast the database is decides nothing here.
    await holder.query('begin')
    await holder.query('lock table session in access exclusive mode')
    const statements = await statementsDuring(async () => {
      const reads: Promise<unknown>[] = []
      for (const { token } of crowd) {
        reads.push(reader.read(hashOf(token)))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await holder.query('commit')
      await Promise.all(reads)
    })
    expect(statements).toBeLessThan(10)
  } finally {
    holder.release()
  }
})

test('if the database fails, every waiting caller gets the error, and later callers are served', async () => {
  let fails = true
  const reader = new SessionReader(server.app.db, () => {
    if (fails) throw new Error('no database')
    return 0
  })
  const [ada, boris] = crowd
  const outcomes = await Promise.allSettled([reader.read(hashOf(ada!.token)), reader.read(hashOf(boris!.token))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect((await reader.read(hashOf(ada!.token))).row?.id).toBe(ada!.id)
})
