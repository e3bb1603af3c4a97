import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { noticeOf, sealNotice, type Notice, type NoticeKind, type NoticePayload } from '#server/platform/notice.ts'
import { KINDS, uselessAt, waysOf, type Channel, type Ways } from './kinds.ts'
import { insertNotifications, readReaders, type NewNotification, type Reader } from './store.ts'

/**
 * Records notices and how each goes out, by what its reader chose, in the transaction that makes them true. A key that is known
 * already is told no more. Answers how many were new.
 */
export async function tell(house: House, trx: Kysely<object>, notices: readonly Notice[]): Promise<number> {
  if (notices.length === 0) return 0
  const readers = await readReaders(
    trx,
    [...new Set(notices.map(({ accountId }) => accountId))],
    [...new Set(notices.map(({ kind }) => kind))],
  )
  const now = house.now()
  const fresh = notices.flatMap((notice): NewNotification[] => {
    const reader = readers.get(notice.accountId)
    if (reader === undefined) return []
    const row = rowOf(house, notice, reader, now)
    return reader.status === 'closed' && row.channels.length === 0 ? [] : [row]
  })
  return fresh.length === 0 ? 0 : insertNotifications(trx, fresh)
}

/** A notice that another room left in the outbox. */
export async function tellPayload(house: House, trx: Kysely<object>, payload: NoticePayload): Promise<void> {
  const { kind, accountId, key } = payload
  const { facts, to } = noticeOf(house, payload)
  await tell(house, trx, [{ kind, accountId, key, facts, ...(to === null ? {} : { to }) }])
}

function rowOf(
  house: House,
  { kind, accountId, key, facts, to }: Notice,
  reader: Reader,
  now: number,
): NewNotification {
  const ways = waysFor(kind, reader)
  return {
    id: newId(),
    accountId,
    kind,
    key,
    sealed: sealNotice(house.keys, { facts, to: to ?? null }),
    inPage: ways.page,
    channels: (['page', 'mail', 'push'] satisfies Channel[]).filter((channel) => ways[channel]),
    urgent: KINDS[kind].urgent,
    uselessAt: uselessAt(facts, now),
  }
}

/** What a person is told about money even after they closed the account. */
const OWED: readonly NoticeKind[] = [
  'invoice',
  'invoice-overdue',
  'invoice-paid',
  'payment-received',
  'credit-note',
  'credit',
  'refund-sent',
]

/** Who closed the account is only told what cannot be left out. */
function waysFor(kind: NoticeKind, { status, choices }: Reader): Ways {
  const ways = waysOf(kind, choices.get(kind) ?? null)
  const { fixed } = KINDS[kind]
  const isOwed = fixed.includes('mail') || OWED.includes(kind)
  return status === 'closed' && !isOwed ? { page: false, mail: false, push: false } : ways
}
