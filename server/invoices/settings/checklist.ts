import { sql, type Kysely } from 'kysely'
import type { ChecklistEntry } from '#contract/accounts/company-checklist.ts'
import type { MoneySetting, MoneySettings } from '#contract/invoices/company-settings.ts'
import type { App } from '#server/platform/app.ts'
import { settingsNow } from './change-settings.ts'

/** The entries of the owner's checklist that are settings: details must be filled in, amounts chosen. */
export function settingsChecklist(app: App): void {
  const filled = (entry: ChecklistEntry, isFilled: (settings: MoneySettings) => boolean) =>
    app.extensions.checklist.set(entry, async () => isFilled(await settingsNow(app)))
  filled('name', ({ legal }) => legal.name !== '')
  filled('contact', ({ contact }) => contact.email !== '' && contact.phone !== '')
  filled('address', ({ contact }) => contact.address !== '')
  filled('bank', ({ bankAccount }) => bankAccount !== null)
  filled('director', ({ director }) => director != null)
  const chosen = (entry: ChecklistEntry, keys: readonly MoneySetting[]) =>
    app.extensions.checklist.set(entry, (db) => isAnyStored(db, keys))
  chosen('tax', ['taxBasisPoints', 'taxByKind'])
  chosen('fees', ['membershipFee', 'premium', 'fixedFees'])
  chosen('increments', ['increments'])
}

async function isAnyStored<T>(db: Kysely<T>, keys: readonly MoneySetting[]): Promise<boolean> {
  const found = await sql`select 1 from setting where key = any(${[...keys]}::text[]) limit 1`.execute(db)
  return found.rows.length > 0
}
