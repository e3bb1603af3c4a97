import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { castPerson } from '#test/cast.ts'
import { callEndpoint, inLanes, nameOf } from '#test/contract/requests.ts'
import { sampleOf } from '#test/contract/samples.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { databaseProblem } from './database-away.ts'

function said(code: string, message: string, severity = 'FATAL'): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error')
  return Object.assign(error, { code, severity })
}

const noCode = (message: string) => new Error(message)
const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.5:5432`), { code })

describe('an unavailable database', () => {
  test.each([
    ['takes no connections', said('55000', 'database "paddock" is not currently accepting connections')],
    ['is shut down by its administrator', said('57P01', 'terminating connection due to administrator command')],
    ['crashed', said('57P02', 'terminating connection because of crash of another server process')],
    ['starts up', said('57P03', 'the database system is starting up')],
    ['was dropped', said('57P04', 'terminating connection due to drop')],
    ['has no connection left', said('53300', 'sorry, too many clients already')],
    ['keeps its last connections for others', said('53300', 'remaining connection slots are reserved')],
    ['has too many connections of this role', said('53300', 'too many connections for role "paddock"')],
    ['is out of memory', said('53200', 'out of memory', 'ERROR')],
    ['has no room', said('53100', 'could not extend file: No space left on device', 'ERROR')],
    ['does not let us in for now', said('28000', 'no pg_hba.conf entry for host')],
    ['is not there yet', said('3D000', 'database "paddock" does not exist')],
    ['failed badly', said('XX000', 'could not open file', 'PANIC')],
    ['reads only', said('25006', 'cannot execute INSERT in a read-only transaction', 'ERROR')],
    ['ended an idle transaction', said('25P03', 'terminating connection due to idle-in-transaction timeout')],
    ['refuses', withCode('ECONNREFUSED')],
    [
      'refuses at all addresses',
      Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
    ],
    ['reset the connection', withCode('ECONNRESET')],
    ['cannot be reached', withCode('EHOSTUNREACH')],
    ['has no name', withCode('ENOTFOUND')],
    ['answers nothing in time', withCode('ETIMEDOUT')],
    ['answers no query in time', noCode('Query read timeout')],
    ['gives no connection in time', noCode('timeout exceeded when trying to connect')],
    ['did not take a connection in time', noCode('Connection terminated due to connection timeout')],
    ['cut the connection', noCode('Connection terminated unexpectedly')],
  ])('that %s is 503 with a Retry-After', (_, error) => {
    expect(databaseProblem(error)).toMatchObject({ status: 503, code: 'unavailable', retryAfterS: 2 })
  })

  test.each([
    ['a statement that took too long', '57014'],
    ['a lock that was not free', '55P03'],
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('is not %s: that is busy, and worth retrying', (_, code) => {
    expect(databaseProblem(said(code, 'x', 'ERROR'))).toMatchObject({ status: 503, code: 'busy', retryAfterS: 1 })
  })

  test.each([
    ['a broken constraint', said('23505', 'duplicate key value', 'ERROR')],
    ['a fault in a statement', said('42601', 'syntax error', 'ERROR')],
    ['a statement at the wrong time', said('55000', 'currval is not yet defined in this session', 'ERROR')],
    ['a bug of ours', new TypeError('x is not a function')],
  ])('is not %s', (_, error) => {
    expect(databaseProblem(error)).toBeNull()
  })
})

describe('while a real database accepts no connections', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let server: TestServer
  let owner: string
  let name: string

  /** Runs in another database, because this one accepts no connections. */
  async function elsewhere(statement: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client({ connectionString: database.url.replace(/[^/]+$/, 'paddock') })
    await client.connect()
    await client.query(statement, values)
    await client.end()
  }

  beforeAll(async () => {
    database = await freshDatabase()
    name = new URL(database.url).pathname.slice(1)
    server = await openTestServer({ databaseUrl: database.url })
    owner = (await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })).token
    await server.call('GET', '/api/user', { token: owner })
    await elsewhere(`alter database "${name}" allow_connections false`)
    await elsewhere('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }, 60_000)

  afterAll(async () => {
    await elsewhere(`alter database "${name}" allow_connections true`)
    await server?.close()
    await database?.drop()
  })

  test('every endpoint reports it, with a Retry-After, and none fails', async () => {
    const asked = ENDPOINTS.flatMap((endpoint) => [undefined, owner].map((token) => ({ endpoint, token })))
    const answers = await inLanes(asked, 16, async ({ endpoint, token }) => {
      const { status, headers } = await callEndpoint(server.url, endpoint, sampleOf(endpoint), token)
      return [nameOf(endpoint), token === undefined ? 'visitor' : 'owner', status, headers.get('retry-after')] as const
    })
    expect(answers.filter(([, , status]) => status >= 500 && status !== 503)).toEqual([])
    expect(answers.filter(([, , status, after]) => status === 503 && after === null)).toEqual([])
    expect(answers.filter(([, , status]) => status === 503).length).toBeGreaterThan(100)
  }, 120_000)

  test('the health check reports it, too', async () => {
    const ready = await server.call('GET', '/readyz')
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
    for (const path of ['/sitemap.xml', '/robots.txt']) {
      const answer = await fetch(server.url + path)
      expect([path, [200, 503].includes(answer.status)]).toEqual([path, true])
    }
  })
})
