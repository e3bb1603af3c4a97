import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openHouse({ listen: false })
})
afterAll(() => house?.close())

/** What the server says on its way out. */
function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: house.house.config.dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}

test('production does not start with a faulty configuration: it lists the faults and ends', async () => {
  const { code, said } = await start({ NODE_ENV: 'production', PUBLIC_URL: 'http://paddock.example' })
  expect(code).toBe(1)
  expect(said.split('\n')).toEqual([
    'The configuration cannot be used:',
    expect.stringContaining('- PUBLIC_URL must begin with https://'),
    expect.stringContaining('- DATABASE_URL is missing'),
    expect.stringContaining('- SMTP_URL is missing'),
    expect.stringContaining('- PADDOCK_KEY is missing'),
  ])
})

test('production does not start on a database that the demo filled', async () => {
  const ada = await castPerson(house.house.pool, { name: 'Ada' })
  await house.house.pool.query('update account set demo = true where id = $1', [ada.id])
  const { code, said } = await start({
    NODE_ENV: 'production',
    DATABASE_URL: house.house.databaseUrl,
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
