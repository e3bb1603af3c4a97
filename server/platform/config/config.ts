import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import path from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { isNoChance, productionFaults } from './production-faults.ts'
import { busUrlFrom } from './config-bus.ts'
import { otherKeysFrom, s3From } from './config-files.ts'
import { metricsFrom, tracesFrom, type MetricsPlace, type TracesPlace } from './config-seeing.ts'
import type { S3Place } from '../files/file-storage.ts'

export type ServerRole = 'api' | 'worker'

/** The configuration, read once from the environment. */
export type Config = {
  port: number
  /** Where a process without the role api says how it is: `PORT` where it was set; null: nowhere. */
  workerPort: number | null
  /** The address it listens at; only this machine reaches it unless `HOST` says otherwise. */
  host: string
  /** Folder for the embedded database, documents, photographs and mails. */
  dataDir: string
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** Who owns the tables and migrates, where the application has a login of its own; null: `databaseUrl` does both. */
  databaseOwnerUrl: string | null
  /** Redis or Valkey that carries hints between processes; null: the database does. */
  busUrl: string | null
  /** How people reach the house, without a slash at the end. */
  publicUrl: string
  production: boolean
  /** Seeded business and simulated bidders. */
  demo: boolean
  masterKey: Buffer
  /** Open what was sealed with them, and seal nothing: the keys before the present one, while a rotation lasts. */
  otherKeys: Buffer[]
  /** Where documents are kept; null: the data folder. */
  s3: S3Place | null
  /** Addresses and networks of the proxies before us, whose `X-Forwarded-*` are believed; false: nobody's are. */
  trustProxy: false | string[]
  roles: ReadonlySet<ServerRole>
  /** Bids a person may send per second; 0 switches the limit off (benchmarks). */
  bidsPerSecond: number
  sandboxPayments: boolean
  /** Mail server, such as `smtps://user:password@mail.example.com`; null: mails go into a folder under `dataDir`. */
  smtpUrl: string | null
  /** The sender's address, alone or as `Name <address>`; null: the house's contact address. */
  mailFrom: string | null
  /** Null: Stripe is not offered. */
  stripe: StripeKeys | null
  logLevel: string
  /** How long requests are still taken after the process has said that it is not ready any more. */
  drainMs: number
  /** Null: nobody can read metrics. */
  metrics: MetricsPlace | null
  /** Null: nothing is traced. */
  traces: TracesPlace | null
}

export type StripeKeys = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own, for tests. */
  apiBase: string | null
  /** As long as one request is waited for. */
  timeoutMs?: number
}

