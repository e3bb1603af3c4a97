import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Newsletter } from '#contract/marketing/newsletters.ts'

/** Instants in ms. */
export type NewsletterRow = {
  id: string
  subject: string
  body: string
  button: string
  path: string
  segment: Newsletter['segment']
  make: string | null
  country: string | null
  status: Newsletter['status']
  send_at: number | null
  started_at: number | null
  finished_at: number | null
  version: number
}

/** A newsletter with the counts of its recipients. */
export type CountedRow = NewsletterRow & {
  recipients: number
  sent: number
  undelivered: number
  waiting: number
  skipped: number
}

const COUNTS = sql.raw(`(select count(*) from newsletter_recipient r where r.newsletter_id = n.id)::int as recipients,
  (select count(*) from newsletter_recipient r where r.newsletter_id = n.id and r.state = 'sent')::int as sent,
  (select count(*) from newsletter_recipient r where r.newsletter_id = n.id and r.state in ('failed', 'bounced'))::int as undelivered,
  (select count(*) from newsletter_recipient r where r.newsletter_id = n.id and r.state = 'queued')::int as waiting,
  (select count(*) from newsletter_recipient r where r.newsletter_id = n.id and r.state = 'skipped')::int as skipped`)
export const NEWSLETTER_COLUMNS: RawBuilder<unknown> = sql`n.id, n.subject, n.body, n.button, n.path, n.segment, n.make, n.country,
  n.status, n.send_at, n.started_at, n.finished_at, n.version, ${COUNTS}`

export async function newsletterById<T>(db: Kysely<T>, id: string): Promise<CountedRow | undefined> {
  return (await sql<CountedRow>`select ${NEWSLETTER_COLUMNS} from newsletter n where n.id = ${id}`.execute(db)).rows[0]
}

export type Written = Pick<
  NewsletterRow,
  'id' | 'subject' | 'body' | 'button' | 'path' | 'segment' | 'make' | 'country'
>

