import { sql, type Kysely } from 'kysely'

/**
 * A stored picture of the brand: a logo is a PNG, a portrait a WebP. `path`: as in the settings, or its last part. Undefined if there isn't one.
 * Pictures are never deleted, so a document can name the one with which it was issued.
 */
export async function brandPicture<T>(db: Kysely<T>, path: string | null | undefined): Promise<Buffer | undefined> {
  if (path === null || path === undefined) return undefined
  const found = await sql<{ content: Buffer }>`
    select content from brand_picture where name = ${path.replace('/brand/', '')}`.execute(db)
  return found.rows[0]?.content
}
