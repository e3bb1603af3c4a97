import { arrayOf, type Columns } from '#server/fast-path/columns.ts'
import { costsFrom, READ_BINDING, READ_COSTS, type BindingRow, type CostsRow, type LotCosts } from '../commitments.ts'
import type { LaneClient } from './lane-client.ts'
import { READ_LEDGERS, type LedgerRow } from './ledger-event.ts'
import { STANDING_COLUMNS, type StandingRow } from '../present.ts'
import { COMPANY_CURRENCY } from '#server/platform/settings.ts'
import type { Statement } from '#server/fast-path/trip.ts'

/** A stored answer to a bid id. */
type AttemptRow = { bid_id: string; lot_id: string; bidder_id: string; fingerprint: string; answer: string }

/** Facts of a bidder as the transaction sees them; `account_status` is null for an account that does not exist. */
type BidderRow = {
  id: string
  account_status: string | null
  bidding_limit: number | null
  auction_limits: Readonly<Record<string, number>> | null
  staff: boolean
  confirmed: boolean
  has_address: boolean
  complete: boolean
}

/** A halt in force; `auction_id` null: over all auctions. */
type HaltRow = { id: string; auction_id: string | null; reason: string; started_by: string }

/** `at`: when the auction of the lot was canceled, in ms. */
type CanceledRow = { lot_id: string; at: number }

type LimitRow = Pick<BidderRow, 'id' | 'bidding_limit' | 'auction_limits'> & { company_currency: string }

/** What a batch reads before it decides. `now` is the database's clock in ms after every lock is held. */
export type BatchRead = {
  lots: StandingRow[]
  /** The batch's bidders other than verified, active ones without a limit; empty in nearly every batch. */
  exceptions: BidderRow[]
  /** Bidders with a limit, locked, and what binds their money. */
  limits: LimitRow[]
  binding: BindingRow[]
  /** Of lots that may be sold, and of all lots of the batch if any bidder has a limit. */
  costs: LotCosts
  attempts: AttemptRow[]
  /** The whole ledger of lots whose standing may have to be recomputed. */
  ledgers: Map<string, LedgerRow[]>
  /** The halts in force, oldest first, if a lot of the batch may open; nearly always none. */
  halts: HaltRow[]
  /** The lots of canceled auctions; nearly always none. */
  canceled: CanceledRow[]
  now: number
}

/** What a batch needs read. */
export type BatchAsks = {
  lotIds: string[]
  bidderIds: string[]
  bidIds: string[]
  /** Lots about to be sold: whether their leader may still win is read. */
  leadersOf?: string[]
  /** Lots that may be sold: their costs are read. */
  costsOf?: string[]
  /** Lots whose ledger and bidders are all read, because the lead may fall to any of them. */
  historiesOf?: string[]
  /** Live lots that are about to come up. */
  opening?: string[]
}

// Locks the standings of the batch's lots in ascending id. Until the commit no other lane or process decides anything on these lots, and
// batches that share lots queue up instead of deadlocking.
const LOCK_LOTS = `select ${STANDING_COLUMNS} from standing where lot_id = any($1::uuid[]) order by lot_id for update`

// Locks the accounts of bidders with a bidding limit in ascending id, after the lots. Two batches with bids of one limited bidder on
// different lots run one after the other, so that the second sees what the first committed.
const LOCK_BIDDERS = `select id, bidding_limit, auction_limits, ${COMPANY_CURRENCY} as company_currency from account
  where id = any($1::uuid[]) and (bidding_limit is not null or auction_limits is not null) order by id for update`

const EXCEPTIONS = `select asked.id, account_status, bidding_limit, auction_limits, coalesce(role <> 'member', false) as staff,
      email_confirmed_at is not null as confirmed, coalesce(has_address, false) as has_address,
      coalesce(has_paid_membership_fee and verification_status = 'verified', false) as complete
    from unnest($1::uuid[]) as asked(id) left join account on account.id = asked.id
    where account.id is null or account_status <> 'active' or bidding_limit is not null or auction_limits is not null or role <> 'member'
      or email_confirmed_at is null or not has_address or not has_paid_membership_fee or verification_status <> 'verified'`

