import { sql, type Kysely } from 'kysely'
import type { Language } from '#contract/platform/languages.ts'

/** The language in which we write to a person. English for those who never chose one, and without an account. */
export async function languageOf<T>(db: Kysely<T>, accountId: string | null): Promise<Language> {
  if (accountId === null) return 'en'
  const found = await sql<{ language: Language | null }>`
    select language from account where id = ${accountId}`.execute(db)
  return found.rows[0]?.language ?? 'en'
}
