import { sql, type Kysely } from 'kysely'

/** The calendar entry of an auction or a lot. Instants in ms. */
export type CalendarFact = {
  kind: 'auction' | 'lot'
  subjectId: string
  title: string
  startsAt: number
  endsAt: number
  location: string
  cancelled: boolean
}

/** A fact with the number of its changes, and the time of the last one (ms). */
export type CalendarEvent = CalendarFact & { sequence: number; changedAt: number }

/** How long a feed shows a canceled event, in days. */
const DAYS_CANCELLED = 30
/** The most events in a feed. */
const EVENTS_MAX = 1500

const SAID = sql.raw(
  'e.kind, e.subject_id as "subjectId", e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.location',
)

/**
 * Records the events as they are now and returns them with their sequences: one higher if the title, time, place or cancellation differs
 * from the last one in any calendar file.
 */
export async function noteEvents<T>(db: Kysely<T>, facts: readonly CalendarFact[]): Promise<CalendarEvent[]> {
  if (facts.length === 0) return []
  // Always in the same order, so that two transactions recording the same events queue up instead of deadlocking.
  const given = facts.toSorted((a, b) => (a.kind + a.subjectId < b.kind + b.subjectId ? -1 : 1))
  const instants = (read: (fact: CalendarFact) => number) => given.map((fact) => new Date(read(fact)).toISOString())
  const ids = given.map(({ subjectId }) => subjectId)
  const kinds = given.map(({ kind }) => kind)
  await sql`
    insert into calendar_event as e (kind, subject_id, title, starts_at, ends_at, location, cancelled)
    select * from unnest(${kinds}::text[], ${ids}::uuid[], ${given.map(({ title }) => title)}::text[],
      ${instants(({ startsAt }) => startsAt)}::timestamptz[], ${instants(({ endsAt }) => endsAt)}::timestamptz[],
      ${given.map(({ location }) => location)}::text[], ${given.map(({ cancelled }) => cancelled)}::boolean[])
    on conflict (kind, subject_id) do update set sequence = e.sequence + 1, title = excluded.title,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, location = excluded.location,
      cancelled = excluded.cancelled, changed_at = clock_timestamp()
    where (e.title, e.starts_at, e.ends_at, e.location, e.cancelled)
      is distinct from (excluded.title, excluded.starts_at, excluded.ends_at, excluded.location, excluded.cancelled)`.execute(
    db,
  )
  const found = await sql<CalendarEvent>`
    select ${SAID}, e.cancelled, e.sequence, e.changed_at as "changedAt"
    from unnest(${kinds}::text[], ${ids}::uuid[]) g (kind, subject_id)
      join calendar_event e on e.kind = g.kind and e.subject_id = g.subject_id
    order by e.starts_at, e.subject_id`.execute(db)
  return found.rows
}

/**
 * Records that a person's feed contains these events, all recorded before, and returns its full contents: these, plus, as canceled, events
 * that left the feed before they were over. A sequence never decreases here, since leaving and returning each add one.
 */
export async function recordSentEvents<T>(
  trx: Kysely<T>,
  accountId: string,
  events: readonly CalendarEvent[],
): Promise<CalendarEvent[]> {
  const kinds = events.map(({ kind }) => kind)
  const ids = events.map(({ subjectId }) => subjectId)
  await sql`
    insert into calendar_told as t (account_id, kind, subject_id)
    select ${accountId}, * from unnest(${kinds}::text[], ${ids}::uuid[])
    on conflict (account_id, kind, subject_id) do update set removed_at = null, turns = t.turns + 1
    where t.removed_at is not null`.execute(trx)
  await sql`
    update calendar_told t set removed_at = clock_timestamp(), turns = t.turns + 1
    from calendar_event e
    where t.account_id = ${accountId} and t.removed_at is null and e.kind = t.kind and e.subject_id = t.subject_id
      and e.ends_at > clock_timestamp()
      and not exists (
        select 1 from unnest(${kinds}::text[], ${ids}::uuid[]) g (kind, subject_id)
        where g.kind = t.kind and g.subject_id = t.subject_id)`.execute(trx)
  const found = await sql<CalendarEvent>`
    select ${SAID},
      e.cancelled or t.removed_at is not null as cancelled, e.sequence + t.turns as sequence,
      greatest(e.changed_at, t.removed_at) as "changedAt"
    from calendar_told t join calendar_event e on e.kind = t.kind and e.subject_id = t.subject_id
    where t.account_id = ${accountId} and (
      t.removed_at > clock_timestamp() - make_interval(days => ${DAYS_CANCELLED})
      or t.removed_at is null and exists (
        select 1 from unnest(${kinds}::text[], ${ids}::uuid[]) g (kind, subject_id)
        where g.kind = t.kind and g.subject_id = t.subject_id))
    order by e.starts_at, e.subject_id limit ${EVENTS_MAX}`.execute(trx)
  return found.rows
}

/** Deletes events that ended so long ago that no feed shows them. */
export async function forgetEvents<T>(db: Kysely<T>): Promise<void> {
  await sql`
    delete from calendar_event where ends_at < clock_timestamp() - make_interval(days => ${3 * DAYS_CANCELLED})`.execute(
    db,
  )
}
