import { sql, type Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { detailsOf, openOutcome, wordsOf } from './answer.ts'
import { lineOf } from './ledger-line.ts'
import { openEvent } from './sealed.ts'

type Row = { lot_id: string; lot_number: number | null; at_ms: number; text: string; sealed: Buffer | null }

type RefusedRow = { bid_id: string; lot_id: string; lot_number: number | null; at_ms: number; answer: string }

/** A program that bids may be refused a hundred times a second: the latest of these are handed out. */
const REFUSED_MAX = 10_000

/** Why an attempt was refused, in the words that were said and with their numbers. Its own amount was not kept. */
function refusalIn(keys: House['keys'], row: RefusedRow): object {
  const outcome = openOutcome(keys, row)
  if (outcome.ok) throw new Error(`attempt ${row.bid_id} was not refused`)
  const { rejection } = outcome
  return { code: rejection.code, says: wordsOf(rejection), ...detailsOf(rejection) }
}

/** What a person bid, with their own maximums in clear, what was refused, and the lots they watch. Amounts in minor units. */
export function exportBids({ keys }: House) {
  return async (db: Kysely<object>, accountId: string): Promise<object> => {
    const bids = await sql<Row>`
      select l.lot_id, lot.lot_number, l.at_ms, l.text, l.sealed
      from participation p join ledger l on l.lot_id = p.lot_id and l.bidder_id = p.bidder_id
      left join lot on lot.id = l.lot_id
      where p.bidder_id = ${accountId} and l.type in ('bid-placed', 'maximum-changed', 'bought-now')
      order by l.at_ms, l.lot_id, l.sequence`.execute(db)
    // One more than is shown tells that there are more.
    const refused = await sql<RefusedRow>`
      select t.bid_id, t.lot_id, lot.lot_number, t.at_ms, t.answer
      from attempt t left join lot on lot.id = t.lot_id
      where t.bidder_id = ${accountId} and t.outcome <> 'accepted'
      order by t.at_ms desc, t.bid_id limit ${REFUSED_MAX + 1}`.execute(db)
    const watching = await sql<{ lot_id: string; created_at: number }>`
      select lot_id, created_at from watch where account_id = ${accountId} order by created_at`.execute(db)
    return {
      bids: bids.rows.map(({ lot_id: lotId, lot_number: lotNumber, at_ms: at, text, sealed }) => {
        const { type, kind, amount, price, change } = lineOf(text)
        const own = sealed === null ? null : openEvent(keys, lotId, sealed)['amount']
        return { lotNumber, at: new Date(at).toISOString(), type, kind, change, amount: amount ?? own, price }
      }),
      refused: refused.rows.slice(0, REFUSED_MAX).map((row) => ({
        lotNumber: row.lot_number,
        at: new Date(row.at_ms).toISOString(),
        ...refusalIn(keys, row),
      })),
      olderRefusedLeftOut: refused.rows.length > REFUSED_MAX,
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
