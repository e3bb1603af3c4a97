import { sql, type Kysely } from 'kysely'
import { type BankAccount, KeptAccount } from '#contract/payments/bank-account.ts'
import type { App } from '#server/platform/app.ts'
import type { Provider } from '../provider.ts'
import { faultsOfBankAccount } from './bank-account.ts'
import { newReference } from './reference.ts'
import { knownReferences } from './store.ts'

/** The demo shows a complete transfer; the routing number is a payment provider's test number and belongs to no bank. */
const DEMO_ACCOUNT: BankAccount = {
  holder: 'Example Auctions',
  kind: 'us',
  routingNumber: '110000000',
  accountNumber: '000123456789',
  bank: 'Example Bank, Springfield',
}

/** Where people send money: the setting `bankAccount`; null: transfers are not offered. */
export async function readBankAccount<T>(app: App, db: Kysely<T>): Promise<BankAccount | null> {
  const found = await sql<{ value: unknown }>`select value from setting where key = 'bankAccount'`.execute(db)
  const [row] = found.rows
  if (row === undefined) return app.config.demo ? DEMO_ACCOUNT : null
  // Turned off by the owner.
  if (row.value === null) return null
  const kept = KeptAccount.safeParse(row.value)
  if (kept.success) {
    const { data } = kept
    const account: BankAccount =
      data.kind === 'us' || data.kind === 'ca' || data.kind === 'mx' ? data : { ...data, kind: 'iban' }
    if (faultsOfBankAccount(account).length === 0) return account
  }
  app.log.error({ setting: 'bankAccount' }, 'a setting is invalid; bank transfers are not offered')
  return null
}

/** Bank transfers: the payer states a reference, a cashier imports the bank's file. */
export async function transferProvider(app: App): Promise<Provider | null> {
  if ((await readBankAccount(app, app.db)) === null) return null
  return {
    name: 'transfer',
    // The money may come from the moment the reference is known.
    async begin() {
      let reference = newReference()
      while ((await knownReferences(app.db, [reference])).size > 0) reference = newReference()
      return { reference, pending: true }
    },
    abandon: () => Promise.resolve(null),
  }
}
