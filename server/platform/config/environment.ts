import { isIP } from 'node:net'
import * as z from 'zod/mini'
import '#contract/platform/schema-words.ts'

const KEY_BYTES = 32
/** A longer drain would leave too little time for the last answers before the process is killed. */
const DRAIN_S_MAX = 5
/** At thousands of bids a second, one percent of them shows as much as all. */
const TRACED_SHARE = 0.01
const INBOUND_SECRET_LENGTH_MIN = 24
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** `message` follows the name: what the value must be, with an example where that helps. */
function textThat(holds: (text: string) => boolean, message: string) {
  return z.string().check(z.refine(holds, message))
}

function wholeNumber(most: number) {
  const text = textThat(
    (value) => /^\d+$/.test(value) && Number(value) <= most,
    `must be a whole number from 0 to ${most}`,
  )
  return z.pipe(text, z.transform(Number))
}

function hasScheme(text: string, schemes: RegExp): boolean {
  return schemes.test(text) && URL.canParse(text)
}

const flag = z.pipe(
  textThat((text) => text === '0' || text === '1', 'must be 1 or 0'),
  z.transform((text) => text === '1'),
)

const postgres = textThat(
  (text) => hasScheme(text, /^postgres(ql)?:\/\//),
  'must be a URL that starts with postgres:// or postgresql://',
)

const key = z.pipe(
  z.string(),
  z.transform((text) => Buffer.from(text, 'base64')),
)

const RANDOM = 'Make one with: openssl rand -base64 32'

const masterKey = key.check(
  z.refine(({ length }) => length === KEY_BYTES, {
    message: 'must be 32 bytes in base64 (openssl rand -base64 32)',
    abort: true,
  }),
  z.refine((bytes) => !isNoChance(bytes), `is not random. ${RANDOM}`),
)

const otherKeys = z.pipe(
  z.string(),
  z.transform((text) =>
    text.split(',').flatMap((part) => (part.trim() === '' ? [] : [Buffer.from(part.trim(), 'base64')])),
  ),
)

/** Whether a 32-byte key was typed or counted up instead of drawn at random. A random key practically never looks like either. */
function isNoChance(key: Buffer): boolean {
  const isTyped = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  const steps = new Set([...key].map((byte, index) => (byte - (key[index - 1] ?? byte) + 256) % 256))
  return isTyped || new Set(key).size < 12 || steps.size < 8
}

/** `0` or addresses and networks. A number of proxies is refused: it would trust any machine that reaches this server. */
const proxies = z.pipe(
  textThat(
    (text) => text === '0' || text.split(',').every((part) => isProxy(part.trim())),
    'must list the addresses of your proxies, such as TRUST_PROXY=127.0.0.1 for one on this machine or TRUST_PROXY=10.0.0.5,10.1.0.0/16; 0 means none',
  ),
  z.transform((text) => (text === '0' ? (false as const) : text.split(',').map((part) => part.trim()))),
)

/** An address, or a network with the bits of its prefix. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const publicUrl = z.string().check(
  z.refine((text) => URL.canParse(text), { message: 'is not a URL', abort: true }),
  z.refine(
    (text) => /^[^?#]*$/.test(text) && new URL(text).username === '' && new URL(text).password === '',
    'must not contain a user, a query string or a fragment',
  ),
)

const redis = textThat((text) => {
  if (!hasScheme(text, /^rediss?:\/\//)) return false
  const { hostname, pathname, searchParams, hash } = new URL(text)
  const isPlain = [...searchParams].every(([name, value]) => name === 'tls' && value === 'no')
  return hostname !== '' && /^(\/\d*)?$/.test(pathname) && isPlain && hash === ''
}, 'must be a URL such as rediss://user:password@redis.example.com:6379, optionally with /number')

const withoutSlash = (text: string) => text.replace(/\/$/, '')

/** Every environment variable that the server reads. An unset or empty one has its default. README.md lists them. */
export const ENVIRONMENT = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(wholeNumber(65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(postgres),
  DATABASE_OWNER_URL: z.optional(postgres),
  BUS_URL: z.optional(redis),
  PUBLIC_URL: z.optional(z.pipe(publicUrl, z.transform(withoutSlash))),
  TRUST_PROXY: z._default(proxies, false),
  PADDOCK_KEY: z.optional(masterKey),
  PADDOCK_OTHER_KEYS: z._default(
    otherKeys.check(
      z.refine(
        (keys) => keys.every(({ length }) => length === KEY_BYTES),
        'must be keys of 32 bytes in base64, separated by commas',
      ),
    ),
    [],
  ),
  PADDOCK_DEMO: z.optional(flag),
  PADDOCK_SANDBOX: z.optional(flag),
  PADDOCK_BIDS_PER_SECOND: z._default(wholeNumber(65_535), 20),
  SMTP_URL: z.optional(
    textThat(
      (text) => hasScheme(text, /^smtps?:\/\//) && new URL(text).hostname !== '',
      'must be a URL such as smtps://user:password@mail.example.com:465',
    ),
  ),
  MAIL_FROM: z.optional(
    textThat(
      (text) => /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
      'must be an email address such as "Paddock <office@paddock.example>"',
    ),
  ),
  INBOUND_EMAIL: z.optional(
    z.pipe(
      textThat(
        (text) => /^[a-z0-9._-]{1,20}@[a-z0-9.-]+\.[a-z]{2,}$/i.test(text),
        'must be an email address such as help@mail.example.com, with at most 20 characters before the @ and no plus sign, which is used for references',
      ),
      z.transform((text) => text.toLowerCase()),
    ),
  ),
  INBOUND_EMAIL_SECRET: z.optional(
    textThat(
      ({ length }) => length >= INBOUND_SECRET_LENGTH_MIN,
      `must have at least ${INBOUND_SECRET_LENGTH_MIN} characters (openssl rand -base64 32)`,
    ),
  ),
  ASSISTANT_URL: z.optional(
    z.pipe(
      textThat((text) => hasScheme(text, /^https?:\/\//), 'must be a URL such as https://models.example.com/v1'),
      z.transform(withoutSlash),
    ),
  ),
  ASSISTANT_MODEL: z.optional(z.string()),
  ASSISTANT_KEY: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string()),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
  STRIPE_API_BASE: z.optional(textThat(URL.canParse, 'is for tests only; remove it')),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ENDPOINT: z.optional(textThat((text) => hasScheme(text, /^https?:/), 'is not a URL')),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  METRICS_PORT: z.optional(wholeNumber(65_535)),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.pipe(
      textThat((text) => hasScheme(text, /^https?:\/\//), 'must be a URL such as http://localhost:4318'),
      z.transform(withoutSlash),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      textThat((text) => Number(text) >= 0 && Number(text) <= 1, 'must be the share of requests to trace, from 0 to 1'),
      z.transform(Number),
    ),
    TRACED_SHARE,
  ),
  DRAIN_SECONDS: z._default(
    wholeNumber(65_535).check(z.refine((seconds) => seconds <= DRAIN_S_MAX, `must be at most ${DRAIN_S_MAX}`)),
    0,
  ),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  NODE_OPTIONS: z._default(z.string(), ''),
  NODE_TLS_REJECT_UNAUTHORIZED: z.optional(z.string()),
})

export type Environment = z.output<typeof ENVIRONMENT>

/** Their values may hold passwords: no message repeats them. */
const SECRET = /URL|KEY|SECRET|ENDPOINT|API_BASE/
const SHOWN_ANYWAY = new Set(['PUBLIC_URL', 'S3_ENDPOINT'])

/**
 * Parses each variable separately. A fault goes to `faults` in words and the default is used instead, so that all faults are found in
 * one run.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>, faults: string[]): Environment {
  const values = Object.entries(ENVIRONMENT.shape).map(([name, schema]) => {
    const text = env[name] === '' ? undefined : env[name]
    const read = z.safeParse(schema, text)
    if (read.success) return [name, read.data] as const
    const shown = SECRET.test(name) && !SHOWN_ANYWAY.has(name) ? '.' : `; it is "${text}".`
    faults.push(`${name} ${read.error.issues[0]?.message ?? 'is not valid'}${shown}`)
    return [name, z.parse(schema, undefined)] as const
  })
  return Object.fromEntries(values) as Environment
}
