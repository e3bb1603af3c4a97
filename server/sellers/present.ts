import type { Kysely } from 'kysely'
import { maskedWords } from '#contract/payments/bank-account.ts'
import type { Seller, SellerSummary } from '#contract/sellers/sellers.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { changesOf, sellerById, type ChangeRow, type SellerRow } from './store.ts'

export function presentSummary(row: SellerRow): SellerSummary {
  const { id, code, name, kind, email, phone, country } = row
  return {
    id,
    code,
    name,
    kind,
    email,
    phone,
    country,
    accountEmail: row.account_email,
    bank: row.bank_kind === null ? null : maskedWords(row.bank_kind, row.bank_end),
    isActive: row.is_active,
  }
}

/** Throws `not-found`. */
export async function readSeller(app: App, db: Kysely<object>, sellerId: string): Promise<Seller> {
  const row = await sellerById(db, sellerId)
  if (row === undefined) throw notFound('this seller')
  const { currency } = await readCompanyTerms(app, db)
  return {
    ...presentSummary(row),
    address: row.address,
    accountId: row.account_id,
    bankKind: row.bank_kind,
    taxId: row.tax_id_end === '' ? null : `…${row.tax_id_end}`,
    commission: row.commission,
    currency,
    version: row.version,
    history: (await changesOf(db, sellerId)).map(presentChange),
  }
}

function presentChange({ id, at, by, action, after, reason }: ChangeRow): Seller['history'][number] {
  return { id, at, by: by ?? 'A former account', action, changed: Object.keys(after ?? {}), reason }
}
