import { sql, type Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { inPages, mapped } from '#server/platform/http/json-stream.ts'
import { openNotice, type NoticeKind } from '#server/platform/notice.ts'

/** Their facts are links that open something. */
const SECRET = new Set<NoticeKind>(['email-confirmation', 'password-reset'])

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

/** What a person was told, how it went out, and how they wish to be told. */
export function exportNotices({ keys }: House) {
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
 * Of mail that is still on its way only what guards the account and names its address can arrive, such as the word that the account is
 * closed: that is forgotten when it has been sent, see `deleteOld`. All else was meant for an address that is gone.
 */
export function forgetNotices({ keys }: House) {
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
