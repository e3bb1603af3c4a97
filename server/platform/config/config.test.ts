import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-config-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

function faultsOf(env: Record<string, string>, args: string[] = []): string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...env }, args)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://paddock@db.example/paddock?sslmode=verify-full',
  PUBLIC_URL: 'https://paddock.example/',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://company:secret@mail.example.com:465',
  MAIL_FROM: 'office@paddock.example',
  PADDOCK_KEY: randomBytes(32).toString('base64'),
}

test('without settings it is a demo with both roles on port 3000, for this machine only', () => {
  const config = readConfig({ DATA_DIR: dataDir })
  expect(config).toMatchObject({ port: 3000, demo: true, production: false, databaseUrl: null, trustProxy: false })
  expect(config.publicUrl).toBe('http://localhost:3000')
  expect([...config.roles]).toEqual(['api', 'worker'])
  expect(config.host).toBe('127.0.0.1')
  expect(readConfig({ DATA_DIR: dataDir, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

test('emails go to a mail server only with a valid address, and production then needs a sender', () => {
  const SMTP_URL = 'smtps://company:secret@mail.example.com:465'
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({ smtpUrl: null, mailFrom: null })
  expect(readConfig({ DATA_DIR: dataDir, SMTP_URL, MAIL_FROM: 'Paddock <office@paddock.example>' })).toMatchObject({
    smtpUrl: SMTP_URL,
    mailFrom: 'Paddock <office@paddock.example>',
  })
  const faults = faultsOf({
    SMTP_URL: 'https://company:secret@mail.example.com',
    MAIL_FROM: 'office\r\nBcc: x@y.example',
  })
  expect(faults).toHaveLength(2)
  expect(faults.join()).not.toContain('secret')
  expect(faultsOf({ ...PRODUCTION, SMTP_URL, MAIL_FROM: '' })).toEqual([
    expect.stringContaining('MAIL_FROM is missing'),
  ])
})

test('the demo’s key is created once, and only its owner may read it', async () => {
  const first = readConfig({ DATA_DIR: dataDir }).masterKey
  expect(first).toHaveLength(32)
  expect(readConfig({ DATA_DIR: dataDir }).masterKey).toEqual(first)
  expect((await stat(path.join(dataDir, 'key'))).mode & 0o777).toBe(0o600)
})

test('a damaged key file is never overwritten', async () => {
  const file = path.join(dataDir, 'key')
  await writeFile(file, 'half a k')
  expect(faultsOf({})).toEqual([expect.stringContaining('does not contain a 32-byte key')])
  expect(await readFile(file, 'utf8')).toBe('half a k')
})

test('a complete production configuration is accepted, without demo and without sandbox', () => {
  const config = readConfig({ DATA_DIR: dataDir, ...PRODUCTION })
  expect(config).toMatchObject({
    production: true,
    demo: false,
    sandboxPayments: false,
    publicUrl: 'https://paddock.example',
  })
})

test('production lists everything that is missing at once, and creates no key', async () => {
  const faults = faultsOf({ NODE_ENV: 'production' })
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'PADDOCK_KEY', 'SMTP_URL'])
    expect(faults.join('\n')).toContain(`${name} is missing`)
  await expect(stat(path.join(dataDir, 'key'))).rejects.toThrow('ENOENT')
})

test('production lists everything that is wrong at once, one error per line', () => {
  const wrong = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://paddock:paddock@db.example/paddock?sslmode=disable',
    PUBLIC_URL: 'http://paddock.example',
    PADDOCK_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
    PADDOCK_DEMO: '1',
    PADDOCK_SANDBOX: 'yes',
    PADDOCK_BIDS_PER_SECOND: '0',
    S3_SECRET_ACCESS_KEY: 'minioadmin',
    SMTP_URL: '',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--inspect=0.0.0.0:9229',
    DRAIN_SECONDS: '60',
  }
  const faults = faultsOf(wrong)
  expect(faults.map((fault) => fault.split(/[ =]/)[0] ?? '').toSorted()).toEqual(
    Object.keys(wrong)
      .filter((name) => name !== 'NODE_ENV')
      .toSorted(),
  )
  expect(faults.join('\n')).not.toMatch(/paddock:paddock|0123456789|MDEyMzQ1/)
})

test('sandbox payments are enabled in production only on request', () => {
  const sandboxOf = (more: object) => readConfig({ DATA_DIR: dataDir, ...PRODUCTION, ...more }).sandboxPayments
  expect([sandboxOf({}), sandboxOf({ PADDOCK_SANDBOX: '' }), sandboxOf({ PADDOCK_SANDBOX: '1' })]).toEqual([
    false,
    false,
    true,
  ])
})

test.each([
  [{ ...PRODUCTION, PADDOCK_DEMO: '1' }, 'is not allowed with NODE_ENV=production'],
  [{ ...PRODUCTION, PUBLIC_URL: 'http://paddock.example' }, 'must start with https://'],
  [{ ...PRODUCTION, PADDOCK_KEY: Buffer.alloc(32).toString('base64') }, 'PADDOCK_KEY is not random'],
  [
    { ...PRODUCTION, PADDOCK_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => 7 * n)).toString('base64') },
    'not random',
  ],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://app:changeme@db/paddock' }, 'well-known default'],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://app:app@db/paddock' }, 'well-known default'],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://app:change%2Dme@127.0.0.1/paddock' }, 'well-known default'],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://app@db.example/paddock' }, 'whether the connection is encrypted'],
  [{ ...PRODUCTION, DATABASE_URL: 'postgres://app@192.0.2.7/paddock' }, 'whether the connection is encrypted'],
  [{ ...PRODUCTION, TRUST_PROXY: '' }, 'TRUST_PROXY is missing'],
  [{ ...PRODUCTION, SMTP_URL: '' }, 'SMTP_URL is missing'],
  [{ ...PRODUCTION, MAIL_FROM: '' }, 'MAIL_FROM is missing'],
  [{ ...PRODUCTION, PADDOCK_BIDS_PER_SECOND: '0' }, 'removes the bid rate limit'],
  [{ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'accepts every certificate'],
  [{ ...PRODUCTION, NODE_OPTIONS: '--inspect' }, 'opens the debugger'],
  [{ ...PRODUCTION, S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'minioadmin' }, 'well-known default'],
  [{ PUBLIC_URL: 'https://me:secret@paddock.example' }, 'must not contain a user'],
  [{ DRAIN_SECONDS: '6' }, 'at most 5'],
  [{ PADDOCK_DEMO: 'true' }, 'PADDOCK_DEMO must be 1 or 0'],
  [{ ...PRODUCTION, PADDOCK_KEY: 'c2hvcnQ=' }, 'PADDOCK_KEY must be 32 bytes'],
  [{ PORT: '80a' }, 'PORT must be a whole number'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a URL that starts with postgres://'],
  [{ PUBLIC_URL: 'paddock' }, 'PUBLIC_URL is not a URL'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must list the addresses'],
  [{ TRUST_PROXY: '1' }, 'such as TRUST_PROXY=127.0.0.1'],
  [{ TRUST_PROXY: '10.0.0.1,2' }, 'TRUST_PROXY must list the addresses'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must list the addresses'],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, 'TRUST_PROXY must list the addresses'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ BUS_URL: 'amqp://bus' }, 'BUS_URL must be a URL'],
  [{ BUS_URL: 'redis://bus/documents' }, 'BUS_URL must be a URL'],
  [{ BUS_URL: 'redis://:6379' }, 'BUS_URL must be a URL'],
  [{ ...PRODUCTION, BUS_URL: 'redis://bus.example' }, 'over an unencrypted connection'],
  [{ ...PRODUCTION, BUS_URL: 'rediss://:redis@bus.example' }, 'well-known default'],
])('%o is refused: %s', (env, words) => {
  expect(faultsOf(env)).toEqual([expect.stringContaining(words)])
})

test('a database on the same machine, or on a declared private network, needs no encryption', () => {
  for (const at of [
    'postgres://app@db/paddock',
    'postgres://app@localhost/paddock',
    'postgres://app@127.0.0.1/paddock',
  ])
    expect(faultsOf({ ...PRODUCTION, DATABASE_URL: at })).toEqual([])
  expect(faultsOf({ ...PRODUCTION, DATABASE_URL: 'postgres://app@10.0.0.7/paddock?sslmode=disable' })).toEqual([])
  expect(faultsOf({ ...PRODUCTION, TRUST_PROXY: '0' })).toEqual([])
})

test('hints go through Redis if its address is set, and a faulty address is not repeated', () => {
  expect(readConfig({ DATA_DIR: dataDir }).busUrl).toBeNull()
  for (const BUS_URL of ['redis://redis:6379/2', 'rediss://company:horses@bus.example', 'redis://10.0.0.7?tls=no'])
    expect(readConfig({ DATA_DIR: dataDir, ...PRODUCTION, BUS_URL }).busUrl).toBe(BUS_URL)
  for (const BUS_URL of [
    'redis://company:horses@bus/no/such',
    'http://company:horses@bus',
    'redis://company:horses@10.0.0.7',
  ])
    expect(faultsOf({ ...PRODUCTION, BUS_URL }).join()).toMatch(/^(?!.*horses).*BUS_URL/)
})

test('roles are chosen on the command line, and unknown ones are refused', () => {
  expect([...readConfig({ DATA_DIR: dataDir }, ['--roles=worker']).roles]).toEqual(['worker'])
  expect(faultsOf({}, ['--roles=api,boss'])).toEqual([expect.stringContaining('"boss" is neither')])
})

test('proxies are trusted by address or network', () => {
  expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' }).trustProxy).toEqual(['127.0.0.1'])
  expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
})

test('documents go to a bucket if one is set, and an incomplete setting is refused', () => {
  const place = { S3_BUCKET: 'documents', S3_ENDPOINT: 'http://127.0.0.1:9000', S3_REGION: 'eu-central-1' }
  expect(readConfig({ DATA_DIR: dataDir }).s3).toBeNull()
  expect(readConfig({ DATA_DIR: dataDir, ...place }).s3).toEqual({
    bucket: 'documents',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9000',
    keys: null,
  })
  expect(faultsOf({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([expect.stringContaining('S3_BUCKET')])
  expect(faultsOf({ ...place, S3_ACCESS_KEY_ID: 'me' })).toEqual([expect.stringContaining('S3_SECRET_ACCESS_KEY')])
  expect(faultsOf({ ...place, S3_ENDPOINT: 'the cellar' })).toEqual([expect.stringContaining('not a URL')])
  expect(faultsOf({ ...PRODUCTION, ...place, S3_ENDPOINT: 'http://store.example' })).toEqual([
    expect.stringContaining('https'),
  ])
})

test('additional keys must be valid keys', () => {
  const key = () => randomBytes(32).toString('base64')
  expect(readConfig({ DATA_DIR: dataDir, PADDOCK_OTHER_KEYS: `${key()}, ${key()}` }).otherKeys).toHaveLength(2)
  expect(faultsOf({ PADDOCK_OTHER_KEYS: 'old' })).toEqual([expect.stringContaining('PADDOCK_OTHER_KEYS')])
})
