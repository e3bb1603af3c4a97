import type { Kysely } from 'kysely'
import type { BankAccount } from '#contract/payments/bank-account.ts'
import type { Commission } from '#contract/sellers/commission.ts'
import type { Keys } from '#server/platform/keys.ts'
import { openSecrets } from './seller-secrets.ts'
import { keepSeller, sellerOfAccount, sellersById, sellersNamed, type SellerRow } from './store.ts'

/** What features after this one show and use of a seller. */
export type SellerFacts = {
  id: string
  code: string
  name: string
  address: string
  country: string
  email: string
  accountId: string | null
  commission: Commission
  /** Paid as a person, not as a company. */
  isPerson: boolean
  isActive: boolean
}

/** The seller, locked against changes to the end of the transaction: for entering a lot. Null if there isn't one. */
export async function sellerForLot<T>(trx: Kysely<T>, id: string): Promise<SellerFacts | null> {
  return factsOrNull(await keepSeller(trx, id))
}

/** Sellers by id. */
export async function sellersOf<T>(db: Kysely<T>, ids: readonly string[]): Promise<Map<string, SellerFacts>> {
  return new Map((await sellersById(db, [...new Set(ids)])).map((row) => [row.id, factsOf(row)]))
}

/** The seller whose account this is; null: the member sells nothing. */
export async function sellerBy<T>(db: Kysely<T>, accountId: string): Promise<SellerFacts | null> {
  return factsOrNull(await sellerOfAccount(db, accountId))
}

/** Active sellers with this code, or with this name. */
export async function findSellers<T>(db: Kysely<T>, typed: string): Promise<SellerFacts[]> {
  return (await sellersNamed(db, typed)).map(factsOf).filter(({ isActive }) => isActive)
}

/** The bank accounts of sellers by id, in plain, for a payout; null where none is known. */
export async function bankAccountsOf<T>(
  db: Kysely<T>,
  keys: Keys,
  ids: readonly string[],
): Promise<Map<string, BankAccount | null>> {
  return new Map((await sellersById(db, ids)).map((row) => [row.id, openSecrets(keys, row).bank]))
}

function factsOrNull(row: SellerRow | undefined): SellerFacts | null {
  return row === undefined ? null : factsOf(row)
}

function factsOf(row: SellerRow): SellerFacts {
  const { id, code, name, address, country, email, commission } = row
  return {
    id,
    code,
    name,
    address,
    country,
    email,
    commission,
    accountId: row.account_id,
    isPerson: row.kind === 'private' || row.kind === 'estate',
    isActive: row.is_active,
  }
}
