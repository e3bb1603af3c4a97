import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { masked } from '../log-in/mail-address.ts'
import { notifySecurity } from '../notify-security.ts'
import type { AccountRow } from '../store.ts'

/** Tells both addresses, so that the owner of either can object. */
export async function notifyMerged(
  app: App,
  trx: Kysely<object>,
  kept: AccountRow,
  duplicate: AccountRow,
): Promise<void> {
  const what = `Our team merged your account ${masked(duplicate.email)} into your account ${masked(kept.email)}. Sign in with the second email from now on. If these aren’t both yours, contact our team right away.`
  await notifySecurity(app, trx, kept.id, what)
  await notifySecurity(app, trx, kept.id, what, duplicate.email)
}
