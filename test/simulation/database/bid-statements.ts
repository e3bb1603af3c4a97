import type { Row } from './model.ts'
import {
  by,
  byIds,
  cells,
  clock,
  columnsIn,
  found,
  selected,
  statement,
  type Context,
  type Result,
  type Statement,
} from './statement.ts'

/** What a batch of bids reads, in the words of server/bidding/lane/store.ts and commitments.ts. */
export const BID_STATEMENTS: Statement[] = [
  statement(
    'select {columns} from standing where lot_id = any($1::uuid[]) order by lot_id for update',
    async (context, [list = '']) => {
      const ids = (context.given.array(1, 'uuid') as string[]).toSorted()
      for (const id of new Set(ids)) {
        if (context.model.read(context.transaction, 'standing', id) === undefined) continue
        await context.model.lock(context.transaction, 'standing', id, context.limits)
      }
      return standings(context, ids, list)
    },
  ),
  statement('select {columns} from standing where lot_id = any($1::uuid[]) order by lot_id', (context, [list = '']) =>
    standings(context, (context.given.array(1, 'uuid') as string[]).toSorted(), list),
  ),
  statement(
    'select id, bidding_limit from account where id = any($1::uuid[]) and bidding_limit is not null order by id for update',
    async (context) => {
      const ids = (context.given.array(1, 'uuid') as string[]).toSorted()
      const limited = byIds(context, 'account', ids).filter((row) => row.bidding_limit !== null)
      for (const { id } of limited) await context.model.lock(context.transaction, 'account', String(id), context.limits)
      return limitsOf(context, ids)
    },
  ),
  statement(
    'select id, bidding_limit from account where id = any($1::uuid[]) and bidding_limit is not null order by id',
    (context) => limitsOf(context, (context.given.array(1, 'uuid') as string[]).toSorted()),
  ),
  statement(
    "select floor(extract(epoch from {now}) * 1000)::bigint as now, (select coalesce(json_agg(b), '[]') from (select asked.id, account_status, bidding_limit, coalesce(role <> 'member', false) as staff, email_confirmed_at is not null as confirmed, coalesce(has_address, false) as has_address, coalesce(has_paid_membership_fee and verification_status = 'verified', false) as complete from unnest($1::uuid[]) as asked(id) left join account on account.id = asked.id where account.id is null or account_status <> 'active' or bidding_limit is not null or role <> 'member' or email_confirmed_at is null or not has_address or not has_paid_membership_fee or verification_status <> 'verified') b) as exceptions, (select coalesce(json_agg(a), '[]') from ( select bid_id, lot_id, bidder_id, fingerprint, answer from attempt where bid_id = any($2::uuid[])) a) as attempts",
    readRest,
  ),
  statement(
    "select lot_id, leader_id as bidder_id, standing.status, sealed, null::bigint as amount, cost_terms.terms as costs from standing left join lot on lot.id = lot_id left join cost_terms on cost_terms.id = lot.cost_terms_id where leader_id = any($1::uuid[]) and standing.status in ('scheduled', 'open', 'reserve-not-met') union all select lot_id, bidder_id, 'sold', null, amount, null from purchase_due where bidder_id = any($1::uuid[])",
    readBinding,
  ),
  statement(
    'select lot.id as lot_id, cost_terms.terms as costs from lot join cost_terms on cost_terms.id = lot.cost_terms_id where lot.id = any($1::uuid[])',
    (context) =>
      selected(
        [
          ['lot_id', 'uuid'],
          ['costs', 'jsonb'],
        ],
        byIds(context, 'lot', context.given.array(1, 'uuid'))
          .filter((row) => row.costs !== undefined)
          .map((row) => [row.id, row.costs]),
      ),
  ),
  statement(
    "select asked.id, account_status, bidding_limit, coalesce(role <> 'member', false) as staff, email_confirmed_at is not null as confirmed, coalesce(has_address, false) as has_address, coalesce(has_paid_membership_fee and verification_status = 'verified', false) as complete from unnest($1::uuid[]) as asked(id) left join account on account.id = asked.id where account.id is null or account_status <> 'active' or bidding_limit is not null or role <> 'member' or email_confirmed_at is null or not has_address or not has_paid_membership_fee or verification_status <> 'verified'",
    (context) =>
      selected(
        [
          ['id', 'uuid'],
          ['account_status', 'text'],
          ['bidding_limit', 'int8'],
          ['staff', 'bool'],
          ['confirmed', 'bool'],
          ['has_address', 'bool'],
          ['complete', 'bool'],
        ],
        exceptionsOf(context, context.given.array(1, 'uuid') as string[]).map((each) => [
          each.id,
          each.account_status,
          each.bidding_limit,
          each.staff,
          each.confirmed,
          each.has_address,
          each.complete,
        ]),
      ),
  ),
  statement(
    "select lot_id from standing join account on account.id = leader_id where lot_id = any($1::uuid[]) and account_status <> 'active'",
    (context) => {
      const lots = byIds(context, 'standing', context.given.array(1, 'uuid'))
      const isInactive = ({ leader_id: id }: Row) =>
        byIds(context, 'account', [id]).some((account) => account.account_status !== 'active')
      return selected(
        [['lot_id', 'uuid']],
        lots.filter(isInactive).map((row) => [row.lot_id]),
      )
    },
  ),
  statement(
    'select lot_id, sequence, 0::bigint as number, text, sealed, bidder_id from ledger where lot_id = any($1::uuid[]) union all select lot_id, after_sequence, number, text, sealed, bidder_id from sealed_ledger where lot_id = any($1::uuid[]) order by lot_id, sequence, number',
    (context) => {
      const lots = new Set<unknown>(context.given.array(1, 'uuid'))
      const columns = columnsIn('lot_id, sequence, number, text, sealed, bidder_id')
      const open = found(context, 'ledger', (row) => lots.has(row.lot_id)).map((row) => ({ ...row, number: 0 }))
      const sealed = found(context, 'sealed_ledger', (row) => lots.has(row.lot_id))
      const all: Row[] = [...open, ...sealed.map((row) => ({ ...row, sequence: row.after_sequence }))]
      const rows = all.toSorted(by('lot_id', 'sequence', 'number'))
      return selected(
        columns,
        rows.map((row) => cells(row, columns)),
      )
    },
  ),
]

