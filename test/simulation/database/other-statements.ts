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

const NOW = 'floor(extract(epoch from {now}) * 1000)'
const DONE: Result = { columns: [], rows: [], tag: 'LISTEN' }

/** What falls due, in the words of server/bidding/closing.ts. */
const CLOSING: Statement[] = [
  statement(
    `select lot_id from standing where status = 'scheduled' and sale_kind = 'timed' and opens_at_ms <= ${NOW} order by opens_at_ms limit $1`,
    (context, [name = '']) => {
      const now = Math.floor(clock(context, name))
      const due = found(
        context,
        'standing',
        (row) => row.status === 'scheduled' && row.sale_kind === 'timed' && isDue(row.opens_at_ms, now),
      )
      return columnsOf(due.toSorted(by('opens_at_ms')).slice(0, context.given.number(1)), 'lot_id')
    },
  ),
  statement(
    "select distinct on (s.auction_id) s.lot_id from standing s join auction a on a.id = s.auction_id where s.status = 'scheduled' and s.sale_kind = 'live' and a.starts_at <= {now} and not exists (select 1 from standing o where o.auction_id = s.auction_id and o.status = 'open') order by s.auction_id, s.position",
    nextOnTheBlock,
  ),
  statement(
    `select s.lot_id, s.closes_at_ms, clock.at_ms as since_ms, ${NOW}::bigint as now from standing s cross join lateral ( select at_ms from ledger l where l.lot_id = s.lot_id and (l.type = 'opened' or (l.type = 'extended' and l.text::jsonb ->> 'cause' = 'outage')) order by sequence desc limit 1) clock where s.status = 'open' and s.sale_kind = 'live' and s.closes_at_ms is not null`,
    runningOnTheBlock,
  ),
  statement(
    `select lot_id, sale_kind, closes_at_ms from standing where status = 'open' and closes_at_ms <= ${NOW} order by closes_at_ms limit $1`,
    (context, [name = '']) => {
      const now = Math.floor(clock(context, name))
      const due = found(context, 'standing', (row) => row.status === 'open' && isDue(row.closes_at_ms, now))
      return columnsOf(
        due.toSorted(by('closes_at_ms')).slice(0, context.given.number(1)),
        'lot_id, sale_kind, closes_at_ms',
      )
    },
  ),
  statement(
    `select lot_id from standing where talk_due_at_ms <= ${NOW} order by talk_due_at_ms limit $1`,
    (context, [name = '']) => {
      const now = Math.floor(clock(context, name))
      const due = found(context, 'standing', (row) => isDue(row.talk_due_at_ms, now))
      return columnsOf(due.toSorted(by('talk_due_at_ms')).slice(0, context.given.number(1)), 'lot_id')
    },
  ),
]

/** That a process lives, in the words of server/platform/health/heartbeat.ts. */
const HEARTBEAT: Statement[] = [
  statement('insert into server_run (id) values ($1)', (context) => {
    const now = context.model.time.now()
    context.model.write(context.transaction, 'server_run', { id: context.given.text(1), started_at: now, last_at: now })
    return { columns: [], rows: [], tag: 'INSERT 0 1' }
  }),
  statement(
    "update server_run set last_at = {now} where id = $1::uuid and last_at > {now} - $2 * interval '1 ms'",
    (context) => {
      const now = context.model.time.now()
      const run = byIds(context, 'server_run', [context.given.text(1)]).filter(
        (row) => Number(row.last_at) > now - context.given.number(2),
      )
      for (const row of run) context.model.write(context.transaction, 'server_run', { ...row, last_at: now })
      return { columns: [], rows: [], tag: `UPDATE ${run.length}` }
    },
  ),
  statement(
    "select extract(epoch from started_at) * 1000 as started, extract(epoch from case when last_at > {now} - $3 * interval '1 ms' then {now} else last_at end) * 1000 as last from server_run where last_at >= to_timestamp($1 / 1000.0) - $3 * interval '1 ms' and started_at <= to_timestamp($2 / 1000.0) order by started_at",
    (context) => {
      const [from, to, silentMs] = [context.given.number(1), context.given.number(2), context.given.number(3)]
      const now = context.model.time.now()
      const runs = found(
        context,
        'server_run',
        (row) => Number(row.last_at) >= from - silentMs && Number(row.started_at) <= to,
      )
      const lastOf = ({ last_at: last }: Row) => (Number(last) > now - silentMs ? now : last)
      return selected(
        [
          ['started', 'numeric'],
          ['last', 'numeric'],
        ],
        runs.toSorted(by('started_at')).map((row) => [row.started_at, lastOf(row)]),
      )
    },
  ),
  statement('select extract(epoch from min(started_at)) * 1000 as started from server_run', (context) => {
    const starts = found(context, 'server_run', () => true).map((row) => Number(row.started_at))
    return selected([['started', 'numeric']], [[starts.length === 0 ? null : Math.min(...starts)]])
  }),
]

