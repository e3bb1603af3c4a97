import { sql, type Kysely } from 'kysely'
import type { AuctionProgress, Receivable, Trade } from '#contract/reporting/overview.ts'

/** Published auctions that haven't ended, the soonest first. A lot has a standing once it is published. */
export async function auctionProgress<T>(db: Kysely<T>, timeZone: string): Promise<AuctionProgress[]> {
  const found = await sql<AuctionProgress>`
    select a.id as "auctionId", a.currency,
      ${dayIn(timeZone, `case a.kind when 'live' then a.starts_at else least(a.opens_at, a.starts_at) end`)}
        <= ${dayIn(timeZone, 'clock_timestamp()')} as "isToday",
      count(s.lot_id)::int as lots,
      (count(*) filter (where s.status not in ('scheduled', 'open', 'withdrawn')))::int as ended,
      (count(*) filter (where s.status = 'sold'))::int as sold,
      coalesce(sum(s.price) filter (where s.status = 'sold'), 0)::bigint as hammer
    from auction a left join standing s on s.auction_id = a.id
    where a.published_at is not null and a.ended_at is null
    group by a.id order by a.starts_at, a.id`.execute(db)
  return found.rows
}

/** A timestamp, named by SQL from our code, as a date in a time zone. */
function dayIn(timeZone: string, at: string) {
  return sql`(${sql.raw(at)} at time zone ${timeZone})::date`
}

export type DayOfLots = { day: string; currency: string; ended: number; sold: number; hammer: number }

/** Lots that ended in the last `days` days, today included, by day in the time zone and by currency. Withdrawn lots don't count. */
export async function lotsByDay<T>(db: Kysely<T>, timeZone: string, days: number): Promise<DayOfLots[]> {
  const found = await sql<DayOfLots>`
    select ${dayIn(timeZone, 'e.at')}::text as day, a.currency, ${SUMMED}
    from ended_lots e join auction a on a.id = e.auction_id
    where e.at >= ${beginOf(timeZone, days)} and e.ended > 0
    group by 1, 2`.execute(db)
  return found.rows
}

/** What rows `e` of `ended_lots` come to. */
export const SUMMED = sql.raw('sum(e.ended)::int as ended, sum(e.sold)::int as sold, sum(e.hammer)::bigint as hammer')

type Income = Pick<Trade, 'fees' | 'commissions' | 'memberships'>

/** What rows `e` of `income_sums` come to, by kind. */
export const EARNED = sql.raw(
  (
    [
      ['auctions', 'fees'],
      ['commission', 'commissions'],
      ['membership', 'memberships'],
    ] as const satisfies readonly (readonly [account: string, name: keyof Income])[]
  )
    .map(
      ([account, name]) =>
        `coalesce(-sum(e.amount) filter (where e.account = 'income:${account}'), 0)::bigint as ${name}`,
    )
    .join(', '),
)

export type DayOfIncome = Income & { day: string; currency: string }

/** Income as booked in the last `days` days, today included, by day in the time zone and by currency. */
export async function incomeByDay<T>(db: Kysely<T>, timeZone: string, days: number): Promise<DayOfIncome[]> {
  const found = await sql<DayOfIncome>`
    select ${dayIn(timeZone, 'e.at')}::text as day, e.currency, ${EARNED}
    from income_sums e where e.at >= ${beginOf(timeZone, days)} group by 1, 2`.execute(db)
  return found.rows
}

/** The last `days` days in the time zone, the oldest first; the last is today. */
export async function lastDays<T>(db: Kysely<T>, timeZone: string, days: number): Promise<string[]> {
  const found = await sql<{ day: string }>`
    select (${dayIn(timeZone, 'clock_timestamp()')} - ago)::text as day from generate_series(${days - 1}::int, 0, -1) ago`.execute(
    db,
  )
  return found.rows.map(({ day }) => day)
}

/** By the statement's time: an index finds rows since a time that stays the same for all of them, as that of the clock doesn't. */
function beginOf(timeZone: string, days: number) {
  return sql`((${dayIn(timeZone, 'statement_timestamp()')} - ${days - 1}::int)::timestamp at time zone ${timeZone})`
}

/**
 * What buyers owe, by the age of the debt. A date's end in the company's time zone is stored in `due_at`. The condition is in the words of
 * an index of migration 0068, which knows how few invoices are unpaid.
 */
export async function receivables<T>(db: Kysely<T>): Promise<Receivable[]> {
  const found = await sql<Receivable>`
    select currency, case when due_at > clock_timestamp() then 'not-due'
        when due_at > clock_timestamp() - interval '7 days' then 'week'
        when due_at > clock_timestamp() - interval '30 days' then 'month' else 'older' end as age,
      count(*)::int as invoices, sum(total - credited - paid)::bigint as owed
    from invoice where greatest(total - credited - paid, 0) > 0
    group by 1, 2 order by currency, min(due_at) desc`.execute(db)
  return found.rows
}
