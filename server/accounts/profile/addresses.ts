import type { Kysely } from 'kysely'
import type { Address } from '#contract/accounts/account-profile.ts'
import type { AddressInput } from '#contract/accounts/account-inputs.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { addressesOf, insertAddress, releaseInvoiceAddress, updateAddress } from './address-store.ts'
import { lockAccount } from '../store.ts'

const ADDRESSES_MAX = 10

/** Refuses `too-many-addresses`. Locks the account's row, so that simultaneous additions are counted one after the other. */
export async function addAddress(app: App, accountId: string, given: AddressInput): Promise<Address | Refusal> {
  const id = newId()
  return app.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    if ((await addressesOf(trx, accountId)).length >= ADDRESSES_MAX)
      return refuse('too-many-addresses', `You can save up to ten addresses. Delete one first.`)
    if (given.forInvoices) await releaseInvoiceAddress(trx, accountId, id)
    await insertAddress(trx, accountId, id, given)
    return { id, ...given }
  })
}

export async function changeAddress(app: App, accountId: string, id: string, given: AddressInput): Promise<Address> {
  await app.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    if (given.forInvoices) await releaseInvoiceAddress(trx, accountId, id)
    if (!(await updateAddress(trx, accountId, id, given))) throw notFound('this address')
  })
  return { id, ...given }
}

/** The address that invoices are made out to, for later features: the one chosen for them, else the first; null if the person has none. */
export async function invoiceAddressOf<T>(db: Kysely<T>, accountId: string): Promise<Address | null> {
  const addresses = await addressesOf(db, accountId)
  return addresses.find(({ forInvoices }) => forInvoices) ?? addresses[0] ?? null
}
