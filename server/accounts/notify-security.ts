import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'

export const EMAIL_CORRECTED =
  'Our team moved your account to another email at your request. If this was not you, contact support.'

/** Notifies a person of a security change, so that they can act if they did not make it. `to`: the address they just replaced. */
export async function notifySecurity<T>(
  app: App,
  trx: Kysely<T>,
  accountId: string,
  what: string,
  to?: string,
): Promise<void> {
  const notice = { kind: 'account-security' as const, accountId, key: newId(), facts: { what } }
  await notify(app, trx, to === undefined ? notice : { ...notice, to })
}
