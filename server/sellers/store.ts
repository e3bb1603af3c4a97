import { sql, type Kysely } from 'kysely'
import type { Commission } from '#contract/sellers/commission.ts'
import type { Seller, SellerEntry } from '#contract/sellers/sellers.ts'

export type SellerRow = {
  id: string
  code: string
  name: string
  kind: Seller['kind']
  address: string
  country: string
  email: string
  phone: string
  account_id: string | null
  account_email: string | null
  commission: Commission
  sealed: Buffer | null
  bank_kind: Seller['bankKind']
  bank_end: string
  tax_id_end: string
  is_active: boolean
  version: number
}

export const SELLER_COLUMNS =
  sql.raw(`s.id, s.code, s.name, s.kind, s.address, s.country, s.email, s.phone, s.account_id,
  a.email as account_email, s.commission, s.sealed, s.bank_kind, s.bank_end, s.tax_id_end, s.is_active, s.version`)
export const SELLER_FROM = sql.raw('seller s left join account a on a.id = s.account_id')

export async function sellerById<T>(db: Kysely<T>, id: string): Promise<SellerRow | undefined> {
  const found = await sql<SellerRow>`select ${SELLER_COLUMNS} from ${SELLER_FROM} where s.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function sellersById<T>(db: Kysely<T>, ids: readonly string[]): Promise<SellerRow[]> {
  if (ids.length === 0) return []
  const found = await sql<SellerRow>`
    select ${SELLER_COLUMNS} from ${SELLER_FROM} where s.id = any(${[...ids]}::uuid[])`.execute(db)
  return found.rows
}

export async function sellerOfAccount<T>(db: Kysely<T>, accountId: string): Promise<SellerRow | undefined> {
  const found = await sql<SellerRow>`
    select ${SELLER_COLUMNS} from ${SELLER_FROM} where s.account_id = ${accountId}`.execute(db)
  return found.rows[0]
}

/** Sellers with this code, or with this name if no code matches; a name may match several. Case doesn't matter. */
export async function sellersNamed<T>(db: Kysely<T>, typed: string): Promise<SellerRow[]> {
  const found = await sql<SellerRow>`
    select ${SELLER_COLUMNS} from ${SELLER_FROM} where s.code = upper(${typed}) or lower(s.name) = lower(${typed})
    order by s.code = upper(${typed}) desc, s.code limit 10`.execute(db)
  const [first] = found.rows
  return first !== undefined && first.code === typed.toUpperCase() ? [first] : found.rows
}

export async function lockSeller<T>(trx: Kysely<T>, id: string): Promise<SellerRow | undefined> {
  // Locks the seller's row to the end of the transaction: changes come one after the other, and a lot that is entered meanwhile waits and
  // then reads the account that is linked by then.
  await sql`select 1 from seller where id = ${id} for no key update`.execute(trx)
  return sellerById(trx, id)
}

export async function keepSeller<T>(trx: Kysely<T>, id: string): Promise<SellerRow | undefined> {
  // Locks the seller's row against changes, to the end of the transaction: a lot is entered with the account that is linked then, and
  // linking another one afterwards finds the lot.
  await sql`select 1 from seller where id = ${id} for share`.execute(trx)
  return sellerById(trx, id)
}

type Stored = Omit<SellerEntry, 'accountEmail'> & { accountId: string | null }

/** False: there is already a seller with this id. */
export async function insertSeller<T>(
  trx: Kysely<T>,
  id: string,
  entry: Stored,
  commission: Commission,
): Promise<boolean> {
  const inserted = await sql`
    insert into seller (id, code, name, kind, address, country, email, phone, account_id, is_active, commission)
    values (${id}, ${entry.code}, ${entry.name}, ${entry.kind}, ${entry.address}, ${entry.country}, ${entry.email}, ${entry.phone},
      ${entry.accountId}, ${entry.isActive}, ${JSON.stringify(commission)}::jsonb)
    on conflict (id) do nothing returning 1`.execute(trx)
  return inserted.rows.length > 0
}

export async function updateSeller<T>(trx: Kysely<T>, id: string, entry: Stored): Promise<void> {
  await sql`
    update seller set code = ${entry.code}, name = ${entry.name}, kind = ${entry.kind}, address = ${entry.address},
      country = ${entry.country}, email = ${entry.email}, phone = ${entry.phone}, account_id = ${entry.accountId},
      is_active = ${entry.isActive}, version = version + 1
    where id = ${id}`.execute(trx)
}

export type StoredMoney = Pick<SellerRow, 'commission' | 'sealed' | 'bank_kind' | 'bank_end' | 'tax_id_end'>

export async function updateMoney<T>(trx: Kysely<T>, id: string, money: StoredMoney): Promise<void> {
  await sql`
    update seller set commission = ${JSON.stringify(money.commission)}::jsonb, sealed = ${money.sealed}, bank_kind = ${money.bank_kind},
      bank_end = ${money.bank_end}, tax_id_end = ${money.tax_id_end}, version = version + 1
    where id = ${id}`.execute(trx)
}

/** Which of these another seller already has. */
export async function takenBy<T>(
  trx: Kysely<T>,
  id: string,
  { code, accountId }: { code: string; accountId: string | null },
): Promise<{ code: string; account_id: string | null }[]> {
  const found = await sql<{ code: string; account_id: string | null }>`
    select code, account_id from seller
    where id <> ${id} and (code = ${code} or account_id = ${accountId}::uuid)`.execute(trx)
  return found.rows
}

export async function unlinkAccount<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`update seller set account_id = null, version = version + 1 where account_id = ${accountId}`.execute(trx)
}

export type ChangeRow = {
  id: string
  at: number
  by: string | null
  action: string
  after: Record<string, unknown> | null
  reason: string | null
}

const HISTORY_MAX = 20

export async function changesOf<T>(db: Kysely<T>, sellerId: string): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`
    select u.id, u.at, a.name as by, u.action, u.after, u.reason from audit u left join account a on a.id = u.actor_id
    where u.subject_kind = 'seller' and u.subject_id = ${sellerId} and u.after is not null
    order by u.at desc, u.id desc limit ${HISTORY_MAX}`.execute(db)
  return found.rows
}