/** The configuration cannot be used: every fault in plain words. */
export class ConfigFaults extends CannotStart {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Env = Record<string, string | undefined>

/** Throws {@link ConfigFaults} with everything that is wrong at once. `args`: such as `--roles=api,worker`. */
export function readConfig(env: Env, args: readonly string[] = []): Config {
  const faults: string[] = []
  const production = env['NODE_ENV'] === 'production'
  const port = numberFrom(env['PORT'], 3000, 'PORT', faults)
  const dataDir = path.resolve(env['DATA_DIR'] ?? 'data')
  const databaseUrl = databaseUrlFrom(env['DATABASE_URL'], 'DATABASE_URL', faults)
  const databaseOwnerUrl = databaseUrlFrom(env['DATABASE_OWNER_URL'], 'DATABASE_OWNER_URL', faults)
  if (databaseOwnerUrl !== null && databaseUrl === null)
    faults.push('DATABASE_OWNER_URL is set and DATABASE_URL is not. Set DATABASE_URL to the login of the application.')
  const publicUrl = publicUrlFrom(env['PUBLIC_URL'], port, production, faults)
  const demo = flagFrom(env['PADDOCK_DEMO'], !production, 'PADDOCK_DEMO', faults)
  const bidsPerSecond = numberFrom(env['PADDOCK_BIDS_PER_SECOND'], 20, 'PADDOCK_BIDS_PER_SECOND', faults)
  if (production)
    faults.push(...productionFaults({ demo, databaseUrl, databaseOwnerUrl, publicUrl, bidsPerSecond, env }))
  const stripe = stripeFrom(env, production, faults)
  const config: Config = {
    port,
    workerPort: (env['PORT'] ?? '') === '' ? null : port,
    host: env['HOST'] || '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    busUrl: busUrlFrom(env['BUS_URL'], production, faults),
    publicUrl,
    production,
    demo,
    masterKey: masterKeyFrom(env['PADDOCK_KEY'], dataDir, production, faults),
    otherKeys: otherKeysFrom(env['PADDOCK_OTHER_KEYS'], faults),
    s3: s3From(env, production, faults),
    trustProxy: proxiesFrom(env['TRUST_PROXY'], faults),
    roles: rolesFrom(args, faults),
    bidsPerSecond,
    sandboxPayments: flagFrom(env['PADDOCK_SANDBOX'], !production && stripe === null, 'PADDOCK_SANDBOX', faults),
    smtpUrl: smtpUrlFrom(env['SMTP_URL'], faults),
    mailFrom: mailFromOf(env['MAIL_FROM'], env['SMTP_URL'], production, faults),
    stripe,
    logLevel: logLevelFrom(env['LOG_LEVEL'], production, faults),
    drainMs: drainFrom(env['DRAIN_SECONDS'], faults),
    metrics: metricsFrom(env, port, faults),
    traces: tracesFrom(env, faults),
  }
  if (faults.length > 0) throw new ConfigFaults(faults)
  return config
}

function numberFrom(text: string | undefined, otherwise: number, name: string, faults: string[]): number {
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value
  faults.push(`${name} must be a whole number from 0 to 65535; it is "${text}".`)
  return otherwise
}

function flagFrom(text: string | undefined, otherwise: boolean, name: string, faults: string[]): boolean {
  if (text === undefined || text === '') return otherwise
  if (text !== '0' && text !== '1') faults.push(`${name} is 1 or 0; it is "${text}".`)
  return text === '1'
}

function databaseUrlFrom(text: string | undefined, name: string, faults: string[]): string | null {
  if (text === undefined || text === '') return null
  if (!/^postgres(ql)?:\/\//.test(text)) faults.push(`${name} must begin with postgres:// or postgresql://.`)
  else if (!URL.canParse(text)) faults.push(`${name} is not an address.`)
  return text
}

function publicUrlFrom(text: string | undefined, port: number, production: boolean, faults: string[]): string {
  if (text === undefined || text === '') {
    if (production) faults.push('PUBLIC_URL is missing: the address under which people reach the house.')
    return `http://localhost:${port}`
  }
  if (!URL.canParse(text)) {
    faults.push(`PUBLIC_URL is not an address: "${text}".`)
    return text
  }
  const url = new URL(text)
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    faults.push('PUBLIC_URL is the address alone, without a user, a question mark or a number sign.')
  if (production && url.protocol !== 'https:' && !local)
    faults.push('PUBLIC_URL must begin with https:// in production.')
  return text.replace(/\/$/, '')
}

function smtpUrlFrom(text: string | undefined, faults: string[]): string | null {
  if (text === undefined || text === '') return null
  const isSmtp = /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
  // The address may hold a password: it is not repeated.
  if (!isSmtp) faults.push('SMTP_URL must be an address such as smtps://user:password@mail.example.com:465.')
  return text
}

function mailFromOf(
  text: string | undefined,
  smtpUrl: string | undefined,
  production: boolean,
  faults: string[],
): string | null {
  if (text === undefined || text === '') {
    if (production && smtpUrl !== undefined && smtpUrl !== '')
      faults.push('MAIL_FROM is missing: the address that mails come from.')
    return null
  }
  if (!/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    faults.push(`MAIL_FROM must be an address such as "Paddock <office@paddock.example>"; it is "${text}".`)
  return text
}

function stripeFrom(env: Env, production: boolean, faults: string[]): StripeKeys | null {
  const secretKey = env['STRIPE_SECRET_KEY'] ?? ''
  const webhookSecret = env['STRIPE_WEBHOOK_SECRET'] ?? ''
  const apiBase = env['STRIPE_API_BASE'] || null
  if (secretKey === '' && webhookSecret === '') return null
  if (secretKey === '' || webhookSecret === '')
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together; one of them is missing.')
  if (apiBase !== null && (production || !URL.canParse(apiBase)))
    faults.push('STRIPE_API_BASE is an address for tests: leave it out, in production above all.')
  if (production && /^(sk|rk)_test_/.test(secretKey))
    faults.push('STRIPE_SECRET_KEY is a key for tests: no money would move.')
  return { secretKey, webhookSecret, apiBase: apiBase !== null && URL.canParse(apiBase) ? apiBase : null }
}

/**
 * Addresses and networks of proxies, separated by commas. A number of proxies is refused: it would believe whoever connects, and any
 * machine that reaches this server could claim to be any sender.
 */
function proxiesFrom(text: string | undefined, faults: string[]): false | string[] {
  if (text === undefined || text === '' || text === '0') return false
  const proxies = text.split(',').map((part) => part.trim())
  if (!proxies.every(isProxy))
    faults.push(
      `TRUST_PROXY must list the addresses of your proxies, such as TRUST_PROXY=127.0.0.1 for one on this machine or TRUST_PROXY=10.0.0.5,10.1.0.0/16; 0 means none. It is "${text}".`,
    )
  return proxies
}

/** An address, or a network with the bits of its prefix. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** More, and what is left of the time until a process is killed would be too short for its last answers. */
const DRAIN_S_MAX = 5

function drainFrom(text: string | undefined, faults: string[]): number {
  const seconds = numberFrom(text, 0, 'DRAIN_SECONDS', faults)
  if (seconds > DRAIN_S_MAX) faults.push(`DRAIN_SECONDS is at most ${DRAIN_S_MAX}; it is "${text}".`)
  return seconds * 1000
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function logLevelFrom(text: string | undefined, production: boolean, faults: string[]): string {
  if (text === undefined || text === '') return production ? 'info' : 'warn'
  if (!LOG_LEVELS.includes(text)) faults.push(`LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}; it is "${text}".`)
  return text
}

/** 32 bytes in base64. Outside production one is made at the first start and kept in the data folder. */
function masterKeyFrom(text: string | undefined, dataDir: string, production: boolean, faults: string[]): Buffer {
  if (text !== undefined && text !== '') {
    const key = Buffer.from(text, 'base64')
    if (key.length !== 32) faults.push('PADDOCK_KEY must be 32 bytes in base64 (openssl rand -base64 32).')
    else if (isNoChance(key)) faults.push('PADDOCK_KEY is not random. Make one with: openssl rand -base64 32')
    return key
  }
  if (production) {
    faults.push(
      'PADDOCK_KEY is missing: 32 bytes in base64 (openssl rand -base64 32). Keep a copy: documents and maximums are encrypted with it.',
    )
    return Buffer.alloc(32)
  }
  const file = path.join(dataDir, 'key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // Of two processes that start at once, one makes the key and the other reads it.
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== 32)
    faults.push(`${file} does not hold a key of 32 bytes. Put the right one there: what is encrypted needs it.`)
  return key
}

function rolesFrom(args: readonly string[], faults: string[]): ReadonlySet<ServerRole> {
  const said = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length) ?? 'api,worker'
  const roles = new Set<ServerRole>()
  for (const role of said.split(',')) {
    if (role === 'api' || role === 'worker') roles.add(role)
    else faults.push(`--roles knows api and worker; "${role}" is neither.`)
  }
  return roles
}
