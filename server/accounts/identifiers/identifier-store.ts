import { sql, type Kysely } from 'kysely'
import type { SharedIdentifier } from '#contract/accounts/shared-identifiers.ts'

type Kind = SharedIdentifier['kind']
/** What two accounts can have in common: an identity document, a card, a device or a postal address. */
export type SharedKind = 'document' | 'card' | 'device' | 'address'

export type SharedRow = {
  of_account: string
  kind: Kind
  account_id: string
  name: string
  account_status: SharedIdentifier['account']['accountStatus']
  verification_status: SharedIdentifier['account']['verificationStatus']
  /** In ms. */
  since: number
  /** One of the two referred the other. */
  is_referral: boolean
}

/** Shown of one account; a device in a library may have been used by hundreds. */
const SHOWN_MAX = 20

export async function upsertIdentifier<T>(db: Kysely<T>, accountId: string, kind: Kind, hash: Buffer): Promise<void> {
  await sql`
    insert into account_identifier (account_id, kind, hash) values (${accountId}, ${kind}, ${hash})
    on conflict (account_id, kind, hash) do update set last_seen_at = clock_timestamp()`.execute(db)
}

export async function holderOf<T>(db: Kysely<T>, kind: Kind, hash: Buffer): Promise<number | null> {
  const found = await sql<{ paddle: number }>`
    select a.paddle from account_identifier i join account a on a.id = i.account_id
    where i.kind = ${kind} and i.hash = ${hash} and a.account_status <> 'closed' order by a.id limit 1`.execute(db)
  return found.rows[0]?.paddle ?? null
}

/** What these accounts share with others, the latest first, at most {@link SHOWN_MAX} for each account. */
export async function sharedBy<T>(db: Kysely<T>, accountIds: readonly string[]): Promise<SharedRow[]> {
  const found = await sql<SharedRow>`
    select wanted.id as of_account, s.* from unnest(${accountIds}::uuid[]) wanted (id)
    cross join lateral (
      select own.kind, a.id as account_id, a.name, a.account_status, a.verification_status,
        min(greatest(own.first_seen_at, other.first_seen_at)) as since,
        coalesce(a.referred_by = wanted.id, false) or exists (
          select 1 from account me where me.id = wanted.id and me.referred_by = a.id) as is_referral
      from account_identifier own
      join account_identifier other on other.kind = own.kind and other.hash = own.hash and other.account_id <> own.account_id
      join account a on a.id = other.account_id
      where own.account_id = wanted.id
      group by own.kind, a.id order by since desc, a.id limit ${SHOWN_MAX}) s`.execute(db)
  return found.rows
}

export type IdentifierFact = { kind: Kind; firstSeenAt: string; lastSeenAt: string }

/** For the person's export: which kinds are stored and since when. The hash is omitted: it means nothing to its reader. */
export async function identifiersOf<T>(db: Kysely<T>, accountId: string): Promise<IdentifierFact[]> {
  const found = await sql<{ kind: Kind; first_seen_at: number; last_seen_at: number }>`
    select kind, first_seen_at, last_seen_at from account_identifier
    where account_id = ${accountId} order by first_seen_at, kind`.execute(db)
  return found.rows.map(({ kind, first_seen_at: first, last_seen_at: last }) => ({
    kind,
    firstSeenAt: new Date(first).toISOString(),
    lastSeenAt: new Date(last).toISOString(),
  }))
}

export async function deleteOldDevices<T>(db: Kysely<T>, days: number): Promise<void> {
  await sql`
    delete from account_identifier
    where kind = 'device' and last_seen_at < clock_timestamp() - ${days} * interval '1 day'`.execute(db)
}

/** An address in a form for comparison: without letter case, spaces and punctuation. */
export const COMPARABLE_ADDRESS = sql.raw(`lower(regexp_replace(street || postcode || city, '[^[:alnum:]]', '', 'g'))`)

/** A phone number in a form for comparison. An index has the same expression. */
const COMPARABLE_PHONE = `regexp_replace(%.phone, '[^0-9]', '', 'g')`
/** A shorter number is no number. */
const PHONE_DIGITS_MIN = 7

export type SimilarRow = Pick<SharedRow, 'account_id' | 'name' | 'account_status' | 'verification_status'> & {
  kind: 'phone' | 'address'
}

/** Other accounts, not closed, with the phone number or a postal address of this one; at most {@link SHOWN_MAX} of each. */
export async function similarTo<T>(db: Kysely<T>, accountId: string): Promise<SimilarRow[]> {
  const phoneOf = (table: string) => sql.raw(COMPARABLE_PHONE.replace('%', table))
  // Materialized, so that the order and the limit don't make the database look through all accounts by id for a few with the number.
  const found = await sql<SimilarRow>`
    with same as materialized (
      select 'phone' as kind, a.id as account_id, a.name, a.account_status, a.verification_status
      from account me join account a on ${phoneOf('a')} = ${phoneOf('me')} and a.id <> me.id and a.account_status <> 'closed'
      where me.id = ${accountId} and length(${phoneOf('me')}) >= ${PHONE_DIGITS_MIN}
      union
      select 'address', a.id, a.name, a.account_status, a.verification_status
      from (select ${COMPARABLE_ADDRESS} as place from account_address where account_id = ${accountId}) own
      join account_address on ${COMPARABLE_ADDRESS} = own.place
      join account a on a.id = account_address.account_id and a.id <> ${accountId} and a.account_status <> 'closed')
    (select * from same where kind = 'phone' order by account_id limit ${SHOWN_MAX})
    union all
    (select * from same where kind = 'address' order by account_id limit ${SHOWN_MAX})`.execute(db)
  return found.rows
}

/** What the two accounts of each pair share, in the order of the pairs. */
export async function sharedOfPairs<T>(
  db: Kysely<T>,
  pairs: readonly (readonly [one: string, other: string | null])[],
): Promise<SharedKind[][]> {
  const found = await sql<{ shared: SharedKind[] }>`
    select array(
      select case when own.kind in ('document-number', 'document-file') then 'document' else own.kind end as kind
      from account_identifier own join account_identifier other on other.kind = own.kind and other.hash = own.hash
      where own.account_id = pair.one and other.account_id = pair.other
      union
      select 'address' from account_address where account_id = pair.one and ${COMPARABLE_ADDRESS} in (
        select ${COMPARABLE_ADDRESS} from account_address where account_id = pair.other)
      order by kind) as shared
    from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      with ordinality as pair (one, other, n) order by pair.n`.execute(db)
  return found.rows.map(({ shared }) => shared)
}
