import { sql, type Kysely } from 'kysely'
import type { Language } from '#contract/platform/languages.ts'
import type { Role, StaffRole } from '#contract/platform/access-levels.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import type { Account } from '#server/platform/person.ts'

export type AccountRow = {
  id: string
  email: string
  password_hash: string
  name: string
  phone: string
  country: string
  role: Role
  more_roles: StaffRole[]
  paddle: number
  has_paid_membership_fee: boolean
  verification_status: User['verificationStatus']
  id_document: User['idDocument']
  verification_note: string | null
  account_status: User['accountStatus']
  bidding_limit: number | null
  auction_limits: Readonly<Record<string, number>> | null
  referral_code: string
  demo: boolean
  created_at: number
  email_confirmed_at: number | null
  has_address: boolean
  language: Language | null
  password_changed_at: number | null
  second_factor_since: number | null
  /** Closed because it was the same person's: the account that stays, and since when. */
  merged_into: string | null
  merged_at: number | null
}

/** What an account may do, apart from any session. */
export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    paddle: row.paddle,
    role: row.role,
    moreRoles: row.more_roles,
    hasPaidMembershipFee: row.has_paid_membership_fee,
    verificationStatus: row.verification_status,
    idDocument: row.id_document,
    accountStatus: row.account_status,
    emailConfirmed: row.email_confirmed_at !== null,
    hasAddress: row.has_address,
    biddingLimit: row.bidding_limit,
    auctionLimits: row.auction_limits,
  }
}

export const ACCOUNT_COLUMNS =
  sql.raw(`a.id, a.email, a.password_hash, a.name, a.phone, a.country, a.role, a.more_roles, a.paddle, a.has_paid_membership_fee,
  a.verification_status, a.id_document, a.verification_note, a.account_status, a.bidding_limit, a.auction_limits, a.referral_code,
  a.demo, a.created_at, a.email_confirmed_at, a.has_address, a.language, a.password_changed_at, a.second_factor_since, a.merged_into, a.merged_at`)

export type NewAccount = {
  id: string
  email: string
  passwordHash: string
  name: string
  phone: string
  country: string
  role: Role
  moreRoles: readonly StaffRole[]
  referralCode: string
  termsVersion: string
  demo: boolean
  /** True if the server already knows that the address is right, without a confirmation. */
  emailConfirmed: boolean
  hasPaid: boolean
  verificationStatus: User['verificationStatus']
  idDocument: User['idDocument']
  accountStatus: User['accountStatus']
  biddingLimit: number | null
  /** The member whose referral code the person gave. */
  referredBy: string | null
  /** Null: not known. */
  language: Language | null
}

/** Null when the address is confirmed as that of another account and should be of this one; an unconfirmed claim is never refused. */
export async function insertAccount<T>(db: Kysely<T>, account: NewAccount): Promise<AccountRow | null> {
  const document = account.idDocument === null ? null : JSON.stringify(account.idDocument)
  const inserted = await sql<AccountRow>`
    insert into account as a (id, email, password_hash, name, phone, country, role, more_roles, referral_code, terms_version, demo,
      has_paid_membership_fee, verification_status, id_document, account_status, bidding_limit, email_confirmed_at,
      referred_by, referred_at, language)
    values (${account.id}, ${account.email}, ${account.passwordHash}, ${account.name}, ${account.phone}, ${account.country},
      ${account.role}, ${[...account.moreRoles]}::text[], ${account.referralCode}, ${account.termsVersion}, ${account.demo}, ${account.hasPaid},
      ${account.verificationStatus}, ${document}::jsonb, ${account.accountStatus}, ${account.biddingLimit},
      case when ${account.emailConfirmed} then clock_timestamp() end,
      ${account.referredBy}, case when ${account.referredBy}::uuid is not null then clock_timestamp() end, ${account.language})
    on conflict (email) where email_confirmed_at is not null do nothing returning ${ACCOUNT_COLUMNS}`.execute(db)
  return inserted.rows[0] ?? null
}

/** The account with this referral code; null: no one. */
export async function accountOfReferralCode<T>(
  db: Kysely<T>,
  code: string,
): Promise<{ id: string; isClosed: boolean } | null> {
  const found = await sql<{ id: string; isClosed: boolean }>`
    select id, account_status = 'closed' as "isClosed" from account where referral_code = ${code}`.execute(db)
  return found.rows[0] ?? null
}

/** The account whose address this is. */
export async function accountByAddress<T>(db: Kysely<T>, email: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from account a where a.email = ${email} and a.email_confirmed_at is not null`.execute(db)
  return found.rows[0] ?? null
}

/** The account that had this address when it was merged into another; the latest, if there were several. */
export async function mergedAt<T>(db: Kysely<T>, email: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from account a where a.email = ${email} and a.email_confirmed_at is null and a.merged_into is not null
    order by a.merged_at desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** The newest account that claims this address and has not confirmed it. */
export async function accountByClaim<T>(db: Kysely<T>, email: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from account a where a.email = ${email} and a.email_confirmed_at is null
    and a.merged_into is null order by a.id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** The oldest and the newest account with an unconfirmed claim to this address; possibly none, or the same one twice. */
export async function claimsOf<T>(
  db: Kysely<T>,
  email: string,
): Promise<{ first: AccountRow; last: AccountRow } | null> {
  const found = await sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from account a where a.email = ${email} and a.email_confirmed_at is null
    and a.id in (
      (select min(id::text)::uuid from account where email = ${email} and email_confirmed_at is null and merged_into is null),
      (select max(id::text)::uuid from account where email = ${email} and email_confirmed_at is null and merged_into is null))
    order by a.id`.execute(db)
  const [first] = found.rows
  return first === undefined ? null : { first, last: found.rows.at(-1)! }
}

