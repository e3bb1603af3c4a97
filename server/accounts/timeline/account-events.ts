import { sql } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'
import { auditSentence } from '#contract/accounts/audit-sentence.ts'
import { REGISTERED } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from './timeline.ts'

type ActionRow = {
  id: string
  at: number
  action: string
  by: string | null
  name: string
  paddle: string
  reason: string | null
}

/** Registration, and what staff did to the account; who looked at it is in the audit log. */
export const accountEvents: TimelineSource = async (db, accountId, before, limit) => {
  const [created, actions] = await Promise.all([
    sql<{ at: number }>`
      select created_at as at from account
      where id = ${accountId} and created_at < ${before}`.execute(db),
    sql<ActionRow>`
      select u.id, u.at, u.action, a.name as by, own.name, own.paddle::text, u.reason
      from audit u join account own on own.id = ${accountId} left join account a on a.id = u.actor_id
      where u.subject_id = ${accountId} and u.subject_kind = 'account' and u.action not like 'view-%'
        and u.at < ${before}
      order by u.at desc, u.id desc limit ${limit}`.execute(db),
  ])
  const registered = created.rows.map(({ at }): TimelineEntry => ({
    id: `registered-${accountId}`,
    at,
    kind: 'account',
    text: REGISTERED,
    page: null,
  }))
  return [...actions.rows.map((row) => entryOf(row, accountId)), ...registered]
}

function entryOf({ id, at, action, by, name, paddle, reason }: ActionRow, accountId: string): TimelineEntry {
  const subject = { subjectKind: 'account', subjectId: accountId, subject: { name, paddle } }
  const line = { by, action, ...subject, before: null, after: null, reason, currency: 'USD' }
  return { id, at, kind: 'staff', text: auditSentence(line, 'UTC'), line, page: null }
}
