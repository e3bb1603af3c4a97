import { sql, type Kysely } from 'kysely'

export type AuctionMessageRow = { id: string; at: number; text: string }

/** False: the message is there already, sent with the same press. */
export async function insertMessage<T>(
  trx: Kysely<T>,
  message: { id: string; auctionId: string; text: string; sentBy: string },
): Promise<boolean> {
  const { id, auctionId, text, sentBy } = message
  const inserted = await sql`
    insert into auction_message (id, auction_id, text, sent_by) values (${id}, ${auctionId}, ${text}, ${sentBy})
    on conflict (id) do nothing`.execute(trx)
  return Number(inserted.numAffectedRows ?? 0) > 0
}

export async function messageText<T>(db: Kysely<T>, auctionId: string, id: string): Promise<string | undefined> {
  const found = await sql<{ text: string }>`
    select text from auction_message where id = ${id} and auction_id = ${auctionId}`.execute(db)
  return found.rows[0]?.text
}

/** The newest first. */
export async function messagesOf<T>(db: Kysely<T>, auctionId: string, limit: number): Promise<AuctionMessageRow[]> {
  const found = await sql<AuctionMessageRow>`
    select id, at, text from auction_message where auction_id = ${auctionId} order by at desc, id desc limit ${limit}`.execute(
    db,
  )
  return found.rows
}
