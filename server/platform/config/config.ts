import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { S3Place } from '../files/file-storage.ts'
import { CannotStart } from './cannot-start.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { productionFaults } from './production-faults.ts'

type ServerRole = 'api' | 'worker'

/** Where metrics can be read; port 0 is any free one. */
export type MetricsPlace = { port: number; host: string }

/** Email to `address` arrives through the webhook, which the mail server calls with `secret`. */
type InboundEmail = { address: string; secret: string }

/** An OpenAI-compatible endpoint that writes the assistant's answers. `apiKey` null: it requires none. */
export type AssistantModel = { baseUrl: string; apiKey: string | null; name: string }

/** Where traces go. `ratio`: the share of requests that are traced, 0 to 1. */
export type TracesPlace = { endpoint: string; ratio: number }

/** The configuration, read once from the environment. */
export type Config = {
  port: number
  /** The port at which a process without the role api serves its health: `PORT` if set; null: none. */
  workerPort: number | null
  /** The address to listen on; only this machine can connect unless `HOST` is set. */
  host: string
  /** Folder for the embedded database, documents, photos and emails. */
  dataDir: string
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** The login that owns the tables and migrates, when the application has its own login; null: `databaseUrl` does both. */
  databaseOwnerUrl: string | null
  /** Redis or Valkey that carries hints between processes; null: the database does. */
  busUrl: string | null
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string
  production: boolean
  /** Seeded business and simulated bidders. */
  demo: boolean
  masterKey: Buffer
  /** Former keys, during a rotation: they open what was sealed with them and seal nothing. */
  otherKeys: Buffer[]
  /** Where documents are kept; null: the data folder. */
  s3: S3Place | null
  /** Addresses and networks of our proxies, whose `X-Forwarded-*` headers are trusted; false: none are. */
  trustProxy: false | string[]
  roles: ReadonlySet<ServerRole>
  /** Bids a person may send per second; 0 switches the limit off (benchmarks). */
  bidsPerSecond: number
  sandboxPayments: boolean
  /** SMTP server, such as `smtps://user:password@mail.example.com`; null: emails are written to a folder under `dataDir`. */
  smtpUrl: string | null
  /** The sender's address, alone or as `Name <address>`; null: the company's contact address. */
  mailFrom: string | null
  /** Null: no email comes in, and replies to ours go to the sender's mailbox. */
  inboundEmail: InboundEmail | null
  /** Null: the assistant answers from public pages only. */
  assistant: AssistantModel | null
  /** Null: Stripe is not offered. */
  stripe: StripeKeys | null
  logLevel: string
  /** How long, in ms, requests are still accepted after the process reports that it is not ready. */
  drainMs: number
  /** Null: metrics are not served. */
  metrics: MetricsPlace | null
  /** Null: nothing is traced. */
  traces: TracesPlace | null
}

type StripeKeys = {
  secretKey: string
  webhookSecret: string
  /** An address to use instead of Stripe's, for tests. */
  apiBase: string | null
  /** Timeout of one request. */
  timeoutMs?: number
}

