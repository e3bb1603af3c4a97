import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { noticeOf, sealNotice, type Notice } from '#server/platform/notice.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { KINDS, uselessAt, waysOf, type Channel, type Ways } from './kinds.ts'
import { insertNotifications, readReaders, type NewNotification, type Reader } from './store.ts'

/**
 * Records notices and their deliveries, by the reader's settings, in the transaction of the event. Notices are deduplicated by key.
 * Returns how many were new.
 */
export async function recordNotices(app: App, trx: Kysely<object>, notices: readonly Notice[]): Promise<number> {
  if (notices.length === 0) return 0
  const readers = await readReaders(
    trx,
    [...new Set(notices.map(({ accountId }) => accountId))],
    [...new Set(notices.map(({ kind }) => kind))],
  )
  const now = app.now()
  const fresh = notices.flatMap((notice): NewNotification[] => {
    const reader = readers.get(notice.accountId)
    if (reader === undefined) return []
    const row = rowOf(app, notice, reader, now)
    return reader.status === 'closed' && row.channels.length === 0 ? [] : [row]
  })
  return fresh.length === 0 ? 0 : insertNotifications(trx, fresh)
}

/** Records a notice that another feature put into the outbox. */
export async function recordFromOutbox(app: App, trx: Kysely<object>, payload: Topics['notice']): Promise<void> {
  const { kind, accountId, key } = payload
  const { facts, to } = noticeOf(app, payload)
  if (accountId === null) return recordForAddress(app, trx, payload, facts)
  await recordNotices(app, trx, [{ kind, accountId, key, facts, ...(to === null ? {} : { to }) }])
}

/** A person without an account can only be notified by email. */
async function recordForAddress(
  app: App,
  trx: Kysely<object>,
  { kind, key, sealed }: Topics['notice'],
  facts: Notice['facts'],
): Promise<void> {
  const row: NewNotification = {
    id: newId(),
    accountId: null,
    kind,
    key,
    sealed: Buffer.from(sealed, 'base64'),
    inPage: false,
    channels: ['mail'],
    urgent: KINDS[kind].urgent,
    uselessAt: uselessAt(facts, app.now()),
  }
  await insertNotifications(trx, [row])
}

function rowOf(app: App, { kind, key, facts, to }: Notice, reader: Reader, now: number): NewNotification {
  const ways = waysFor(kind, reader)
  return {
    id: newId(),
    accountId: reader.id,
    kind,
    key,
    sealed: sealNotice(app.keys, { facts, to: to ?? null }),
    inPage: ways.page,
    channels: (['page', 'mail', 'push'] satisfies Channel[]).filter(
      (channel) => ways[channel] && (channel !== 'push' || reader.hasBrowser),
    ),
    urgent: KINDS[kind].urgent,
    uselessAt: uselessAt(facts, now),
  }
}

/** Notices about money that a person receives even after closing the account. */
const OWED: readonly NoticeKind[] = [
  'invoice',
  'invoice-overdue',
  'invoice-paid',
  'payment-received',
  'credit-note',
  'credit',
  'refund-sent',
]

/** A person who closed the account only receives mandatory notices. */
function waysFor(kind: NoticeKind, { status, choices }: Reader): Ways {
  const ways = waysOf(kind, choices.get(kind) ?? null)
  const { fixed } = KINDS[kind]
  const isOwed = fixed.includes('mail') || OWED.includes(kind)
  return status === 'closed' && !isOwed ? { page: false, mail: false, push: false } : ways
}
