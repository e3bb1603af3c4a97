import type { Language } from '#contract/platform/languages.ts'
import type { Mail } from '#contract/notifications/mails.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { App } from '#server/platform/app.ts'
import { openNotice } from '#server/platform/notice.ts'
import { picturedLots } from './lot-names.ts'
import type { MailRow } from './mail/mail-store.ts'
import type { NotificationRow } from './store.ts'
import { short } from './words/text.ts'
import { wordsOf } from './words/words.ts'

/** A page of notifications, with the lots they are about or lead to. */
export async function presentNotifications(
  { db, keys }: App,
  rows: readonly NotificationRow[],
  timeZone: string,
  language: Language,
): Promise<Notification[]> {
  const worded = rows.map((row) => {
    const { facts } = openNotice(keys, row.sealed)
    const words = wordsOf(row.kind, facts, timeZone, language)
    return { row, words, lotNumber: lotNumberOf(facts) ?? lotNumberIn(words.action?.path ?? '') }
  })
  const lots = await picturedLots(
    db,
    worded.flatMap(({ lotNumber }) => lotNumber ?? []),
  )
  return worded.map(({ row, words, lotNumber }) =>
    presentNotification(row, words, lotNumber === null ? null : (lots.get(lotNumber) ?? null)),
  )
}

function lotNumberOf(facts: object): number | null {
  return 'lotNumber' in facts && typeof facts.lotNumber === 'number' ? facts.lotNumber : null
}

function lotNumberIn(path: string): number | null {
  const [, number] = /^\/lot\/(\d{1,9})\b/.exec(path) ?? []
  return number === undefined ? null : Number(number)
}

function presentNotification(
  row: NotificationRow,
  words: ReturnType<typeof wordsOf>,
  lot: Notification['lot'],
): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: words.title,
    body: short(words.body),
    link: words.action?.path ?? null,
    lot,
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
