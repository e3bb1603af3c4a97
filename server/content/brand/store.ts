import { sql, type Kysely } from 'kysely'

type Picture = { name: string; content: Buffer; actorId: string }

/** False: the same picture is there already. */
export async function insertPicture<T>(trx: Kysely<T>, { name, content, actorId }: Picture): Promise<boolean> {
  const found = await sql`
    insert into brand_picture (name, content, added_by) values (${name}, ${content}, ${actorId})
    on conflict (name) do nothing returning 1`.execute(trx)
  return found.rows.length > 0
}
