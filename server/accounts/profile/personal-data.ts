import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { ACCOUNT_CLOSED } from '../account-closed.ts'
import { houseExports, type HouseExport } from './house-exports.ts'

/** What a room holds about people, under the name of its part in a person's file. */
export type PersonalData = {
  name: string
  read: HouseExport
  /**
   * Deletes or anonymises what the room need not keep of a person who closed the account, in the transaction of the outbox; may run
   * twice. Left out where the law asks for everything, such as invoices.
   */
  forget?: (trx: Kysely<object>, accountId: string) => Promise<void>
}

/** A room says so while it is set up; from then on its part is in every export, and goes with every account that is closed. */
export function personalData(house: House, { name, read, forget }: PersonalData): void {
  houseExports(house).set(name, read)
  if (forget === undefined) return
  house.outbox.on(ACCOUNT_CLOSED, (payload, trx) => forget(trx, (payload as { accountId: string }).accountId))
}
