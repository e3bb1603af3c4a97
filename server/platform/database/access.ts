import pg from 'pg'
import { CannotStart } from '../config/cannot-start.ts'

/** An arbitrary lock number that only this program's grants use. */
const LOCK = 7_205_104
const NAME_BYTES_MAX = 63
const SUFFIX = '_app'
/** What a trigger refuses, as pg_trigger counts it. */
const ON_DELETE = 8
const ON_UPDATE = 16

/**
 * Grants the application's role what it needs and no more: read and insert on every table, update and delete except where a
 * `history_stays` trigger refuses them. Checks every table at every start, so that tables of new migrations and of a restored backup are
 * covered. Returns the URL for the application's connections.
 *
 * `appUrl` null: only the owner's login exists, and the application uses a role `<login>_app` created here. Otherwise it logs in with
 * its own login. Throws {@link CannotStart} when the role cannot be created or when that login could change history.
 */
export async function grantAccess(ownerUrl: string, appUrl: string | null): Promise<string> {
  const owner = await connect(ownerUrl)
  try {
    await owner.query('set role none')
    // Processes that start at the same time grant one at a time: PostgreSQL refuses two concurrent changes to the rights of one table.
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    const role = appUrl === null ? await ensureRole(owner) : await loginOf(appUrl)
    await grantAll(owner, role)
    if (appUrl === null) return withOptions(ownerUrl, { role })
    if ((await tablesOf(owner, role)).some(differs))
      throw new CannotStart(
        `DATABASE_URL logs in as "${role}", which owns tables or is a superuser and so can change history. Give the application its own login (docs/operations.md), or remove DATABASE_OWNER_URL.`,
      )
    return appUrl
  } finally {
    // Also releases the lock.
    await owner.end().catch(() => undefined)
  }
}

/** The URL with settings for each of its connections; options already in the URL are kept. */
export function withOptions(url: string, settings: Record<string, string>): string {
  const parsed = new URL(url)
  const own = parsed.searchParams.get('options') ?? ''
  const said = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, String.raw`\$&`)}`,
  )
  // Of repeated options the last one applies.
  const options = [own, ...said.filter((each) => !own.includes(each))].filter((each) => each !== '').join(' ')
  parsed.searchParams.set('options', options)
  // libpq, and so pg_dump and psql, reads a plus sign as itself.
  return parsed.href.replaceAll('+', '%20')
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paddock access',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function loginOf(appUrl: string): Promise<string> {
  const running = await connect(appUrl)
  try {
    return (await running.query<{ name: string }>('select current_user as name')).rows[0]!.name
  } finally {
    await running.end().catch(() => undefined)
  }
}

async function ensureRole(owner: pg.Client): Promise<string> {
  const found = await owner.query<{ login: string; version: number }>(
    `select session_user as login, current_setting('server_version_num')::int as version`,
  )
  const { login, version } = found.rows[0]!
  const role = Buffer.from(login)
    .subarray(0, NAME_BYTES_MAX - SUFFIX.length)
    .toString()
    .concat(SUFFIX)
  const name = pg.escapeIdentifier(role)
  try {
    const known = await owner.query('select 1 from pg_roles where rolname = $1', [role])
    if (known.rowCount === 0) await owner.query(`create role ${name} nologin`).catch(ignoreKnown)
    // Since version 16, creating a role does not give the right to SET ROLE to it.
    const right = version >= 160_000 ? 'SET' : 'MEMBER'
    const may = await owner.query<{ may: boolean }>('select pg_has_role(session_user, $1, $2) as may', [role, right])
    if (may.rows[0]?.may !== true) await owner.query(`grant ${name} to session_user`)
    return role
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new CannotStart(
      `The database user "${login}" is not allowed to create the application’s role. Ask an administrator to run:\n  create role ${name} nologin;\n  grant ${name} to ${pg.escapeIdentifier(login)};`,
    )
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'
/** Another process, perhaps for another database of the same server, created it first. */
const KNOWN = ['42710', '23505']

function ignoreKnown(error: unknown): void {
  if (!KNOWN.includes((error as { code?: string }).code ?? '')) throw error
}

type Table = { name: string; refused: number; has: string[] }

const RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const

async function tablesOf(owner: pg.Client, role: string): Promise<Table[]> {
  const found = await owner.query<Table>(
    `select c.oid::regclass::text as name,
       coalesce((select tgtype::int from pg_trigger where tgrelid = c.oid and tgname = 'history_stays'), 0) as refused,
       array(select right_ from unnest($2::text[]) as right_ where has_table_privilege($1, c.oid, right_)) as has
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by 1`,
    [role, RIGHTS],
  )
  return found.rows
}

/** The application's rights on a table. */
function wantedOf({ name, refused }: Table): string[] {
  if (name === 'migration') return ['SELECT']
  const changes = (refused & ON_UPDATE) === 0 ? ['UPDATE'] : []
  const deletes = (refused & ON_DELETE) === 0 ? ['DELETE'] : []
  return ['SELECT', 'INSERT', ...changes, ...deletes]
}

function differs(table: Table): boolean {
  return [...table.has].toSorted().join() !== wantedOf(table).toSorted().join()
}

async function grantAll(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const schema = await owner.query<{ name: string; may: boolean }>(
    `select quote_ident(current_schema()) as name, has_schema_privilege($1, current_schema(), 'USAGE') as may`,
    [role],
  )
  const { name: place, may } = schema.rows[0]!
  if (!may) await owner.query(`grant usage on schema ${place} to ${name}`)
  for (const table of (await tablesOf(owner, role)).filter(differs)) {
    const wanted = wantedOf(table)
    const tooMuch = table.has.filter((right) => !wanted.includes(right))
    if (tooMuch.length > 0) await owner.query(`revoke ${tooMuch.join(', ')} on ${table.name} from ${name}`)
    await owner.query(`grant ${wanted.join(', ')} on ${table.name} to ${name}`)
  }
  const sequences = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace
       and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'USAGE') else false end`,
    [role],
  )
  for (const sequence of sequences.rows) await owner.query(`grant usage, select on ${sequence.name} to ${name}`)
}