export async function accountById<T>(db: Kysely<T>, id: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${ACCOUNT_COLUMNS} from account a where a.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function accountByPaddle<T>(db: Kysely<T>, paddle: number): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${ACCOUNT_COLUMNS} from account a where a.paddle = ${paddle}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the account's row to the end of the transaction, so that what is read here is what is changed. */
export async function lockAccount<T>(trx: Kysely<T>, id: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`select ${ACCOUNT_COLUMNS} from account a where a.id = ${id} for update`.execute(
    trx,
  )
  return found.rows[0] ?? null
}

/** Answers when it was changed, in ms by the database's clock. */
export async function setStatusAndLimit<T>(
  trx: Kysely<T>,
  id: string,
  status: User['accountStatus'],
  biddingLimit: number | null,
): Promise<number> {
  const changed = await sql<{ at: number }>`
    update account set account_status = ${status}, bidding_limit = ${biddingLimit} where id = ${id}
    returning ${NOW_MS} as at`.execute(trx)
  return changed.rows[0]!.at
}

/** `instead`: only in place of this hash. False: the account has another one by now. */
export async function setPassword<T>(
  trx: Kysely<T>,
  id: string,
  passwordHash: string,
  instead: string | null = null,
): Promise<boolean> {
  const changed = await sql`
    update account set password_hash = ${passwordHash}, password_changed_at = clock_timestamp()
    where id = ${id} and (${instead}::text is null or password_hash = ${instead})`.execute(trx)
  return Number(changed.numAffectedRows ?? 0) > 0
}

/**
 * Gives this account its address, and closes the others that only claimed it: one address, one account. A claim that has paid its fee is
 * left for staff, and one that was part of a merge stays as it is. Returns the closed ones; null: the address already belongs to another account.
 */
export async function confirmAddress<T>(trx: Kysely<T>, id: string, email: string): Promise<string[] | null> {
  const others = (await lockClaims(trx, id, email)).filter((claim) => claim.id !== id)
  if (others.some((other) => other.email_confirmed_at !== null)) return null
  await sql`
    update account set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp())
    where id = ${id}`.execute(trx)
  const closed = others.filter((claim) => claim.role === 'member' && !claim.has_paid_membership_fee && !claim.is_merged)
  for (const claim of closed) await anonymize(trx, claim.id)
  return closed.map((claim) => claim.id)
}

/**
 * Locks an account and every other that names the address, by ascending id, to the end of the transaction: of two that are confirmed at
 * once, one finds the other closed. Comes before any lock on their links.
 */
export async function lockClaims<T>(trx: Kysely<T>, id: string, email: string) {
  type Claim = Pick<AccountRow, 'id' | 'has_paid_membership_fee' | 'role' | 'email_confirmed_at'> & {
    is_merged: boolean
  }
  const found = await sql<Claim>`
    select id, has_paid_membership_fee, role, email_confirmed_at,
      merged_into is not null or exists (select 1 from account other where other.merged_into = account.id) as is_merged
    from account
    where email = ${email} or id = ${id} order by id for update`.execute(trx)
  return found.rows
}

const EXPIRED_CLAIM = (
  days: number,
) => sql`email_confirmed_at is null and account_status <> 'closed' and role = 'member'
  and not has_paid_membership_fee and email_claimed_at < clock_timestamp() - ${days} * interval '1 day'`

/** Ids above `after`, ascending, of accounts that didn't confirm their email within this many days. */
export async function expiredClaims<T>(
  db: Kysely<T>,
  days: number,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from account where ${EXPIRED_CLAIM(days)} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/**
 * Locks the account's row to the end of the transaction, so that no one confirms meanwhile; false if that has happened, or the claim was
 * renewed.
 */
export async function lockExpiredClaim<T>(trx: Kysely<T>, id: string, days: number): Promise<boolean> {
  const found = await sql`select 1 from account where id = ${id} and ${EXPIRED_CLAIM(days)} for update`.execute(trx)
  return found.rows.length > 0
}

/** Another address, which its owner has still to confirm. */
export async function setUnconfirmedAddress<T>(trx: Kysely<T>, id: string, email: string): Promise<void> {
  await sql`update account set email = ${email}, email_confirmed_at = null, email_claimed_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function setContact<T>(
  db: Kysely<T>,
  id: string,
  given: { phone?: string | undefined; country?: string | undefined; language?: Language | undefined },
): Promise<void> {
  const { phone, country, language } = given
  await sql`
    update account set phone = coalesce(${phone ?? null}, phone), country = coalesce(${country ?? null}, country),
      language = coalesce(${language ?? null}, language) where id = ${id}`.execute(db)
}

/** This feature's data about a person besides the account itself. */
const OWN_TABLES = [
  'session',
  'account_link',
  'second_factor',
  'recovery_code',
  'account_address',
  'account_note',
  'account_identifier',
]

/** Deletes a person's data; the paddle number and rows that reference the id stay. */
export async function anonymize<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`
    update account set account_status = 'closed', closed_at = clock_timestamp(), email = ${`closed-${id}@closed.invalid`},
      name = 'Closed account', phone = '', country = 'ZZ', language = null, password_hash = 'closed', id_document = null,
      verification_note = null, second_factor_since = null, email_confirmed_at = null,
      referred_by = null, referred_at = null
    where id = ${id}`.execute(trx)
  await sql`update session set support_for = null, support_until = null where support_for = ${id}`.execute(trx)
  for (const table of OWN_TABLES) await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(trx)
}