// Leaders who were suspended, or closed their account, while leading.
const READ_INACTIVE_LEADERS = `select lot_id from standing join account on account.id = leader_id
  where lot_id = any($1::uuid[]) and account_status <> 'active'`

const READ_HALTS = `select id, auction_id, reason, started_by from halt where lifted_at is null order by started_at`

const READ_CANCELED = `select lot_id, floor(extract(epoch from canceled_at) * 1000)::bigint as at
      from standing join auction on auction.id = auction_id where lot_id = any($3::uuid[]) and canceled_at is not null`

// Runs after the locks, so that this statement's snapshot holds everything committed before them, and the clock is read under the locks.
const READ_REST = `select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now,
  (select coalesce(json_agg(b), '[]') from (${EXCEPTIONS}) b) as exceptions,
  (select coalesce(json_agg(a), '[]') from (
    select bid_id, lot_id, bidder_id, fingerprint, answer from attempt where bid_id = any($2::uuid[])) a) as attempts,
  (select coalesce(json_agg(c), '[]') from (${READ_CANCELED}) c) as canceled`

/**
 * Begins the transaction and reads everything needed for deciding. One round trip: the statements are pipelined, and PostgreSQL runs them
 * in order, so the clock and the answered bid ids are read after the locks. Only a batch with limited bidders needs a second one, and one
 * in which the lead may fall to an earlier bid first reads that lot's ledger and its bidders. A batch in which a lot may open reads the halts.
 */
export async function readBatch(client: LaneClient, asks: BatchAsks): Promise<BatchRead> {
  const { lotIds, bidderIds, bidIds, leadersOf = [], costsOf = [], historiesOf = [], opening = [] } = asks
  const isSelling = leadersOf.length + costsOf.length > 0
  const [, found, rest, leaders, costs] = await client.trip([
    BEGIN,
    ...readsOf(lotIds, bidderIds, bidIds),
    ...(isSelling ? [inactiveLeadersOf(leadersOf), readCostsOf(costsOf)] : []),
  ])
  const lots = (found?.rows ?? []) as StandingRow[]
  const facts = rest?.rows[0] as Rest | undefined
  if (facts === undefined) throw new Error('the database did not return its time')
  const inactive = (leaders?.rows ?? []) as { lot_id: string }[]
  const ledgers = await readLedgers(client, [...new Set([...historiesOf, ...inactive.map((row) => row.lot_id)])])
  const others = await readExceptions(client, biddersIn(ledgers, bidderIds))
  const exceptions = [...facts.exceptions, ...others]
  const limited = exceptions
    .filter((row) => row.bidding_limit !== null || row.auction_limits !== null)
    .map((row) => row.id)
  const limits =
    limited.length === 0
      ? { limits: [], binding: [], costs: costsFrom((costs?.rows ?? []) as CostsRow[]) }
      : await readLimited(client, limited, lotIds)
  const mayOpen = lots.some(
    (lot) => lot.status === 'scheduled' && (lot.closes_at_ms !== null || opening.includes(lot.lot_id)),
  )
  const halts = mayOpen ? await readHalts(client) : []
  return { ...facts, lots, exceptions, ledgers, halts, ...limits }
}

/** Read under the lots' locks: a halt that is committed later finds what this batch opens. */
async function readHalts(client: LaneClient): Promise<HaltRow[]> {
  const [found] = await client.trip([{ name: 'read-halts', text: READ_HALTS, values: [], isRead: true }])
  return (found?.rows ?? []) as HaltRow[]
}

function readCostsOf(lotIds: string[]): Statement {
  return { name: 'read-costs', text: READ_COSTS, values: [arrayOf('uuid', lotIds)], isRead: true }
}