/** The configuration cannot be used: every fault in plain words. */
export class ConfigFaults extends CannotStart {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Throws {@link ConfigFaults} listing everything that is wrong. `args`: for example `--roles=api,worker`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []): Config {
  const faults: string[] = []
  const set = readEnvironment(env, faults)
  const production = set.NODE_ENV === 'production'
  const dataDir = path.resolve(set.DATA_DIR)
  const hasStripe = set.STRIPE_SECRET_KEY !== undefined || set.STRIPE_WEBHOOK_SECRET !== undefined
  const config: Config = {
    port: set.PORT,
    workerPort: (env['PORT'] ?? '') === '' ? null : set.PORT,
    host: set.HOST,
    dataDir,
    databaseUrl: set.DATABASE_URL ?? null,
    databaseOwnerUrl: set.DATABASE_OWNER_URL ?? null,
    busUrl: set.BUS_URL ?? null,
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    production,
    demo: set.PADDOCK_DEMO ?? !production,
    masterKey:
      set.PADDOCK_KEY ?? (production || isSet(env['PADDOCK_KEY']) ? Buffer.alloc(32) : keyOfFolder(dataDir, faults)),
    otherKeys: set.PADDOCK_OTHER_KEYS,
    s3: s3Of(set),
    trustProxy: set.TRUST_PROXY,
    roles: rolesFrom(args, faults),
    bidsPerSecond: set.PADDOCK_BIDS_PER_SECOND,
    sandboxPayments: set.PADDOCK_SANDBOX ?? (!production && !hasStripe),
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? null,
    inboundEmail:
      set.INBOUND_EMAIL === undefined || set.INBOUND_EMAIL_SECRET === undefined
        ? null
        : { address: set.INBOUND_EMAIL, secret: set.INBOUND_EMAIL_SECRET },
    assistant:
      set.ASSISTANT_URL === undefined || set.ASSISTANT_MODEL === undefined
        ? null
        : { baseUrl: set.ASSISTANT_URL, apiKey: set.ASSISTANT_KEY ?? null, name: set.ASSISTANT_MODEL },
    stripe: hasStripe ? stripeOf(set) : null,
    logLevel: set.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    drainMs: set.DRAIN_SECONDS * 1000,
    metrics: set.METRICS_PORT === undefined ? null : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    traces:
      set.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: set.OTEL_TRACES_SAMPLER_ARG },
  }
  faults.push(...togetherFaults(set))
  // A variable that is set but invalid already has its own fault, so production does not report it as missing.
  if (production) faults.push(...productionFaults(set, config, (name) => !isSet(env[name])))
  if (faults.length > 0) throw new ConfigFaults(faults)
  return config
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}

/** Settings that require, or exclude, one another. */
function togetherFaults(set: Environment): string[] {
  const isHalf = (one: unknown, other: unknown) => (one === undefined) !== (other === undefined)
  const faults: [isWrong: boolean, fault: string][] = [
    [
      set.DATABASE_OWNER_URL !== undefined && set.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL is set and DATABASE_URL is not. Set DATABASE_URL to the application’s login.',
    ],
    [
      isHalf(set.STRIPE_SECRET_KEY, set.STRIPE_WEBHOOK_SECRET),
      'Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET; one of them is missing.',
    ],
    [
      isHalf(set.INBOUND_EMAIL, set.INBOUND_EMAIL_SECRET),
      'Set both INBOUND_EMAIL and INBOUND_EMAIL_SECRET; one of them is missing.',
    ],
    [
      isHalf(set.ASSISTANT_URL, set.ASSISTANT_MODEL),
      'Set both ASSISTANT_URL and ASSISTANT_MODEL; one of them is missing.',
    ],
    [
      set.S3_BUCKET === undefined && (set.S3_ENDPOINT !== undefined || set.S3_ACCESS_KEY_ID !== undefined),
      'S3_BUCKET is missing. Set it to the bucket that stores the documents.',
    ],
    [
      set.S3_BUCKET !== undefined && isHalf(set.S3_ACCESS_KEY_ID, set.S3_SECRET_ACCESS_KEY),
      'Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; one of them is missing.',
    ],
    [
      set.METRICS_PORT === set.PORT && set.PORT !== 0,
      'METRICS_PORT is the public port. Give metrics another port that only operators can reach.',
    ],
  ]
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []))
}

function s3Of(set: Environment): S3Place | null {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = set
  if (bucket === undefined) return null
  const keys = id === undefined || secret === undefined ? null : { id, secret }
  return { bucket, region, endpoint: set.S3_ENDPOINT ?? null, keys }
}

function stripeOf(set: Environment): StripeKeys {
  return {
    secretKey: set.STRIPE_SECRET_KEY ?? '',
    webhookSecret: set.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: set.STRIPE_API_BASE ?? null,
  }
}

/** The key of a data folder: 32 bytes in base64, made at the first start. */
function keyOfFolder(dataDir: string, faults: string[]): Buffer {
  const file = path.join(dataDir, 'key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // When two processes start at the same time, one creates the key and the other reads it.
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== 32)
    faults.push(
      `${file} does not contain a 32-byte key. Restore the right key; encrypted data can’t be read without it.`,
    )
  return key
}

function rolesFrom(args: readonly string[], faults: string[]): ReadonlySet<ServerRole> {
  const said = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length) ?? 'api,worker'
  const roles = new Set<ServerRole>()
  for (const role of said.split(',')) {
    if (role === 'api' || role === 'worker') roles.add(role)
    else faults.push(`--roles accepts api and worker; "${role}" is neither.`)
  }
  return roles
}
