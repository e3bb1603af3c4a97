import { sql, type Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { lineOf } from './ledger-line.ts'
import { openEvent } from './sealed.ts'

type Row = { lot_id: string; lot_number: number | null; at_ms: number; text: string; sealed: Buffer | null }

/** What a person bid, with their own maximums in clear, and the lots they watch. Amounts in minor units. */
export function exportBids({ keys }: House) {
  return async (db: Kysely<object>, accountId: string): Promise<object> => {
    const bids = await sql<Row>`
      select l.lot_id, lot.lot_number, l.at_ms, l.text, l.sealed
      from participation p join ledger l on l.lot_id = p.lot_id and l.bidder_id = p.bidder_id
      left join lot on lot.id = l.lot_id
      where p.bidder_id = ${accountId} and l.type in ('bid-placed', 'maximum-changed', 'bought-now')
      order by l.at_ms, l.lot_id, l.sequence`.execute(db)
    const watching = await sql<{ lot_id: string; created_at: number }>`
      select lot_id, created_at from watch where account_id = ${accountId} order by created_at`.execute(db)
    return {
      bids: bids.rows.map(({ lot_id: lotId, lot_number: lotNumber, at_ms: at, text, sealed }) => {
        const { type, kind, amount, price, change } = lineOf(text)
        const own = sealed === null ? null : openEvent(keys, lotId, sealed)['amount']
        return { lotNumber, at: new Date(at).toISOString(), type, kind, change, amount: amount ?? own, price }
      }),
      watching: watching.rows.map(({ lot_id: lotId, created_at: since }) => ({
        lotId,
        since: new Date(since).toISOString(),
      })),
    }
  }
}

/** Ledgers stay as they are: they know a paddle, and whose it was is forgotten with the account. */
export async function forgetWatched(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from watch where account_id = ${accountId}`.execute(trx)
}
