import { sql, type Kysely } from 'kysely'
import { type BankAccount, KeptAccount } from '#contract/bank-account.ts'
import type { House } from '#server/platform/house.ts'
import type { Provider } from '../provider.ts'
import { faultsOfBankAccount } from './bank-account.ts'
import { newReference } from './reference.ts'
import { knownReferences } from './store.ts'

/** The demo shows the whole way of a transfer; the routing number is a payment provider's test number and belongs to no bank. */
const DEMO_ACCOUNT: BankAccount = {
  holder: 'Paddock Auctions',
  kind: 'us',
  routingNumber: '110000000',
  accountNumber: '000123456789',
  bank: 'Example Bank, Springfield',
}

/** Where people send money: the setting `bankAccount`; null: transfers are not offered. */
export async function readBankAccount<T>(house: House, db: Kysely<T>): Promise<BankAccount | null> {
  const found = await sql<{ value: unknown }>`select value from setting where key = 'bankAccount'`.execute(db)
  const [row] = found.rows
  if (row === undefined) return house.config.demo ? DEMO_ACCOUNT : null
  // Switched off by the owner.
  if (row.value === null) return null
  const kept = KeptAccount.safeParse(row.value)
  if (kept.success) {
    const account: BankAccount = kept.data.kind === 'us' ? kept.data : { ...kept.data, kind: 'iban' }
    if (faultsOfBankAccount(account).length === 0) return account
  }
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