function standings(context: Context, ids: string[], list: string): Result {
  const columns = columnsIn(list)
  return selected(
    columns,
    byIds(context, 'standing', ids).map((row) => cells(row, columns)),
  )
}

function limitsOf(context: Context, ids: string[]): Result {
  const limited = byIds(context, 'account', ids).filter((row) => row.bidding_limit !== null)
  return selected(
    [
      ['id', 'uuid'],
      ['bidding_limit', 'int8'],
    ],
    limited.map((row) => [row.id, row.bidding_limit]),
  )
}

function exceptionsOf(context: Context, asked: string[]) {
  return asked.flatMap((id) => {
    const account = context.model.read(context.transaction, 'account', id)
    if (account === undefined) return [{ id, ...NOBODY }]
    const { account_status, bidding_limit } = account
    const staff = account.role !== 'member'
    const confirmed = account.email_confirmed_at !== null
    const has_address = account.has_address === true
    const complete = account.has_paid_membership_fee === true && account.verification_status === 'verified'
    const isSimple =
      complete && confirmed && has_address && !staff && account_status === 'active' && bidding_limit === null
    return isSimple ? [] : [{ id, account_status, bidding_limit, staff, confirmed, has_address, complete }]
  })
}

const NOBODY = {
  account_status: null,
  bidding_limit: null,
  staff: false,
  confirmed: false,
  has_address: false,
  complete: false,
}

function readRest(context: Context, [clockName = '']: string[]): Result {
  const exceptions = exceptionsOf(context, context.given.array(1, 'uuid') as string[])
  const attempts = byIds(context, 'attempt', context.given.array(2, 'uuid')).map((row) => ({
    bid_id: row.bid_id,
    lot_id: row.lot_id,
    bidder_id: row.bidder_id,
    fingerprint: row.fingerprint,
    answer: row.answer,
  }))
  return selected(
    [
      ['now', 'int8'],
      ['exceptions', 'json'],
      ['attempts', 'json'],
    ],
    [[Math.floor(clock(context, clockName)), exceptions, attempts]],
  )
}

const BINDING = new Set<unknown>(['scheduled', 'open', 'reserve-not-met'])

/** What a lot costs beside its price: the model keeps it in the lot's own row. */
function costsOf(context: Context, lotId: unknown): unknown {
  return byIds(context, 'lot', [lotId])[0]?.costs ?? null
}

function readBinding(context: Context): Result {
  const ids = new Set<unknown>(context.given.array(1, 'uuid'))
  const led = found(context, 'standing', (row: Row) => ids.has(row.leader_id) && BINDING.has(row.status))
  const due = found(context, 'purchase_due', (row: Row) => ids.has(row.bidder_id))
  return selected(
    [
      ['lot_id', 'uuid'],
      ['bidder_id', 'uuid'],
      ['status', 'text'],
      ['sealed', 'bytea'],
      ['amount', 'int8'],
      ['costs', 'jsonb'],
    ],
    [
      ...led.map((row) => [row.lot_id, row.leader_id, row.status, row.sealed, null, costsOf(context, row.lot_id)]),
      ...due.map((row) => [row.lot_id, row.bidder_id, 'sold', null, row.amount, null]),
    ],
  )
}
