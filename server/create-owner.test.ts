import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'

const PROGRAM = path.join(import.meta.dirname, 'create-owner.ts')
const PASSWORD = 'a lighthouse in the fog'

let house: TestHouse
let dataDir: string

beforeAll(async () => {
  house = await openHouse()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-owner-'))
})

afterAll(async () => {
  await house?.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Ended = { code: number | null; out: string; err: string }

/** Runs the command as a program would: the password on standard input. */
function createOwner(args: string[], password = PASSWORD, env: Record<string, string> = {}): Promise<Ended> {
  const { DATABASE_URL: _, NODE_ENV: __, ...rest } = process.env
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...rest, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => (ended.out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (ended.err += piece.toString()))
  // It may end before it reads what it is sent.
  child.stdin.on('error', () => undefined)
  child.stdin.end(`${password}\n`)
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })))
}

const onHouse = (args: string[], password?: string) =>
  createOwner(args, password, { DATABASE_URL: house.house.databaseUrl, PADDOCK_KEY: MASTER_KEY.toString('base64') })

describe('the first owner', () => {
  test('is created once, with the password from standard input, and may administer the house with a second factor', async () => {
    const args = ['--email', 'Olga@House.example', '--name', 'Olga Marin']
    expect(await onHouse(args)).toMatchObject({ code: 0, err: '' })
    const body = { email: 'olga@house.example', password: PASSWORD }
    const session = await house.call('POST', '/api/login', { body })
    expect(session).toMatchObject({ status: 200, body: { user: { role: 'owner', name: 'Olga Marin' } } })
    const { token } = session.body as { token: string }
    const accounts = await house.call('GET', '/api/admin/accounts', { token })
    expect(accounts).toMatchObject({ status: 403, body: { code: 'second-factor-required' } })
    const audited = await house.house.pool.query(
      `select after ->> 'role' as role from audit join account on account.id = actor_id where email = $1`,
      [body.email],
    )
    expect(audited.rows).toEqual([{ role: 'owner' }])
    const again = await onHouse(args, 'another lighthouse, further out')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('olga@house.example is an owner already')])
    expect((await house.call('POST', '/api/login', { body })).status).toBe(200)
  })

  test('is not made of a bidder: the address is taken', async () => {
    const ada = await castPerson(house.house.pool, { name: 'Ada' })
    const found = await house.house.pool.query<{ email: string }>('select email from account where id = $1', [ada.id])
    const { code, err } = await onHouse(['--email', found.rows[0]!.email, '--name', 'Ada'])
    expect([code, err]).toEqual([1, expect.stringContaining('has an account already')])
  })

  test.each([
    [['--email', 'olga', '--name', 'Olga'], PASSWORD, '--email: Write an email address'],
    [['--email', 'new@house.example', '--name', 'O'], PASSWORD, '--name: Write your full name'],
    [['--email', 'new@house.example', '--name', 'Olga'], 'short', 'Use at least 12 characters'],
    [['--email', 'new@house.example', '--name', 'Olga'], 'password12345', 'among the first that are tried'],
    [['--email', 'new@house.example', '--name', 'Olga'], '', 'Use at least 12 characters'],
    [['--email', 'new@house.example'], PASSWORD, 'npm run create-owner -- --email'],
    [['--email', 'new@house.example', '--name', 'Olga', '--password', 'x'], PASSWORD, 'everybody on this machine'],
  ])('%j with the password %j: %s', async (args, password, words) => {
    const { code, out, err } = await onHouse(args, password)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(words)])
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

test('it works on the embedded database, too, and leaves none running', async () => {
  const args = ['--email', 'olga@house.example', '--name', 'Olga']
  expect(await createOwner(args)).toMatchObject({ code: 0 })
  expect((await createOwner(args)).err).toContain('is an owner already')
}, 60_000)
