import { sql, type Kysely } from 'kysely'
import type { Standing } from '#contract/bidding.ts'
import { presentStanding, STANDING_COLUMNS, type StandingRow } from './present.ts'

/** How far a lot's ledger was read, and who led then (null: nobody). */
export type LeadCursor = { sequence: number; leaderPaddle: number | null }

/** Somebody's bid took the lead from this person; `at` in ms. */
export type LeadLoss = { accountId: string; sequence: number; at: number }

/** More events are read in the next round. */
const EVENTS_MAX = 5000

/**
 * Who lost the lead of a lot to another bid after `cursor` and does not lead where the reading ends: the last loss of each. A lead
 * that ends because bids are voided is none that was lost. Reads the committed ledger only, so it costs the bid path nothing.
 */
export async function leadLossesAfter<T>(
  db: Kysely<T>,
  lotId: string,
  cursor: LeadCursor,
): Promise<{ cursor: LeadCursor; losses: LeadLoss[] }> {
  const found = await sql<{ upto: number; leader: number | null; moved: boolean; losses: LeadLoss[] }>`
    with bounds as (
      select least(sequence, ${cursor.sequence}::bigint + ${EVENTS_MAX}) as upto from standing where lot_id = ${lotId}),
    leads as (
      select l.sequence, l.at_ms, l.type, (l.text::jsonb ->> 'leader')::integer as leader
      from ledger l, bounds b
      where l.lot_id = ${lotId} and l.sequence > ${cursor.sequence} and l.sequence <= b.upto
      and l.type in ('bid-placed', 'voided')),
    moves as (
      select *, lag(leader, 1, ${cursor.leaderPaddle}::integer) over (order by sequence) as former from leads),
    last as (select leader from leads order by sequence desc limit 1),
    lost as (
      select distinct on (former) former, sequence, at_ms from moves
      where type = 'bid-placed' and former is not null and leader <> former
      order by former, sequence desc)
    select b.upto, (select leader from last) as leader, exists (select 1 from last) as moved, (
      select coalesce(json_agg(json_build_object('accountId', a.id, 'sequence', lost.sequence, 'at', lost.at_ms)), '[]')
      from lost join account a on a.paddle = lost.former
      where lost.former is distinct from (select leader from last)) as losses
    from bounds b`.execute(db)
  const row = found.rows[0]
  if (row === undefined) return { cursor, losses: [] }
  const leaderPaddle = row.moved ? row.leader : cursor.leaderPaddle
  return { cursor: { sequence: row.upto, leaderPaddle }, losses: row.losses }
}

/** A lot's public standing, and who leads it by account. */
export type LedStanding = { standing: Standing; leaderId: string | null }

export async function readStandings<T>(db: Kysely<T>, lotIds: string[]): Promise<Map<string, LedStanding>> {
  const found = await sql<StandingRow>`
    select ${sql.raw(STANDING_COLUMNS)} from standing where lot_id = any(${lotIds}::uuid[])`.execute(db)
  return new Map(
    found.rows.map((row) => [row.lot_id, { standing: presentStanding(row), leaderId: row.leader_id }] as const),
  )
}
