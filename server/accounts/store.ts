import { sql, type Kysely } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { User } from '#contract/accounts.ts'

export type AccountRow = {
  id: string
  email: string
  password_hash: string
  name: string
  phone: string
  country: string
  role: Role
  paddle: number
  has_paid_membership_fee: boolean
  verification_status: User['verificationStatus']
  id_document: User['idDocument']
  verification_note: string | null
  account_status: User['accountStatus']
  bidding_limit: number | null
  referral_code: string
  created_at: number
}

export type SessionRow = AccountRow & {
  session_id: string
  cookie_hash: Buffer | null
  expires_at: number
  last_seen_at: number
}

const COLUMNS =
  sql.raw(`a.id, a.email, a.password_hash, a.name, a.phone, a.country, a.role, a.paddle, a.has_paid_membership_fee,
  a.verification_status, a.id_document, a.verification_note, a.account_status, a.bidding_limit, a.referral_code, a.created_at`)

export type NewAccount = {
  id: string
  email: string
  passwordHash: string
  name: string
  phone: string
  country: string
  role: Role
  referralCode: string
  termsVersion: string
  demo: boolean
  hasPaid: boolean
  verificationStatus: User['verificationStatus']
  idDocument: User['idDocument']
  accountStatus: User['accountStatus']
  biddingLimit: number | null
}

/** Null when the address is taken. */
export async function insertAccount<T>(db: Kysely<T>, account: NewAccount): Promise<AccountRow | null> {
  const document = account.idDocument === null ? null : JSON.stringify(account.idDocument)
  const inserted = await sql<AccountRow>`
    insert into account as a (id, email, password_hash, name, phone, country, role, referral_code, terms_version, demo,
      has_paid_membership_fee, verification_status, id_document, account_status, bidding_limit)
    values (${account.id}, ${account.email}, ${account.passwordHash}, ${account.name}, ${account.phone}, ${account.country},
      ${account.role}, ${account.referralCode}, ${account.termsVersion}, ${account.demo}, ${account.hasPaid},
      ${account.verificationStatus}, ${document}::jsonb, ${account.accountStatus}, ${account.biddingLimit})
    on conflict (email) do nothing returning ${COLUMNS}`.execute(db)
  return inserted.rows[0] ?? null
}

export async function accountByEmail<T>(db: Kysely<T>, email: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${COLUMNS} from account a where a.email = ${email}`.execute(db)
  return found.rows[0] ?? null
}

export async function accountById<T>(db: Kysely<T>, id: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${COLUMNS} from account a where a.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the account's row to the end of the transaction, so that what is read here is what is changed. */
export async function lockAccount<T>(trx: Kysely<T>, id: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${COLUMNS} from account a where a.id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** By name, address or paddle; newest first; `before` is the id of the last one seen (ids sort by time). */
export async function findAccounts<T>(
  db: Kysely<T>,
  q: string,
  before: string | null,
  limit: number,
): Promise<AccountRow[]> {
  const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await sql<AccountRow>`
    select ${COLUMNS} from account a
    where (${q} = '' or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${q})
    and (${before}::uuid is null or a.id < ${before}::uuid)
    order by a.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function setStatusAndLimit<T>(
  trx: Kysely<T>,
  id: string,
  status: User['accountStatus'],
  biddingLimit: number | null,
): Promise<void> {
  await sql`update account set account_status = ${status}, bidding_limit = ${biddingLimit} where id = ${id}`.execute(
    trx,
  )
}

export type NewSession = {
  id: string
  account_id: string
  token_hash: Buffer
  cookie_hash: Buffer | null
  user_agent: string | null
  address: string
  days: number
}

export async function insertSession<T>(db: Kysely<T>, session: NewSession): Promise<void> {
  await sql`
    insert into session (id, account_id, token_hash, cookie_hash, user_agent, address, expires_at)
    values (${session.id}, ${session.account_id}, ${session.token_hash}, ${session.cookie_hash}, ${session.user_agent},
      ${session.address}, clock_timestamp() + ${session.days} * interval '1 day')`.execute(db)
}

export async function findSession<T>(db: Kysely<T>, tokenHash: Buffer): Promise<SessionRow | null> {
  const found = await sql<SessionRow>`
    select ${COLUMNS}, s.id as session_id, s.cookie_hash, s.expires_at, s.last_seen_at
    from session s join account a on a.id = s.account_id where s.token_hash = ${tokenHash}`.execute(db)
  return found.rows[0] ?? null
}

export async function touchSession<T>(db: Kysely<T>, id: string, days: number): Promise<void> {
  await sql`
    update session set last_seen_at = clock_timestamp(), expires_at = clock_timestamp() + ${days} * interval '1 day'
    where id = ${id}`.execute(db)
}

/** The account whose session it was, or null. */
export async function deleteSession<T>(db: Kysely<T>, tokenHash: Buffer): Promise<string | null> {
  const gone = await sql<{ account_id: string }>`
    delete from session where token_hash = ${tokenHash} returning account_id`.execute(db)
  return gone.rows[0]?.account_id ?? null
}

export async function deleteSessionsOf<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`delete from session where account_id = ${accountId}`.execute(trx)
}

/** Sessions that have run out; how many there were. */
export async function deleteExpiredSessions<T>(db: Kysely<T>): Promise<number> {
  const gone = await sql`delete from session where expires_at < clock_timestamp()`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
