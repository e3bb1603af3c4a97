import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AuctionReport, LotLine } from '#contract/reporting/auction-report.ts'
import type { AuctionYear, Month, Seller } from '#contract/reporting/period-reports.ts'
import { onCompanyDays } from '#server/platform/company-days.ts'
import { foldSums, type KeptSums } from '#server/platform/lists/kept-sums.ts'
import { EARNED, SUMMED } from './overview-store.ts'

/** The published lots of an auction in the order of the run list; people are counted for all lots at once. */
export async function lotsOfAuction<T>(db: Kysely<T>, auctionId: string): Promise<LotLine[]> {
  const found = await sql<LotLine>`
    with own as (select id from lot where auction_id = ${auctionId} and published_at is not null),
    bidding as (
      select lot_id, count(distinct bidder_id)::int as bidders from ledger
      where lot_id in (select id from own) and type in ('bid-placed', 'bought-now') group by lot_id),
    watching as (
      select lot_id, count(*)::int as watchers from watch where lot_id in (select id from own) group by lot_id),
    viewing as (
      select lot_id, count(*)::int as views from lot_viewer where lot_id in (select id from own) group by lot_id)
    select l.id as "lotId", l.lot_number as "lotNumber", l.title, v.body, v.make, s.status as result, a.currency, s.price,
      l.reserve, (l.guide_low + l.guide_high) / 2 as guide, s.bid_count as bids, coalesce(b.bidders, 0) as bidders,
      coalesce(w.watchers, 0) as watchers, coalesce(o.views, 0) as views
    from lot l join own on own.id = l.id join standing s on s.lot_id = l.id join vehicle v on v.id = l.vehicle_id
      join auction a on a.id = l.auction_id
      left join bidding b on b.lot_id = l.id left join watching w on w.lot_id = l.id
      left join viewing o on o.lot_id = l.id
    order by l.position`.execute(db)
  return found.rows
}

export async function peopleOfAuction<T>(db: Kysely<T>, auctionId: string): Promise<AuctionReport['people']> {
  const found = await sql<AuctionReport['people']>`
    with own as (select id from lot where auction_id = ${auctionId} and published_at is not null),
    bidding as (
      select distinct bidder_id as id from ledger
      where lot_id in (select id from own) and type in ('bid-placed', 'bought-now')),
    interested as (
      select id from bidding union select account_id from watch where lot_id in (select id from own))
    select (select count(*) from (
        select id from interested union select account_id from lot_viewer where lot_id in (select id from own)) viewer)::int as viewers,
      (select count(*) from interested)::int as interested, (select count(*) from bidding)::int as bidders,
      (select count(distinct leader_id) from standing
        where lot_id in (select id from own) and status = 'sold')::int as buyers`.execute(db)
  return found.rows[0]!
}

/** Auctions that began in a year in the time zone, the latest first. Timed auctions begin when bids are accepted, live ones with the first lot. */
export async function auctionsOfYear<T>(db: Kysely<T>, timeZone: string, year: number): Promise<AuctionYear[]> {
  const begun = `case a.kind when 'live' then a.starts_at else a.opens_at end`
  const found = await sql<AuctionYear>`
    select a.id as "auctionId", a.title, (${sql.raw(begun)} at time zone ${timeZone})::date::text as "startedOn", a.currency,
      (count(*) filter (where s.status <> 'withdrawn'))::int as offered,
      (count(*) filter (where s.status = 'sold'))::int as sold,
      (count(*) filter (where s.status in ('reserve-not-met', 'passed')))::int as unsold,
      (count(*) filter (where s.status in ('scheduled', 'open')))::int as "toEnd",
      (count(*) filter (where s.status = 'withdrawn'))::int as withdrawn,
      coalesce(sum(s.price) filter (where s.status = 'sold'), 0)::bigint as hammer,
      coalesce(sum(invoiced.fees), 0)::bigint as fees
    from auction a join lot l on l.auction_id = a.id and l.published_at is not null join standing s on s.lot_id = l.id
      cross join lateral (
        select sum((line ->> 'amount')::bigint) filter (where line ->> 'kind' <> 'hammer') as fees
        from invoice i cross join lateral jsonb_array_elements(i.lines) line
        where i.lot_id = l.id and i.kind = 'sale' and i.state <> 'cancelled') invoiced
    where a.published_at is not null and ${sql.raw(begun)} <= clock_timestamp() and ${inYear(begun, timeZone, year)}
    group by a.id order by ${sql.raw(begun)} desc, a.id`.execute(db)
  return found.rows
}