function inactiveLeadersOf(lotIds: string[]): Statement {
  return {
    name: 'read-inactive-leaders',
    text: READ_INACTIVE_LEADERS,
    values: [arrayOf('uuid', lotIds)],
    isRead: true,
  }
}

/** Bidders on a lot of `ledgers` that are not among `known`. */
function biddersIn(ledgers: BatchRead['ledgers'], known: readonly string[]): string[] {
  const found = new Set<string>()
  for (const rows of ledgers.values()) for (const { bidder_id: id } of rows) if (id !== null) found.add(id)
  return [...found].filter((id) => !known.includes(id))
}

async function readExceptions(client: LaneClient, ids: string[]): Promise<BidderRow[]> {
  if (ids.length === 0) return []
  const [found] = await client.trip([
    { name: 'read-exceptions', text: EXCEPTIONS, values: [arrayOf('uuid', ids)], isRead: true },
  ])
  return (found?.rows ?? []) as BidderRow[]
}

function readsOf(lotIds: string[], bidderIds: string[], bidIds: string[]): Statement[] {
  const lots = arrayOf('uuid', lotIds)
  return [
    { name: 'lock-lots', text: LOCK_LOTS, values: [lots], isRead: true },
    {
      name: 'read-rest',
      text: READ_REST,
      values: [arrayOf('uuid', bidderIds), arrayOf('uuid', bidIds), lots],
      isRead: true,
    },
  ]
}

/** Makes the connection plan what every batch reads, with empty parameters. Begins no transaction. */
export async function planReads(client: LaneClient): Promise<void> {
  await client.trip(readsOf([], [], []))
}

type Rest = Pick<BatchRead, 'exceptions' | 'attempts' | 'canceled' | 'now'>

async function readLimited(
  client: LaneClient,
  ids: string[],
  lotIds: string[],
): Promise<Pick<BatchRead, 'limits' | 'binding' | 'costs'>> {
  const values = [arrayOf('uuid', ids)]
  const [limits, binding, costs] = await client.trip([
    { name: 'lock-bidders', text: LOCK_BIDDERS, values, isRead: true },
    { name: 'read-binding', text: READ_BINDING, values, isRead: true },
    readCostsOf(lotIds),
  ])
  return {
    limits: limits?.rows as LimitRow[],
    binding: binding?.rows as BindingRow[],
    costs: costsFrom((costs?.rows ?? []) as CostsRow[]),
  }
}

/** The whole ledgers of lots. Call only inside a batch that holds the locks of these lots. */
async function readLedgers(client: LaneClient, lotIds: string[]): Promise<BatchRead['ledgers']> {
  const ledgers = new Map<string, LedgerRow[]>(lotIds.map((id) => [id, []]))
  if (lotIds.length === 0) return ledgers
  const values = [arrayOf('uuid', lotIds)]
  const [found] = await client.trip([{ name: 'read-ledgers', text: READ_LEDGERS, values, isRead: true }])
  const rows = (found?.rows ?? []) as (LedgerRow & { lot_id: string })[]
  for (const row of rows) ledgers.get(row.lot_id)?.push(row)
  return ledgers
}

const BEGIN: Statement = { name: 'begin', text: 'begin' }
const COMMIT: Statement = { name: 'commit', text: 'commit' }

// Every bid writes these two tables: in the select list `unnest` expands arrays row by row; in `from` it would materialize each one.
const WRITE_LEDGER = `insert into ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed)
  select unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::text[]), unnest($5::text[]),
    unnest($6::bytea[]), unnest($7::uuid[]), unnest($8::uuid[]), unnest($9::bytea[])`

// Changes of maximums that only their bidder may learn of; empty in nearly every batch.
const WRITE_SEALED = `insert into sealed_ledger (lot_id, number, after_sequence, at_ms, text, hash, bidder_id, bid_id, sealed)
  select unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::text[]),
    unnest($6::bytea[]), unnest($7::uuid[]), unnest($8::uuid[]), unnest($9::bytea[])`

