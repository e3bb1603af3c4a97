import type { Kysely } from 'kysely'
import type { App } from './app.ts'
import type { Keys } from './keys.ts'
import type { NoticeKind, Notices } from './notices.ts'
import { enqueue } from './outbox/outbox.ts'
import type { Topics } from './outbox/topics.ts'

export type Notice<K extends NoticeKind = NoticeKind> = {
  kind: K
  accountId: string
  /** Names the event. Notices are deduplicated by key: a person is notified of an event once. */
  key: string
  /** The facts for the text. Never the recipient: a fact named `to` does not compile. */
  facts: Notices[K] & { to?: never }
  /** The email address, if not the account's: one that is not yet confirmed, or was just replaced. */
  to?: string
}

/** The seal context of facts, so that they open as nothing else. */
export const NOTICE = 'notice'

/** The stored part of a notice, encrypted. `to` as in {@link Notice}; null: the account's own address. */
export type SealedNotice<K extends NoticeKind = NoticeKind> = { facts: Notices[K]; to: string | null }

/** Notifies a person, exactly once, after the transaction commits. The notifications feature decides how: in page, by email, by push. */
export async function notify<K extends NoticeKind, T>(
  app: App,
  trx: Kysely<T>,
  { kind, accountId, key, facts, to }: Notice<K>,
): Promise<void> {
  const sealed = sealNotice(app.keys, { facts, to: to ?? null }).toString('base64')
  await enqueue(trx, 'notice', { kind, accountId, key, sealed })
}

/** Like {@link notify}, for a person without an account: by email only. */
export async function notifyAddress<K extends NoticeKind, T>(
  app: App,
  trx: Kysely<T>,
  { kind, key, facts, to }: Omit<Notice<K>, 'accountId' | 'to'> & { to: string },
): Promise<void> {
  const sealed = sealNotice(app.keys, { facts, to }).toString('base64')
  await enqueue(trx, 'notice', { kind, accountId: null, key, sealed })
}

export function sealNotice(keys: Keys, notice: SealedNotice): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(notice)), NOTICE)
}

export function openNotice(keys: Keys, sealed: Buffer): SealedNotice {
  return JSON.parse(keys.open(sealed, NOTICE).toString()) as SealedNotice
}

/** Decrypts the facts and the address of a notice from its payload. */
export function noticeOf(app: App, payload: Pick<Topics['notice'], 'sealed'>): SealedNotice {
  return openNotice(app.keys, Buffer.from(payload.sealed, 'base64'))
}