/** Lots that ended in a year, by month in the time zone and by currency. Withdrawn lots don't count. */
export async function lotsByMonth<T>(
  db: Kysely<T>,
  timeZone: string,
  year: number,
): Promise<Pick<Month, 'month' | 'currency' | 'ended' | 'sold' | 'hammer'>[]> {
  const found = await sql<Pick<Month, 'month' | 'currency' | 'ended' | 'sold' | 'hammer'>>`
    select ${monthOf('e.at', timeZone)} as month, a.currency, ${SUMMED}
    from ended_lots e join auction a on a.id = e.auction_id
    where ${inYear('e.at', timeZone, year)} and e.ended > 0 group by 1, 2`.execute(db)
  return found.rows
}

type MonthOfIncome = Pick<Month, 'month' | 'currency' | 'fees' | 'commissions' | 'memberships'>

export async function incomeByMonth<T>(db: Kysely<T>, timeZone: string, year: number): Promise<MonthOfIncome[]> {
  const found = await sql<MonthOfIncome>`
    select ${monthOf('e.at', timeZone)} as month, e.currency, ${EARNED}
    from income_sums e where ${inYear('e.at', timeZone, year)} group by 1, 2`.execute(db)
  return found.rows
}

/** Members whose accounts were created in a year, by month. */
export async function membersByMonth<T>(
  db: Kysely<T>,
  timeZone: string,
  year: number,
): Promise<{ month: string; members: number }[]> {
  const found = await sql<{ month: string; members: number }>`
    select ${monthOf('at', timeZone)} as month, sum(members)::int as members
    from member_sums where ${inYear('at', timeZone, year)} group by 1 having sum(members) > 0`.execute(db)
  return found.rows
}

/** Lots that ended in a period, by seller, with the commission that they brought until now. */
export async function sellersOf<T>(db: Kysely<T>, { from, to }: { from: string; to: string }): Promise<Seller[]> {
  const found = await sql<Seller>`
    select seller.id as "sellerId", seller.name, a.currency,
      count(*)::int as offered, (count(*) filter (where s.status = 'sold'))::int as sold,
      coalesce(sum(s.price) filter (where s.status = 'sold'), 0)::bigint as hammer,
      coalesce(sum(booked.commission), 0)::bigint as commission,
      jsonb_build_object(
        'price', coalesce(sum(s.price) filter (where s.status = 'sold' and l.reserve is not null), 0),
        'reserve', coalesce(sum(l.reserve) filter (where s.status = 'sold'), 0)) as reserved
    from lot l join standing s on s.lot_id = l.id join auction a on a.id = l.auction_id
      left join seller on seller.id = l.consignor_id
      cross join lateral (
        select -sum(e.amount) as commission from seller_entry e where e.lot_id = l.id and e.kind = 'commission') booked
    where ${onCompanyDays('l.closed_at', { from, to })} and s.status not in ('scheduled', 'open', 'withdrawn')
    group by 1, 2, 3 order by hammer desc, name nulls last, currency`.execute(db)
  return found.rows
}

/** The first day of a timestamp's month. `at` is SQL from our code. */
function monthOf(at: string, timeZone: string): RawBuilder<unknown> {
  return sql`date_trunc('month', ${sql.raw(at)} at time zone ${timeZone})::date::text`
}

function inYear(at: string, timeZone: string, year: number): RawBuilder<unknown> {
  return sql`${sql.raw(at)} >= make_date(${year}::int, 1, 1)::timestamp at time zone ${timeZone}
    and ${sql.raw(at)} < make_date(${year + 1}::int, 1, 1)::timestamp at time zone ${timeZone}`
}

const INCOME_SUMS: KeptSums = { table: 'income_sums', keys: ['at', 'account', 'currency'], sums: ['amount'] }
const MEMBER_SUMS: KeptSums = { table: 'member_sums', keys: ['at'], sums: ['members'] }

/** Adds up the rows of sums that bookings and new members left. */
export async function foldReportSums<T>(db: Kysely<T>): Promise<void> {
  for (const sums of [INCOME_SUMS, MEMBER_SUMS]) await foldSums(db, sums)
}
