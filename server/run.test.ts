import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ listen: false })
})
afterAll(() => server?.close())

/** Runs the server until it exits; returns its exit code and output. */
function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: server.app.config.dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}

test('production does not start with a faulty configuration: it lists the errors and exits', async () => {
  const { code, said } = await start({ NODE_ENV: 'production', PUBLIC_URL: 'http://paddock.example' })
  expect(code).toBe(1)
  expect(said.split('\n')).toEqual([
    'The configuration is invalid:',
    expect.stringContaining('- DATABASE_URL is missing'),
    expect.stringContaining('- PADDOCK_KEY is missing'),
    expect.stringContaining('- PUBLIC_URL must start with https://'),
    expect.stringContaining('- SMTP_URL is missing'),
  ])
})

test('production does not start on a database that the demo filled', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  await server.app.pool.query('update account set demo = true where id = $1', [ada.id])
  const { code, said } = await start({
    NODE_ENV: 'production',
    DATABASE_URL: server.app.databaseUrl,
    PUBLIC_URL: 'https://paddock.example',
    PADDOCK_KEY: MASTER_KEY.toString('base64'),
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'office@paddock.example',
    PORT: '0',
  })
  expect([code, said]).toEqual([1, expect.stringContaining('whose passwords are public')])
  expect(said.split('\n')).toHaveLength(1)
})
