import type { Kysely } from 'kysely'
import type { Address, AddressInput } from '#contract/account-profile.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { addressesOf, insertAddress, releaseInvoiceAddress, updateAddress } from './address-store.ts'
import { lockAccount } from '../store.ts'

const ADDRESSES_MAX = 10

/** Refuses `too-many-addresses`. The account's row is locked, so that two at once are counted one after the other. */
export async function addAddress(house: House, accountId: string, given: AddressInput): Promise<Address | Refusal> {
  const id = newId()
  return house.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    if ((await addressesOf(trx, accountId)).length >= ADDRESSES_MAX)
      return refuse('too-many-addresses', `Ten addresses are kept. Remove one first.`)
    if (given.forInvoices) await releaseInvoiceAddress(trx, accountId, id)
    await insertAddress(trx, accountId, id, given)
    return { id, ...given }
  })
}

export async function changeAddress(
  house: House,
  accountId: string,
  id: string,
  given: AddressInput,
): Promise<Address> {
  await house.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    if (given.forInvoices) await releaseInvoiceAddress(trx, accountId, id)
    if (!(await updateAddress(trx, accountId, id, given))) throw notFound('this address')
  })
  return { id, ...given }
}

/** The address that invoices are made out to, for later rooms: the one chosen for them, else the first; null where the person named none. */
export async function invoiceAddressOf<T>(db: Kysely<T>, accountId: string): Promise<Address | null> {
  const addresses = await addressesOf(db, accountId)
  return addresses.find(({ forInvoices }) => forInvoices) ?? addresses[0] ?? null
}
