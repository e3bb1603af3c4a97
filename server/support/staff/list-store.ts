import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import type { listTickets, TicketFilter } from '#contract/support/support-staff.ts'
import { orderBy, pageAt, type Turn } from '#server/payments/paging.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import { TICKET_COLUMNS, TICKET_FROM, type TicketRow } from '../store.ts'

export type TicketSort = QueryOf<typeof listTickets>['sort']

const SORTS: Record<NonNullable<TicketSort>, RawBuilder<unknown>> = {
  waiting: sql.raw('t.waiting_since'),
  opened: sql.raw('t.opened_at'),
  moved: sql.raw('t.moved_at'),
  priority: sql.raw(`array_position(array['low', 'normal', 'high', 'urgent'], t.priority)`),
  person: sql.raw('lower(t.name)'),
}

/** What waits for us first: the urgent before the rest, the longest wait before the shorter; then what moved last. */
const QUEUE = sql.raw(`t.waiting_since is null, array_position(array['urgent', 'high', 'normal', 'low'], t.priority)
  * (t.waiting_since is not null)::int, t.waiting_since, t.moved_at desc`)

/** `actorId`: whose tickets `assigned: me` means. */
function where({ q = '', status, topic, priority, assigned }: TicketFilter, actorId: string) {
  const typed = q.trim()
  const like = likeTyped(typed)
  return sql`t.merged_into is null
    and (${typed} = '' or t.reference = upper(${typed}) or t.subject ilike ${like} or t.name ilike ${like} or t.email ilike ${like}
      or l.lot_number::text = ${typed} or lower(i.number) = lower(${typed})
      or exists (select 1 from ticket o where o.merged_into = t.id and o.reference = upper(${typed}))
      or exists (select 1 from ticket_message m join ticket_text x on x.message_id = m.id
        where m.ticket_id = t.id and x.text ilike ${like}))
    and (${status ?? null}::text is null or t.status = ${status ?? null})
    and (${topic ?? null}::text is null or t.topic = ${topic ?? null})
    and (${priority ?? null}::text is null or t.priority = ${priority ?? null})
    and (${assigned ?? null}::text is null or ${assigned ?? null} = case when t.assignee_id is null then 'nobody'
      when t.assignee_id = ${actorId} then 'me' else 'others' end)`
}

export async function pageOfTickets<T>(
  db: Kysely<T>,
  filter: TicketFilter,
  turn: Turn<TicketSort>,
  actorId: string,
): Promise<{ rows: TicketRow[]; total: number }> {
  const order = turn.sort === undefined ? QUEUE : orderBy(SORTS[turn.sort], turn)
  const found = await sql<TicketRow>`
    select ${TICKET_COLUMNS} ${TICKET_FROM} where ${where(filter, actorId)}
    order by ${order}, t.id desc ${pageAt(turn)}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total ${TICKET_FROM} where ${where(filter, actorId)}`.execute(db)
  return { rows: found.rows, total: Number(counted.rows[0]!.total) }
}

/** For a file, page by page: the newest first, those after an id. Ids are made by clients, so the time of opening orders, to the microsecond. */
export async function ticketsAfter<T>(
  db: Kysely<T>,
  filter: TicketFilter,
  actorId: string,
  after: string | null,
  limit: number,
): Promise<TicketRow[]> {
  const found = await sql<TicketRow>`
    select ${TICKET_COLUMNS} ${TICKET_FROM} where ${where(filter, actorId)}
      and (${after}::uuid is null or (t.opened_at, t.id) < (select opened_at, id from ticket where id = ${after}::uuid))
    order by t.opened_at desc, t.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function countWaiting<T>(db: Kysely<T>): Promise<{ waiting: number; unassigned: number }> {
  const found = await sql<{ waiting: number; unassigned: number }>`
    select count(*)::int as waiting, (count(*) filter (where assignee_id is null))::int as unassigned
    from ticket where waiting_since is not null and merged_into is null`.execute(db)
  return found.rows[0]!
}
