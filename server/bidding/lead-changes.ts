import { sql, type Kysely } from 'kysely'
import type { Standing } from '#contract/bidding/bidding.ts'
import { presentStanding, STANDING_COLUMNS, type StandingRow } from './present.ts'

/** How far a lot's ledger was read, and who led then (null: no one). */
export type LeadCursor = { sequence: number; leaderPaddle: number | null }

/** Another bidder took the lead from this account; `at` in ms. */
export type LeadLoss = { accountId: string; sequence: number; at: number }

/** Further events are read in the next round. */
const EVENTS_MAX = 20_000

/**
 * Accounts that lost the lead of a lot to another bid after `cursor` and do not lead where the reading ends: the last loss of each. A lead
 * that ends because bids are voided is not a loss. Reads only the committed ledger, so it costs the bid path nothing.
 */
export async function leadLossesAfter<T>(
  db: Kysely<T>,
  lotId: string,
  cursor: LeadCursor,
): Promise<{ cursor: LeadCursor; losses: LeadLoss[] }> {
  // The server wrote the ledger text byte for byte, so the leader is cut out of it: parsing JSON took five times as long, for thousands of
  // lines a second on a hot lot. A bidder whose last leading line is followed by another's bid lost the lead there.
  const found = await sql<{ upto: number; leader: number | null; moved: boolean; losses: LeadLoss[] }>`
    with bounds as (
      select least(sequence, ${cursor.sequence}::bigint + ${EVENTS_MAX}) as upto from standing where lot_id = ${lotId}),
    leads as (
      select l.sequence,
        nullif(rtrim(split_part(split_part(l.text, '"leader":', 2), ',', 1), '}'), 'null')::integer as leader
      from ledger l, bounds b
      where l.lot_id = ${lotId} and l.sequence > ${cursor.sequence} and l.sequence <= b.upto
      and l.type in ('bid-placed', 'voided', 'passed-over')
      union all select ${cursor.sequence}::bigint, ${cursor.leaderPaddle}::integer),
    last_led as (select leader, max(sequence) as sequence from leads group by leader),
    ends as (select leader, sequence from last_led order by sequence desc limit 1),
    lost as (
      select led.leader, after.sequence, after.at_ms from last_led led cross join bounds b cross join lateral (
        select l.sequence, l.at_ms, l.type from ledger l
        where l.lot_id = ${lotId} and l.sequence > led.sequence and l.sequence <= b.upto
        and l.type in ('bid-placed', 'voided', 'passed-over') order by l.sequence limit 1) after
      where led.leader is not null and after.type = 'bid-placed')
    select b.upto, ends.leader, ends.sequence > ${cursor.sequence} as moved, (
      select coalesce(json_agg(json_build_object('accountId', a.id, 'sequence', lost.sequence, 'at', lost.at_ms)), '[]')
      from lost join account a on a.paddle = lost.leader) as losses
    from bounds b, ends`.execute(db)
  const row = found.rows[0]
  if (row === undefined) return { cursor, losses: [] }
  const leaderPaddle = row.moved ? row.leader : cursor.leaderPaddle
  return { cursor: { sequence: row.upto, leaderPaddle }, losses: row.losses }
}

/** A lot's public standing, and the account that leads it. */
export type LedStanding = { standing: Standing; leaderId: string | null }

export async function readStandings<T>(db: Kysely<T>, lotIds: string[]): Promise<Map<string, LedStanding>> {
  const found = await sql<StandingRow>`
    select ${sql.raw(STANDING_COLUMNS)} from standing where lot_id = any(${lotIds}::uuid[])`.execute(db)
  return new Map(
    found.rows.map((row) => [row.lot_id, { standing: presentStanding(row), leaderId: row.leader_id }] as const),
  )
}
