import { sql, type Kysely } from 'kysely'
import type { BankAccount } from '#contract/transfers.ts'
import type { House } from '#server/platform/house.ts'
import type { Provider } from '../provider.ts'
import { newReference } from './reference.ts'
import { knownReferences } from './store.ts'

/** The demo shows the whole way of a transfer; the number is from the banks' own examples and belongs to nobody. */
const DEMO_ACCOUNT: BankAccount = {
  holder: 'Paddock Auctions',
  iban: 'GB33 BUKB 2020 1555 5555 55',
  bic: 'BUKBGB22',
  bank: 'Example Bank, Springfield',
}

/** Where people send money: the setting `bankAccount`; null: transfers are not offered. */
export async function readBankAccount<T>(house: House, db: Kysely<T>): Promise<BankAccount | null> {
  const found = await sql<{ value: BankAccount }>`select value from setting where key = 'bankAccount'`.execute(db)
  return found.rows[0]?.value ?? (house.config.demo ? DEMO_ACCOUNT : null)
}

/** Bank transfers: the payer carries a reference, a cashier brings the bank's file. */
export async function transferProvider(house: House): Promise<Provider | null> {
  if ((await readBankAccount(house, house.db)) === null) return null
  return {
    name: 'transfer',
    // The money may come from the moment the reference is known.
    async begin() {
      let reference = newReference()
      while ((await knownReferences(house.db, [reference])).size > 0) reference = newReference()
      return { reference, pending: true }
    },
    abandon: () => Promise.resolve(null),
  }
}
