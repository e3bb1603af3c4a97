import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'

/** Tells a person of a change to the account's security, so that one who did not make it can act. `to`: an address just left. */
export async function tellSecurity<T>(
  house: House,
  trx: Kysely<T>,
  accountId: string,
  what: string,
  to?: string,
): Promise<void> {
  const facts = to === undefined ? { what } : { what, to }
  await notify(house, trx, { kind: 'account-security', accountId, key: newId(), facts })
}
