import { sql, type Kysely } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'

type ActionRow = { id: string; at: number; action: string; by: string; reason: string | null }

/** Registration, and what staff did to the account; who looked at it is in the audit log. */
export async function accountEvents(
  db: Kysely<object>,
  accountId: string,
  upTo: number,
  limit: number,
): Promise<TimelineEntry[]> {
  const [created, actions] = await Promise.all([
    sql<{ at: number }>`
      select floor(extract(epoch from created_at) * 1000)::bigint as at from account
      where id = ${accountId} and created_at < to_timestamp((${upTo}::bigint + 1) / 1000.0)`.execute(db),
    sql<ActionRow>`
      select u.id, floor(extract(epoch from u.at) * 1000)::bigint as at, u.action, coalesce(a.name, '') as by, u.reason
      from audit u left join account a on a.id = u.actor_id
      where u.subject_id = ${accountId} and u.subject_kind = 'account' and u.action not like 'view-%'
        and u.at < to_timestamp((${upTo}::bigint + 1) / 1000.0)
      order by u.at desc, u.id desc limit ${limit}`.execute(db),
  ])
  const registered = created.rows.map(({ at }): TimelineEntry => ({
    id: `registered-${accountId}`,
    at,
    kind: 'account',
    text: 'Registered',
    page: null,
  }))
  return [...actions.rows.map(entryOf), ...registered]
}

function entryOf({ id, at, action, by, reason }: ActionRow): TimelineEntry {
  const done = action.replaceAll('-', ' ')
  const text = `${by}: ${done}${reason === null ? '' : `. ${reason}`}`
  return { id, at, kind: 'staff', text, page: null }
}
