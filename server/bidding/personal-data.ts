import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { inPages, mapped } from '#server/platform/http/json-stream.ts'
import { detailsOf, openOutcome, wordsOf } from './lane/answer.ts'
import { lineOf } from './ledger-line.ts'
import { openEvent } from './sealed.ts'

type BidRow = {
  lot_id: string
  sequence: number
  /** The number of a sealed change of a maximum; 0 for public lines. */
  number: number
  lot_number: number | null
  at_ms: number
  text: string
  sealed: Buffer | null
}

type RefusedRow = { bid_id: string; lot_id: string; lot_number: number | null; at_ms: number; answer: string }

/** An automated bidder may be refused a hundred times a second: years of attempts are exported page by page. */
const PAGE = 1000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Why an attempt was refused, in the words and numbers shown then. The amount of the attempt was not kept. */
function refusalIn(keys: App['keys'], row: RefusedRow): object {
  const outcome = openOutcome(keys, row)
  if (outcome.ok) throw new Error(`attempt ${row.bid_id} was not refused`)
  const { rejection } = outcome
  return { code: rejection.code, says: wordsOf(rejection), ...detailsOf(rejection) }
}

/**
 * What a person bid, lot by lot, with their own maximums in clear; their refused bids, latest first; and the lots they watch. Amounts in
 * minor units. Complete, and read while it is sent.
 */
export function exportBids({ keys }: App) {
  return async (db: Kysely<object>, accountId: string): Promise<object> => {
    const watching = await sql<{ lot_id: string; created_at: number }>`
      select lot_id, created_at from watch where account_id = ${accountId} order by created_at`.execute(db)
    return {
      bids: mapped(
        inPages<BidRow>(PAGE, (last, limit) => bidsAfter(db, accountId, last, limit)),
        (row) => presentBid(keys, row),
      ),
      refused: mapped(
        inPages<RefusedRow>(PAGE, (last, limit) => refusedBefore(db, accountId, last, limit)),
        (row) => ({
          lotNumber: row.lot_number,
          at: new Date(row.at_ms).toISOString(),
          ...refusalIn(keys, row),
        }),
      ),
      watching: watching.rows.map(({ lot_id: lotId, created_at: since }) => ({
        lotId,
        since: new Date(since).toISOString(),
      })),
    }
  }
}

async function bidsAfter(
  db: Kysely<object>,
  accountId: string,
  last: BidRow | null,
  limit: number,
): Promise<readonly BidRow[]> {
  const after = sql`${last?.lot_id ?? NO_ID}::uuid`
  const { rows } = await sql<BidRow>`
    with own as (
      select lot_id, bidder_id, sequence, 0::bigint as number, at_ms, text, sealed from ledger
      where type in ('bid-placed', 'maximum-changed', 'bought-now')
      union all
      select lot_id, bidder_id, after_sequence, number, at_ms, text, sealed from sealed_ledger)
    select l.lot_id, l.sequence, l.number, lot.lot_number, l.at_ms, l.text, l.sealed
    from participation p join own l on l.lot_id = p.lot_id and l.bidder_id = p.bidder_id
    left join lot on lot.id = l.lot_id
    where p.bidder_id = ${accountId} and p.lot_id >= ${after}
    and (l.lot_id, l.sequence, l.number) > (${after}, ${last?.sequence ?? 0}::bigint, ${last?.number ?? 0}::bigint)
    order by l.lot_id, l.sequence, l.number limit ${limit}`.execute(db)
  return rows
}

function presentBid(keys: App['keys'], { lot_id: lotId, lot_number: lotNumber, at_ms: at, text, sealed }: BidRow) {
  const { type, kind, amount, price, change } = lineOf(text)
  const own = sealed === null ? null : openEvent(keys, lotId, sealed)['amount']
  return { lotNumber, at: new Date(at).toISOString(), type, kind, change, amount: amount ?? own, price }
}

async function refusedBefore(
  db: Kysely<object>,
  accountId: string,
  last: RefusedRow | null,
  limit: number,
): Promise<readonly RefusedRow[]> {
  const isBefore = last === null ? sql`true` : sql`(t.at_ms, t.bid_id) < (${last.at_ms}::bigint, ${last.bid_id}::uuid)`
  const { rows } = await sql<RefusedRow>`
    select t.bid_id, t.lot_id, lot.lot_number, t.at_ms, t.answer
    from attempt t left join lot on lot.id = t.lot_id
    where t.bidder_id = ${accountId} and t.outcome <> 'accepted' and ${isBefore}
    order by t.at_ms desc, t.bid_id desc limit ${limit}`.execute(db)
  return rows
}

/** Ledgers stay as they are: they hold only a paddle, and whose it was is forgotten with the account. */
export async function forgetWatched(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from watch where account_id = ${accountId}`.execute(trx)
}
