import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { openSecrets } from './seller-secrets.ts'
import { sellerOfAccount } from './store.ts'

/** What we know about a person as a seller, for their export: all of it, since it is their own. */
export async function exportSeller({ keys }: App, db: Kysely<object>, accountId: string): Promise<object | null> {
  const row = await sellerOfAccount(db, accountId)
  if (row === undefined) return null
  const { code, name, kind, address, country, email, phone, commission } = row
  return { code, name, kind, address, country, email, phone, commission, ...openSecrets(keys, row) }
}