/** What the feed reads, in the words of server/bidding/feed/reader.ts. */
const FEED: Statement[] = [
  statement(
    "select {columns}, ( select coalesce(json_agg(l.text order by l.sequence), '[]') from ledger l where l.lot_id = standing.lot_id and l.sequence > $1 and l.sequence <= standing.sequence) as lines from standing where lot_id = $2",
    (context, [list = '']) => {
      const after = context.given.number(1)
      const columns = columnsIn(list)
      const rows = byIds(context, 'standing', [context.given.text(2)]).map((row) => {
        const isWanted = (each: Row) =>
          each.lot_id === row.lot_id && Number(each.sequence) > after && Number(each.sequence) <= Number(row.sequence)
        const lines = found(context, 'ledger', isWanted).toSorted(by('sequence'))
        return [...cells(row, columns), lines.map((line) => line.text)]
      })
      return selected([...columns, ['lines', 'json']], rows)
    },
  ),
  statement('select {columns} from standing where lot_id = any($1::uuid[])', (context, [list = '']) =>
    columnsOf(byIds(context, 'standing', context.given.array(1, 'uuid')), list),
  ),
  statement(
    `select ${NOW}::bigint as now, ( select json_object_agg(lot_id, sequence) from standing where lot_id = any($1::uuid[])) as sequences`,
    (context, [name = '']) => {
      const rows = byIds(context, 'standing', context.given.array(1, 'uuid'))
      const sequences = Object.fromEntries(rows.map((row) => [String(row.lot_id), row.sequence]))
      return selected(
        [
          ['now', 'int8'],
          ['sequences', 'json'],
        ],
        [[Math.floor(clock(context, name)), rows.length === 0 ? null : sequences]],
      )
    },
  ),
  statement(
    "select lot_id from standing where auction_id = $1 order by status not in ('scheduled', 'open'), position limit $2",
    (context) => {
      const rows = found(context, 'standing', (row) => row.auction_id === context.given.text(1))
      const ranked = rows.map((row) => ({ ...row, over: row.status !== 'scheduled' && row.status !== 'open' ? 1 : 0 }))
      return columnsOf(ranked.toSorted(by('over', 'position')).slice(0, context.given.number(2)), 'lot_id')
    },
  ),
  statement('select lot_number, title from lot where id = $1', (context) =>
    columnsOf(byIds(context, 'lot', [context.given.text(1)]), 'lot_number, title'),
  ),
  statement(
    "with involved as ( select bidder_id as account_id, true as has_bid from participation where lot_id = $1 and bidder_id = any($2::uuid[]) union all select account_id, false from watch where lot_id = $3 and account_id = any($4::uuid[])) select {columns}, ( select coalesce(json_agg(json_build_object('accountId', account_id, 'hasBid', has_bid)), '[]') from (select account_id, bool_or(has_bid) as has_bid from involved group by account_id) as each) as people from standing where lot_id = $5",
    involved,
  ),
]

const BUS: Statement[] = [
  statement('listen {text}', () => DONE),
  statement('select 1', () => selected([['?column?', 'int4']], [[1]])),
  statement('select pg_notify($1, $2)', ({ transaction, given }) => {
    transaction.notifications.push([given.text(1), given.text(2)])
    return selected([['pg_notify', 'text']], [['']])
  }),
]

export const OTHER_STATEMENTS: Statement[] = [...CLOSING, ...HEARTBEAT, ...FEED, ...BUS]

function isDue(at: unknown, now: number): boolean {
  return at !== null && at !== undefined && Number(at) <= now
}

function columnsOf(rows: Row[], list: string): Result {
  const columns = columnsIn(list)
  return selected(
    columns,
    rows.map((row) => cells(row, columns)),
  )
}

function nextOnTheBlock(context: Context, [name = '']: string[]): Result {
  const now = clock(context, name)
  const taken = new Set(found(context, 'standing', (row) => row.status === 'open').map((row) => row.auction_id))
  const next = new Map<unknown, Row>()
  const waiting = found(context, 'standing', (row) => row.status === 'scheduled' && row.sale_kind === 'live')
  for (const row of waiting.toSorted(by('auction_id', 'position'))) {
    const auction = context.model.read(context.transaction, 'auction', String(row.auction_id))
    if (auction === undefined || Number(auction.starts_at) > now || taken.has(row.auction_id)) continue
    if (!next.has(row.auction_id)) next.set(row.auction_id, row)
  }
  return columnsOf([...next.values()], 'lot_id')
}

function runningOnTheBlock(context: Context, [name = '']: string[]): Result {
  const now = Math.floor(clock(context, name))
  const isUp = (row: Row) => row.status === 'open' && row.sale_kind === 'live' && row.closes_at_ms !== null
  const rows = found(context, 'standing', isUp).flatMap((row) => {
    const isStart = (line: Row) =>
      line.lot_id === row.lot_id &&
      (line.type === 'opened' || (line.type === 'extended' && String(line.text).includes('"cause":"outage"')))
    const start = found(context, 'ledger', isStart).toSorted(by('sequence')).at(-1)
    return start === undefined ? [] : [[row.lot_id, row.closes_at_ms, start.at_ms, now]]
  })
  return selected(
    [
      ['lot_id', 'uuid'],
      ['closes_at_ms', 'int8'],
      ['since_ms', 'int8'],
      ['now', 'int8'],
    ],
    rows,
  )
}

function involved(context: Context, [list = '']: string[]): Result {
  const lotId = context.given.text(1)
  const asked = new Set<unknown>(context.given.array(2, 'uuid'))
  const people = new Map<unknown, boolean>()
  for (const row of found(context, 'watch', (each) => each.lot_id === lotId && asked.has(each.account_id)))
    people.set(row.account_id, false)
  for (const row of found(context, 'participation', (each) => each.lot_id === lotId && asked.has(each.bidder_id)))
    people.set(row.bidder_id, true)
  const columns = columnsIn(list)
  const rows = byIds(context, 'standing', [lotId]).map((row) => [
    ...cells(row, columns),
    [...people].map(([accountId, hasBid]) => ({ accountId, hasBid })),
  ])
  return selected([...columns, ['people', 'json']], rows)
}