/** False: there is already a newsletter with this id. */
export async function insertNewsletter<T>(trx: Kysely<T>, row: Written): Promise<boolean> {
  const found = await sql`
    insert into newsletter (id, subject, body, button, path, segment, make, country)
    values (${row.id}, ${row.subject}, ${row.body}, ${row.button}, ${row.path}, ${row.segment}, ${row.make}, ${row.country})
    on conflict (id) do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}

export async function updateNewsletter<T>(trx: Kysely<T>, row: Written): Promise<void> {
  await sql`
    update newsletter set subject = ${row.subject}, body = ${row.body}, button = ${row.button}, path = ${row.path},
      segment = ${row.segment}, make = ${row.make}, country = ${row.country}, version = version + 1
    where id = ${row.id}`.execute(trx)
}

export async function lockNewsletter<T>(trx: Kysely<T>, id: string): Promise<NewsletterRow | undefined> {
  // Locks the newsletter's row to the end of the transaction: its changes come one after the other, and the start of its sending waits for
  // a change or comes before it.
  const found = await sql<NewsletterRow>`select * from newsletter where id = ${id} for no key update`.execute(trx)
  return found.rows[0]
}

export async function removeNewsletter<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`delete from newsletter where id = ${id}`.execute(trx)
}

/** `sendAt` in ms; null: now. Undefined: it stays. */
export async function storeStatus<T>(
  trx: Kysely<T>,
  id: string,
  status: NewsletterRow['status'],
  sendAt?: number | null,
): Promise<void> {
  const at = sendAt === null || sendAt === undefined ? sql`clock_timestamp()` : sql`to_timestamp(${sendAt} / 1000.0)`
  await sql`
    update newsletter set status = ${status}, version = version + 1, send_at = ${sendAt === undefined ? sql`send_at` : at}
    where id = ${id}`.execute(trx)
}

/** Subscribed members whose confirmed address takes email, in the segment of newsletter `n`. */
const AUDIENCE = sql.raw(`account a join newsletter_subscription s on s.account_id = a.id
  where a.account_status = 'active' and a.role = 'member' and a.email_confirmed_at is not null
    and not exists (select 1 from undeliverable_email u where u.email = a.email)
    and (n.country is null or a.country = n.country)
    and (n.segment <> 'no-bid' or not exists (select 1 from participation p where p.bidder_id = a.id))
    and (n.segment <> 'watchers' or exists (
      select 1 from watch w join lot l on l.id = w.lot_id join vehicle v on v.id = l.vehicle_id
      where w.account_id = a.id and lower(v.make) = lower(n.make)))`)

export async function countAudience<T>(db: Kysely<T>, id: string): Promise<number> {
  const found = await sql<{ total: number }>`
    select (select count(*) from ${AUDIENCE})::int as total from newsletter n where n.id = ${id}`.execute(db)
  return found.rows[0]?.total ?? 0
}

/** Chooses the recipients of newsletters that are due. */
export async function startDue<T>(trx: Kysely<T>): Promise<void> {
  // Locks due newsletters that no other process is starting, to the end of the transaction: each chooses its recipients once.
  const due = await sql<{ id: string }>`
    select id from newsletter where status = 'scheduled' and send_at <= clock_timestamp() for no key update skip locked`.execute(
    trx,
  )
  for (const { id } of due.rows) {
    await sql`
      insert into newsletter_recipient (id, newsletter_id, account_id)
      select gen_random_uuid(), n.id, chosen.id from newsletter n cross join lateral (select a.id from ${AUDIENCE}) chosen
      where n.id = ${id} on conflict (newsletter_id, account_id) do nothing`.execute(trx)
    await sql`
      update newsletter set status = 'sending', started_at = clock_timestamp(), version = version + 1
      where id = ${id}`.execute(trx)
  }
}

export type Recipient = {
  id: string
  tries: number
  name: string
  email: string
  /** Still subscribed, active, and with an address that takes email. */
  isWanted: boolean
  newsletter_id: string
  subject: string
  body: string
  button: string
  path: string
}

/** How long a claim lasts, in seconds: longer than any try. */
const CLAIM_S = 60

export async function claimRecipients<T>(db: Kysely<T>, limit: number): Promise<Recipient[]> {
  // Locks waiting recipients that no other process is claiming, for the length of this statement. Setting the next try after the claim
  // gives them to this process alone; if it dies, they become due again then, with the same message id.
  const found = await sql<Recipient>`
    with due as materialized (
      select r.id from newsletter_recipient r join newsletter n on n.id = r.newsletter_id
      where n.status = 'sending' and r.state = 'queued' and r.next_try_at <= clock_timestamp()
      order by r.next_try_at limit ${limit} for update of r skip locked),
    claimed as (
      update newsletter_recipient r set tries = tries + 1, next_try_at = clock_timestamp() + ${CLAIM_S} * interval '1 second'
      from due where r.id = due.id returning r.id, r.tries, r.account_id, r.newsletter_id)
    select c.id, c.tries, a.name, a.email, n.id as newsletter_id, n.subject, n.body, n.button, n.path,
      a.account_status = 'active' and a.email_confirmed_at is not null
        and exists (select 1 from newsletter_subscription s where s.account_id = a.id)
        and not exists (select 1 from undeliverable_email u where u.email = a.email) as "isWanted"
    from claimed c join newsletter n on n.id = c.newsletter_id join account a on a.id = c.account_id`.execute(db)
  return found.rows
}

export async function noteRecipient<T>(
  db: Kysely<T>,
  id: string,
  state: 'sent' | 'skipped' | 'failed' | 'bounced',
  failure: string | null = null,
): Promise<void> {
  await sql`
    update newsletter_recipient set state = ${state}, failure = ${failure},
      sent_at = case when ${state} = 'sent' then clock_timestamp() else sent_at end
    where id = ${id}`.execute(db)
}

export async function retryRecipient<T>(db: Kysely<T>, id: string, delayMs: number, failure: string): Promise<void> {
  await sql`
    update newsletter_recipient set failure = ${failure},
      next_try_at = clock_timestamp() + ${delayMs} * interval '1 millisecond'
    where id = ${id} and state = 'queued'`.execute(db)
}

/** Ends newsletters whose every recipient has an outcome. */
export async function finishSent<T>(db: Kysely<T>): Promise<void> {
  await sql`
    update newsletter n set status = 'sent', finished_at = clock_timestamp(), version = version + 1
    where status = 'sending'
      and not exists (select 1 from newsletter_recipient r where r.newsletter_id = n.id and r.state = 'queued')`.execute(
    db,
  )
}

/** The person and address of an email that was sent; null: unknown, or the person is gone. */
export async function readerOf<T>(
  db: Kysely<T>,
  recipientId: string,
): Promise<{ accountId: string; email: string } | null> {
  const found = await sql<{ accountId: string; email: string }>`
    select a.id as "accountId", a.email from newsletter_recipient r join account a on a.id = r.account_id
    where r.id = ${recipientId}`.execute(db)
  return found.rows[0] ?? null
}

export async function suppress<T>(db: Kysely<T>, email: string, reason: string): Promise<void> {
  await sql`
    insert into undeliverable_email (email, reason) values (${email}, ${reason}) on conflict (email) do nothing`.execute(
    db,
  )
}

export async function readChoice<T>(
  db: Kysely<T>,
  accountId: string,
): Promise<{ subscribed: boolean; isUndeliverable: boolean }> {
  const found = await sql<{ subscribed: boolean; isUndeliverable: boolean }>`
    select exists (select 1 from newsletter_subscription where account_id = a.id) as subscribed,
      exists (select 1 from undeliverable_email where email = a.email) as "isUndeliverable"
    from account a where a.id = ${accountId}`.execute(db)
  return found.rows[0] ?? { subscribed: false, isUndeliverable: false }
}

/** Subscribing again also gives the person's address another try. */
export async function insertSubscription<T>(db: Kysely<T>, accountId: string): Promise<void> {
  await sql`
    delete from undeliverable_email where email = (
      select email from account where id = ${accountId} and email_confirmed_at is not null)`.execute(db)
  await sql`insert into newsletter_subscription (account_id) values (${accountId}) on conflict do nothing`.execute(db)
}

export async function deleteSubscription<T>(db: Kysely<T>, accountId: string): Promise<void> {
  await sql`delete from newsletter_subscription where account_id = ${accountId}`.execute(db)
}
