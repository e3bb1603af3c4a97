import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'

const PROGRAM = path.join(import.meta.dirname, 'create-owner.ts')
const PASSWORD = 'a lighthouse in the fog'

let server: TestServer
let dataDir: string

beforeAll(async () => {
  server = await openTestServer()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-owner-'))
})

afterAll(async () => {
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Ended = { code: number | null; out: string; err: string }

/** Runs the command as a program would, with the password on standard input. */
function createOwner(args: string[], password = PASSWORD, env: Record<string, string> = {}): Promise<Ended> {
  const { DATABASE_URL: _, NODE_ENV: __, ...rest } = process.env
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...rest, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => (ended.out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (ended.err += piece.toString()))
  // The command may exit before it reads its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(`${password}\n`)
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })))
}

const onApp = (args: string[], password?: string) =>
  createOwner(args, password, { DATABASE_URL: server.app.databaseUrl, PADDOCK_KEY: MASTER_KEY.toString('base64') })

describe('the first owner', () => {
  test('is created once, with the password from standard input, and may administer the site with a second factor', async () => {
    const args = ['--email', 'Olga@Company.example', '--name', 'Olga Marin']
    expect(await onApp(args)).toMatchObject({ code: 0, err: '' })
    const body = { email: 'olga@company.example', password: PASSWORD }
    const session = await server.call('POST', '/api/login', { body })
    expect(session).toMatchObject({ status: 200, body: { user: { role: 'owner', name: 'Olga Marin' } } })
    const { token } = session.body as { token: string }
    const accounts = await server.call('GET', '/api/admin/accounts', { token })
    expect(accounts).toMatchObject({ status: 403, body: { code: 'second-factor-required' } })
    const audited = await server.app.pool.query(
      `select after -> 'roles' as roles from audit join account on account.id = actor_id where email = $1`,
      [body.email],
    )
    expect(audited.rows).toEqual([{ roles: ['owner'] }])
    const again = await onApp(args, 'another lighthouse, further out')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is already an owner')])
    expect((await server.call('POST', '/api/login', { body })).status).toBe(200)
  })

  test('is not created from a bidder’s account: the email is taken', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const found = await server.app.pool.query<{ email: string }>('select email from account where id = $1', [ada.id])
    const { code, err } = await onApp(['--email', found.rows[0]!.email, '--name', 'Ada'])
    expect([code, err]).toEqual([1, expect.stringContaining('already has an account')])
  })

  test.each([
    [['--email', 'olga', '--name', 'Olga'], PASSWORD, '--email: Enter an email address'],
    [['--email', 'new@company.example', '--name', 'O'], PASSWORD, '--name: Enter your full name'],
    [['--email', 'new@company.example', '--name', 'Olga'], 'short', 'Use at least 12 characters'],
    [['--email', 'new@company.example', '--name', 'Olga'], 'password12345', 'too common'],
    [['--email', 'new@company.example', '--name', 'Olga'], '', 'Use at least 12 characters'],
    [['--email', 'new@company.example'], PASSWORD, 'npm run create-owner -- --email'],
    [['--email', 'new@company.example', '--name', 'Olga', '--password', 'x'], PASSWORD, 'everyone on this machine'],
  ])('%j with the password %j: %s', async (args, password, words) => {
    const { code, out, err } = await onApp(args, password)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(words)])
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

test('it works beside a running server on the embedded database, which keeps running', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-running-'))
  const running = await startPostgres({ folder: path.join(folder, 'postgres') })
  try {
    const args = ['--email', 'olga@company.example', '--name', 'Olga']
    expect(await createOwner(args, PASSWORD, { DATA_DIR: folder })).toMatchObject({ code: 0, err: '' })
    const client = new pg.Client({ connectionString: running.url })
    await client.connect()
    const owners = await client.query(`select email from account where role = 'owner'`)
    await client.end()
    expect(owners.rows).toEqual([{ email: 'olga@company.example' }])
  } finally {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('it works on the embedded database, too, and leaves none running', async () => {
  const args = ['--email', 'olga@company.example', '--name', 'Olga']
  expect(await createOwner(args)).toMatchObject({ code: 0 })
  expect((await createOwner(args)).err).toContain('is already an owner')
})
