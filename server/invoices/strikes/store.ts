import { sql, type Kysely } from 'kysely'
import type { Strike } from '#contract/invoices/strikes.ts'

export type StrikeRow = {
  id: string
  account_id: string
  at: number
  lot_number: number | null
  title: string | null
  reason: string
  outcome: Strike['outcome']
  limit_before: number | null
  limit_set: number | null
  lifted_at: number | null
  lifted_by: string | null
  lift_reason: string | null
}

const COLUMNS = sql.raw(`s.id, s.account_id, s.at, l.lot_number, l.title, s.reason,
  s.outcome, s.limit_before, s.limit_set, s.lifted_at, a.name as lifted_by,
  s.lift_reason`)
const FROM = sql.raw(`account_strike s left join lot l on l.id = s.lot_id left join account a on a.id = s.lifted_by`)

/** False: this sale is a strike already. */
export async function insertStrike<T>(
  trx: Kysely<T>,
  strike: { id: string; accountId: string; lotId: string; reason: string },
): Promise<boolean> {
  const { id, accountId, lotId, reason } = strike
  const inserted = await sql`
    insert into account_strike (id, account_id, lot_id, reason) values (${id}, ${accountId}, ${lotId}, ${reason})
    on conflict (lot_id) do nothing`.execute(trx)
  return Number(inserted.numAffectedRows ?? 0) > 0
}

export async function noteOutcome<T>(
  trx: Kysely<T>,
  id: string,
  done: { outcome: Strike['outcome']; limitBefore: number | null; limitSet: number | null },
): Promise<void> {
  await sql`
    update account_strike set outcome = ${done.outcome}, limit_before = ${done.limitBefore}, limit_set = ${done.limitSet}
    where id = ${id}`.execute(trx)
}

/** Strikes that weren't lifted. */
export async function countStrikes<T>(db: Kysely<T>, accountId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from account_strike where account_id = ${accountId} and lifted_at is null`.execute(db)
  return found.rows[0]!.count
}

/** The newest first. */
export async function strikesOf<T>(db: Kysely<T>, accountId: string, limit: number): Promise<StrikeRow[]> {
  const found = await sql<StrikeRow>`
    select ${COLUMNS} from ${FROM} where s.account_id = ${accountId} order by s.at desc, s.id desc limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export async function strikeById<T>(db: Kysely<T>, id: string): Promise<StrikeRow | null> {
  const found = await sql<StrikeRow>`select ${COLUMNS} from ${FROM} where s.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** False: it was lifted before. */
export async function markLifted<T>(trx: Kysely<T>, id: string, by: string, reason: string): Promise<boolean> {
  const changed = await sql`
    update account_strike set lifted_at = clock_timestamp(), lifted_by = ${by}, lift_reason = ${reason}
    where id = ${id} and lifted_at is null`.execute(trx)
  return Number(changed.numAffectedRows ?? 0) > 0
}