const WRITE_ATTEMPTS = `insert into attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer)
  select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::uuid[]), unnest($4::text[]), unnest($5::bigint[]),
    unnest($6::text[]), unnest($7::text[])`

const WRITE_STANDINGS = `update standing s set status = v.status, sequence = v.sequence, closes_at_ms = v.closes_at_ms,
  price = v.price, leader_id = v.leader_id, leader_paddle = v.leader_paddle, sealed = v.sealed, floor = v.floor,
  reserve_met = v.reserve_met, bid_count = v.bid_count, extensions = v.extensions, last_hash = v.last_hash,
  sealed_count = v.sealed_count, sealed_hash = v.sealed_hash
  from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[], $7::int[], $8::bytea[], $9::bigint[],
    $10::boolean[], $11::int[], $12::int[], $13::bytea[], $14::bigint[], $15::bytea[])
  as v(lot_id, status, sequence, closes_at_ms, price, leader_id, leader_paddle, sealed, floor, reserve_met, bid_count,
    extensions, last_hash, sealed_count, sealed_hash)
  where s.lot_id = v.lot_id`

const WRITE_NEGOTIATIONS = `update standing s set negotiation = v.negotiation, negotiation_due_at_ms = v.due
  from unnest($1::uuid[], $2::bytea[], $3::bigint[]) as v(lot_id, negotiation, due) where s.lot_id = v.lot_id`

const WRITE_PARTICIPATIONS = `insert into participation (bidder_id, lot_id, first_at_ms)
  select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) on conflict do nothing`

const WRITE_OUTBOX = `insert into outbox (id, topic, payload) select * from unnest($1::uuid[], $2::text[], $3::jsonb[])`

const WRITE_DUE = `insert into purchase_due (lot_id, bidder_id, amount) select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])`

const WRITE_AUDIT = `insert into audit (id, actor_id, action, subject_kind, subject_id, reason, before, after)
  select id, actor_id, action, 'lot', subject_id, reason, before, after
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[])
  as v(id, actor_id, action, subject_id, reason, before, after)`

const WRITE_HALTED = `insert into halted_lot (halt_id, lot_id, sequence)
  select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])
  on conflict (halt_id, lot_id) do update set sequence = excluded.sequence, done_at = null`

export type BatchWrites = {
  ledger: Columns
  sealed: Columns
  attempts: Columns
  standings: Columns
  /** Lots whose negotiation began, moved or ended. */
  negotiations: Columns
  participations: Columns
  outbox: Columns
  due: Columns
  audit: Columns
  /** Lots that a halt paused. */
  halted: Columns
}

/**
 * Writes a decided batch and commits: one statement a table, all in one round trip. Resolves only after the database confirms COMMIT. If a
 * statement fails, the commit is not run and the transaction ends with the connection.
 */
export async function writeBatch(client: LaneClient, writes: BatchWrites): Promise<void> {
  const statements: [string, string, Columns][] = [
    ['write-ledger', WRITE_LEDGER, writes.ledger],
    ['write-sealed', WRITE_SEALED, writes.sealed],
    ['write-attempts', WRITE_ATTEMPTS, writes.attempts],
    ['write-standings', WRITE_STANDINGS, writes.standings],
    ['write-negotiations', WRITE_NEGOTIATIONS, writes.negotiations],
    ['write-participations', WRITE_PARTICIPATIONS, writes.participations],
    ['write-outbox', WRITE_OUTBOX, writes.outbox],
    ['write-due', WRITE_DUE, writes.due],
    ['write-audit', WRITE_AUDIT, writes.audit],
    ['write-halted', WRITE_HALTED, writes.halted],
  ]
  const filled = statements.filter(([, , { rows }]) => rows > 0)
  const results = await client.trip([
    ...filled.map(([name, text, { arrays }]) => ({ name, text, values: arrays })),
    COMMIT,
  ])
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back')
}
