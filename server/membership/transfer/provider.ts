import { sql, type Kysely } from 'kysely'
import { BankAccount } from '#contract/transfers.ts'
import type { House } from '#server/platform/house.ts'
import type { Provider } from '../provider.ts'
import { faultsOfBankAccount } from './bank-account.ts'
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
  const found = await sql<{ value: unknown }>`select value from setting where key = 'bankAccount'`.execute(db)
  const [row] = found.rows
  if (row === undefined) return house.config.demo ? DEMO_ACCOUNT : null
  // Switched off by the owner.
  if (row.value === null) return null
  const own = BankAccount.safeParse(row.value)
  if (own.success && faultsOfBankAccount(own.data).length === 0) return own.data
  house.log.error({ setting: 'bankAccount' }, 'a setting cannot be used; transfers are not offered')
  return null
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
