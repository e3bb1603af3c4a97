import { sql, type Kysely } from 'kysely'
import { Numbering } from '#contract/invoices/company-settings.ts'

const USUAL: Numbering = { invoice: '', creditNote: 'CN-' }
const PREFIX = /^([A-Z0-9][A-Z0-9/-]{0,8})?$/

/** The prefixes of document numbers: the setting `numbering`, if it is valid. Changing a prefix does not restart the count. */
export async function readNumbering<T>(db: Kysely<T>): Promise<Numbering> {
  const found = await sql<{ value: unknown }>`select value from setting where key = 'numbering'`.execute(db)
  const own = Numbering.safeParse(found.rows[0]?.value)
  return own.success && faultsOfNumbering(own.data).length === 0 ? own.data : USUAL
}

export function faultsOfNumbering({ invoice, creditNote }: Numbering): { field: string; message: string }[] {
  const message = 'At most nine capital letters, digits, hyphens and slashes, such as INV-.'
  const faults = Object.entries({ invoice, creditNote }).flatMap(([field, prefix]) =>
    PREFIX.test(prefix) ? [] : [{ field, message }],
  )
  if (faults.length === 0 && invoice === creditNote) {
    faults.push({ field: 'creditNote', message: 'Credit notes need a different prefix than invoices.' })
  }
  return faults
}
