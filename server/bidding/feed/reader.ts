import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import { lineOf } from '../ledger-line.ts'
import { presentStanding, STANDING_COLUMNS, type StandingRow } from '../present.ts'
import type { StandingAndLines } from './channel.ts'

export type LotName = { lotNumber: number; title: string }

/** A lot's standing, its leader, and which of some people bid on it or watch it. */
export type Involved = {
  standing: Standing
  leaderId: string | null
  people: { accountId: string; hasBid: boolean }[]
}

/** What the feed reads. Every read is one statement, so its result is consistent. */
export type FeedReader = {
  /** A lot's standing and the ledger lines after `sequence`, from one snapshot; null where the lot has no standing. */
  standingAndLinesAfter(lotId: string, sequence: number): Promise<StandingAndLines | null>
  standings(lotIds: string[]): Promise<Standing[]>
  /** The sequences of lots by id, and the database's clock in ms. */
  sequences(lotIds: string[]): Promise<{ now: number; sequences: Map<string, number> }>
  /** The lots of an auction, open ones first, at most {@link LOTS_OF_AUCTION_MAX}. */
  lotsOfAuction(auctionId: string): Promise<string[]>
  lotName(lotId: string): Promise<LotName | null>
  /** Null where the lot has no standing. */
  involvedIn(lotId: string, accountIds: string[]): Promise<Involved | null>
}

const LOTS_OF_AUCTION_MAX = 3000

const COLUMNS = sql.raw(STANDING_COLUMNS)
export function feedReader<T>(db: Kysely<T>): FeedReader {
  return {
    async standingAndLinesAfter(lotId, sequence) {
      const found = await sql<StandingRow & { lines: string[] }>`
        select ${COLUMNS}, (
          select coalesce(json_agg(l.text order by l.sequence), '[]') from ledger l
          where l.lot_id = standing.lot_id and l.sequence > ${sequence} and l.sequence <= standing.sequence) as lines
        from standing where lot_id = ${lotId}`.execute(db)
      const row = found.rows[0]
      return row === undefined ? null : { standing: presentStanding(row), lines: row.lines.map(lineOf) }
    },
    async standings(lotIds) {
      const found =
        await sql<StandingRow>`select ${COLUMNS} from standing where lot_id = any(${lotIds}::uuid[])`.execute(db)
      return found.rows.map(presentStanding)
    },
    async sequences(lotIds) {
      const found = await sql<{ now: number; sequences: Record<string, number> | null }>`
        select ${NOW_MS} as now, (
          select json_object_agg(lot_id, sequence) from standing where lot_id = any(${lotIds}::uuid[])) as sequences`.execute(
        db,
      )
      const row = found.rows[0]
      return { now: row?.now ?? 0, sequences: new Map(Object.entries(row?.sequences ?? {})) }
    },
    async lotsOfAuction(auctionId) {
      const found = await sql<{ lot_id: string }>`
        select lot_id from standing where auction_id = ${auctionId}
        order by status not in ('scheduled', 'open'), position limit ${LOTS_OF_AUCTION_MAX}`.execute(db)
      return found.rows.map((row) => row.lot_id)
    },
    async lotName(lotId) {
      const found = await sql<{ lot_number: number; title: string }>`
        select lot_number, title from lot where id = ${lotId}`.execute(db)
      const row = found.rows[0]
      return row === undefined ? null : { lotNumber: row.lot_number, title: row.title }
    },
    async involvedIn(lotId, accountIds) {
      const found = await sql<StandingRow & { people: Involved['people'] }>`
        with involved as (
          select bidder_id as account_id, true as has_bid from participation
          where lot_id = ${lotId} and bidder_id = any(${accountIds}::uuid[])
          union all
          select account_id, false from watch where lot_id = ${lotId} and account_id = any(${accountIds}::uuid[]))
        select ${COLUMNS}, (
          select coalesce(json_agg(json_build_object('accountId', account_id, 'hasBid', has_bid)), '[]')
          from (select account_id, bool_or(has_bid) as has_bid from involved group by account_id) as each) as people
        from standing where lot_id = ${lotId}`.execute(db)
      const row = found.rows[0]
      return row === undefined ? null : { standing: presentStanding(row), leaderId: row.leader_id, people: row.people }
    },
  }
}
