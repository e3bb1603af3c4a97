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
  const notice = { kind: 'account-security' as const, accountId, key: newId(), facts: { what } }
  await notify(house, trx, to === undefined ? notice : { ...notice, to })
}
