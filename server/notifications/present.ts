import type { Mail } from '#contract/notifications/mails.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { App } from '#server/platform/app.ts'
import { openNotice } from '#server/platform/notice.ts'
import type { MailRow } from './mail/mail-store.ts'
import type { NotificationRow } from './store.ts'
import { short } from './words/text.ts'
import { wordsOf } from './words/words.ts'

export function presentNotification({ keys }: App, row: NotificationRow, timeZone: string): Notification {
  const words = wordsOf(row.kind, openNotice(keys, row.sealed).facts, timeZone)
  return {
    id: row.id,
    kind: row.kind,
    title: words.title,
    body: short(words.body),
    link: words.action?.path ?? null,
    createdAt: row.created_at,
    readAt: row.read_at,
    mail:
      row.mail_state === null ? null : { state: row.mail_state, sentAt: row.sent_at, deliveredAt: row.delivered_at },
  }
}

export function presentMail({ keys }: App, row: MailRow, timeZone: string): Mail {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient ?? (row.email || (openNotice(keys, row.sealed).to ?? '')),
    subject: row.subject ?? wordsOf(row.kind, openNotice(keys, row.sealed).facts, timeZone).title,
    state: row.state,
    tries: row.tries,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    nextTryAt: row.state === 'queued' ? row.next_try_at : null,
    failure: row.failure,
  }
}
