import { sql, type Kysely } from 'kysely'

/** Since when a person gets newsletters, and which ones they got. */
export async function exportNewsletters(db: Kysely<object>, accountId: string): Promise<object> {
  const [subscribed, received] = await Promise.all([
    sql<{ since: number }>`select since from newsletter_subscription where account_id = ${accountId}`.execute(db),
    sql<{ subject: string; state: string; sent_at: number | null }>`
      select n.subject, r.state, r.sent_at from newsletter_recipient r join newsletter n on n.id = r.newsletter_id
      where r.account_id = ${accountId} order by r.id`.execute(db),
  ])
  const [subscription] = subscribed.rows
  return {
    subscribedSince: subscription === undefined ? null : new Date(subscription.since).toISOString(),
    received: received.rows.map(({ subject, state, sent_at: at }) => ({
      subject,
      state,
      sentAt: at === null ? null : new Date(at).toISOString(),
    })),
  }
}

/** Keeps how many people got a newsletter, and not who. */
export async function forgetNewsletters(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`
    delete from undeliverable_email where email in (select email from account where id = ${accountId})`.execute(trx)
  await sql`delete from newsletter_subscription where account_id = ${accountId}`.execute(trx)
  await sql`
    update newsletter_recipient set account_id = null, state = case when state = 'queued' then 'skipped' else state end
    where account_id = ${accountId}`.execute(trx)
}
