import { isIP } from 'node:net'

type Env = Record<string, string | undefined>

/** What a configuration says that must not be said of a house with real people and money. */
type Settings = {
  demo: boolean
  databaseUrl: string | null
  databaseOwnerUrl: string | null
  publicUrl: string
  bidsPerSecond: number
  /** As it stands in the environment. */
  env: Env
}

/** Every fault in plain words; none repeats a secret. */
export function productionFaults({
  demo,
  databaseUrl,
  databaseOwnerUrl,
  publicUrl,
  bidsPerSecond,
  env,
}: Settings): string[] {
  const faults: string[] = []
  if (demo) faults.push('PADDOCK_DEMO=1 does not go with NODE_ENV=production: demo people have known passwords.')
  if (databaseUrl === null) faults.push('DATABASE_URL is missing: production needs a PostgreSQL of its own.')
  else faults.push(...databaseFaults(databaseUrl, 'DATABASE_URL'))
  if (databaseOwnerUrl !== null) faults.push(...databaseFaults(databaseOwnerUrl, 'DATABASE_OWNER_URL'))
  if (publicUrl.startsWith('https:') && isUnset(env['TRUST_PROXY']))
    faults.push(
      'TRUST_PROXY is missing: this server speaks plain HTTP, so a proxy before it speaks HTTPS, and without the address of that proxy all people seem to come from one place. Write TRUST_PROXY=127.0.0.1 for a proxy on this machine; 0 means that there is none.',
    )
  if (isUnset(env['SMTP_URL']))
    faults.push('SMTP_URL is missing: nobody could confirm an address, choose a new password or hear of a win.')
  if (bidsPerSecond === 0)
    faults.push('PADDOCK_BIDS_PER_SECOND=0 lets one person bid without limit: it is for measuring, not for production.')
  if (KNOWN_PASSWORDS.has((env['S3_SECRET_ACCESS_KEY'] ?? '').toLowerCase()))
    faults.push('S3_SECRET_ACCESS_KEY is one that everybody tries first. Documents need another one.')
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED=0 believes every certificate: take it out.')
  if (/--inspect/.test(env['NODE_OPTIONS'] ?? ''))
    faults.push('NODE_OPTIONS opens the debugger: whoever reaches it reads every secret. Take --inspect out.')
  return faults
}

function isUnset(text: string | undefined): boolean {
  return text === undefined || text === ''
}

const KNOWN_PASSWORDS = new Set(
  'postgres postgresql paddock password passw0rd secret admin root changeme change-me example test demo 1234 12345 123456 minioadmin minio123 redis valkey foobared'.split(
    ' ',
  ),
)

function databaseFaults(databaseUrl: string, name: string): string[] {
  if (!URL.canParse(databaseUrl)) return []
  const url = new URL(databaseUrl)
  const faults: string[] = []
  if (hasKnownPassword(url))
    faults.push(`${name} has a password that everybody tries first. Give the database user another one.`)
  if (isFar(url.hostname) && !url.searchParams.has('sslmode'))
    faults.push(
      `${name} leads to another machine and does not say whether what travels is encrypted: add sslmode=verify-full, or sslmode=disable on a network of your own.`,
    )
  return faults
}

/** Passwords of tutorials, and the user's own name. None at all is another way to log in, such as a certificate. */
export function hasKnownPassword({ username, password }: URL): boolean {
  return password !== '' && (password === username || KNOWN_PASSWORDS.has(decodeURIComponent(password).toLowerCase()))
}

/** Beyond this machine and its own small network: names without a dot are of containers beside this one. */
export function isFar(hostname: string): boolean {
  if (hostname.startsWith('[')) return hostname !== '[::1]'
  return isIP(hostname) === 0 ? hostname.includes('.') : !hostname.startsWith('127.')
}

/** Whether a key of 32 bytes was typed or counted up rather than drawn by chance, which makes neither in a lifetime. */
export function isNoChance(key: Buffer): boolean {
  const isTyped = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  const steps = new Set([...key].map((byte, index) => (byte - (key[index - 1] ?? byte) + 256) % 256))
  return isTyped || new Set(key).size < 12 || steps.size < 8
}
