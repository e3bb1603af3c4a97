import { isIP } from 'node:net'
import type { Environment } from './environment.ts'

type Settings = {
  demo: boolean
  publicUrl: string
}

/** Faults that forbid production use, in words without secrets. `isUnset`: the variable is not set. */
export function productionFaults(
  set: Environment,
  { demo, publicUrl }: Settings,
  isUnset: (name: string) => boolean,
): string[] {
  const faults: [isWrong: boolean, fault: string][] = [
    [demo, 'PADDOCK_DEMO=1 is not allowed with NODE_ENV=production: demo accounts have known passwords.'],
    [isUnset('DATABASE_URL'), 'DATABASE_URL is missing: production needs its own PostgreSQL.'],
    [isUnset('PUBLIC_URL'), 'PUBLIC_URL is missing: set it to the address at which people reach the site.'],
    [
      isUnset('PADDOCK_KEY'),
      'PADDOCK_KEY is missing: 32 bytes in base64 (openssl rand -base64 32). Keep a copy: documents and maximums are encrypted with it.',
    ],
    [isPlainHttp(publicUrl) && !isUnset('PUBLIC_URL'), 'PUBLIC_URL must start with https:// in production.'],
    [
      publicUrl.startsWith('https:') && isUnset('TRUST_PROXY'),
      'TRUST_PROXY is missing: this server speaks plain HTTP behind a proxy that speaks HTTPS, and without the proxy’s address all requests seem to come from one client. Set TRUST_PROXY=127.0.0.1 for a proxy on this machine, or 0 if there is none.',
    ],
    [
      isUnset('SMTP_URL'),
      'SMTP_URL is missing: without it, nobody can confirm an email, reset a password or be notified that they won.',
    ],
    [
      set.SMTP_URL !== undefined && isUnset('MAIL_FROM'),
      'MAIL_FROM is missing: set it to the sender address of emails.',
    ],
    [
      set.PADDOCK_BIDS_PER_SECOND === 0,
      'PADDOCK_BIDS_PER_SECOND=0 removes the bid rate limit: it is for benchmarks, not for production.',
    ],
    [
      KNOWN_PASSWORDS.has((set.S3_SECRET_ACCESS_KEY ?? '').toLowerCase()),
      'S3_SECRET_ACCESS_KEY is a well-known default. Choose a different one.',
    ],
    [isPlainHttp(set.S3_ENDPOINT ?? 'https:'), 'S3_ENDPOINT must start with https:// in production.'],
    [set.STRIPE_API_BASE !== undefined, 'STRIPE_API_BASE is for tests only; remove it in production.'],
    [
      /^(sk|rk)_test_/.test(set.STRIPE_SECRET_KEY ?? ''),
      'STRIPE_SECRET_KEY is a test key: no money would move. Use a live key.',
    ],
    [set.NODE_TLS_REJECT_UNAUTHORIZED === '0', 'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate; remove it.'],
    [
      set.NODE_OPTIONS.includes('--inspect'),
      'NODE_OPTIONS opens the debugger: anyone who reaches it can read every secret. Remove --inspect.',
    ],
  ]
  return [
    ...faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : [])),
    ...databaseFaults(set.DATABASE_URL, 'DATABASE_URL'),
    ...databaseFaults(set.DATABASE_OWNER_URL, 'DATABASE_OWNER_URL'),
    ...busFaults(set.BUS_URL),
  ]
}

function isPlainHttp(text: string): boolean {
  if (!text.startsWith('http:')) return false
  const { hostname } = new URL(text)
  return hostname !== 'localhost' && hostname !== '127.0.0.1'
}

const KNOWN_PASSWORDS = new Set(
  'postgres postgresql paddock password passw0rd secret admin root changeme change-me example test demo 1234 12345 123456 minioadmin minio123 redis valkey foobared'.split(
    ' ',
  ),
)

function databaseFaults(databaseUrl: string | undefined, name: string): string[] {
  if (databaseUrl === undefined) return []
  const url = new URL(databaseUrl)
  const faults: string[] = []
  if (hasKnownPassword(url))
    faults.push(`${name} has a well-known default password. Give the database user another one.`)
  if (isFar(url.hostname) && !url.searchParams.has('sslmode'))
    faults.push(
      `${name} points to another machine without saying whether the connection is encrypted: add sslmode=verify-full, or sslmode=disable on a private network.`,
    )
  return faults
}

function busFaults(busUrl: string | undefined): string[] {
  if (busUrl === undefined) return []
  const url = new URL(busUrl)
  const faults: string[] = []
  if (hasKnownPassword(url)) faults.push('BUS_URL has a well-known default password. Give Redis another one.')
  if (url.protocol === 'redis:' && isFar(url.hostname) && url.searchParams.get('tls') !== 'no')
    faults.push(
      'BUS_URL points to another machine over an unencrypted connection: use rediss://, or add ?tls=no on a private network.',
    )
  return faults
}

/** Passwords from tutorials, and the user's own name. No password means another way to log in, such as a certificate. */
function hasKnownPassword({ username, password }: URL): boolean {
  return password !== '' && (password === username || KNOWN_PASSWORDS.has(decodeURIComponent(password).toLowerCase()))
}

/** Outside this machine and its container network: names without a dot are neighboring containers. */
function isFar(hostname: string): boolean {
  if (hostname.startsWith('[')) return hostname !== '[::1]'
  return isIP(hostname) === 0 ? hostname.includes('.') : !hostname.startsWith('127.')
}
