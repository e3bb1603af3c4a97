import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { inPages, mapped } from '#server/platform/http/json-stream.ts'
import { openNotice } from '#server/platform/notice.ts'
import type { NoticeKind } from '#server/platform/notices.ts'

/** Their facts contain secret links. */
const SECRET = new Set<NoticeKind>(['email-confirmation', 'password-reset', 'staff-invitation'])

type Row = {
  id: string
  kind: NoticeKind
  sealed: Buffer
  created_at: number
  read_at: number | null
  deliveries: { channel: string; state: string; recipient: string | null; subject: string | null }[]
}

const PAGE = 500
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A person's notices, how they were delivered, and the person's notification settings. */
export function exportNotices({ keys }: App) {
  return async (db: Kysely<object>, accountId: string): Promise<object> => {
    const notices = inPages<Row>(PAGE, (last, limit) => noticesAfter(db, accountId, last?.id ?? NO_ID, limit))
    const choices = await sql<object>`
      select kind, mail, push, page from notification_choice where account_id = ${accountId} order by kind`.execute(db)
    const browsers = await sql<{ created_at: number }>`
      select created_at from push_subscription where account_id = ${accountId} order by created_at`.execute(db)
    return {
      notices: mapped(notices, ({ kind, sealed, created_at: at, read_at: readAt, deliveries }) => ({
        kind,
        at: new Date(at).toISOString(),
        readAt: readAt === null ? null : new Date(readAt).toISOString(),
        deliveries,
        facts: SECRET.has(kind) ? null : openNotice(keys, sealed).facts,
      })),
      choices: choices.rows,
      browsersWithPush: browsers.rows.map((row) => new Date(row.created_at).toISOString()),
    }
  }
}

async function noticesAfter(
  db: Kysely<object>,
  accountId: string,
  after: string,
  limit: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.sealed, n.created_at, n.read_at, coalesce((
      select jsonb_agg(jsonb_build_object('channel', d.channel, 'state', d.state, 'recipient', d.recipient, 'subject', d.subject)
        order by d.channel) from delivery d where d.notification_id = n.id), '[]') as deliveries
    from notification n where n.account_id = ${accountId} and n.id > ${after}::uuid
    order by n.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Of the emails still queued, only those that protect the account and carry their own address can be delivered, such as the notice that
 * the account is closed; they are deleted after they are sent, see `deleteOld`. All others were meant for an address that is gone.
 */
export function forgetNotices({ keys }: App) {
  return async (trx: Kysely<object>, accountId: string): Promise<void> => {
    const queued = await sql<{ id: string; sealed: Buffer }>`
      select n.id, n.sealed from notification n join delivery d on d.notification_id = n.id
      where n.account_id = ${accountId} and n.kind = 'account-security' and d.channel = 'mail' and d.state = 'queued'`.execute(
      trx,
    )
    const addressed = queued.rows.filter(({ sealed }) => openNotice(keys, sealed).to !== null)
    const kept = addressed.map(({ id }) => id)
    await sql`delete from notification where account_id = ${accountId} and id <> all(${kept}::uuid[])`.execute(trx)
    for (const table of ['notification_choice', 'push_subscription', 'outbid_wait'])
      await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx)
  }
}
