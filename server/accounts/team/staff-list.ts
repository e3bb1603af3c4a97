import { sql } from 'kysely'
import type { listStaff, StaffMember } from '#contract/accounts/staff.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

export type StaffRow = {
  id: string
  name: string | null
  email: string
  roles: StaffMember['roles']
  state: StaffMember['state']
  second_factor: boolean
  sessions: number
  last_seen_at: number | null
  since: number
}

/** Staff accounts and open invitations as one table. */
const TEAM = `(
  select a.id, a.name, a.email, array[a.role] || a.more_roles as roles,
    case when a.account_status = 'active' then 'active' else 'ended' end as state,
    a.second_factor_since is not null as second_factor, count(s.id)::int as sessions,
    max(s.last_seen_at) as last_seen_at, a.created_at as since
  from account a left join session s on s.account_id = a.id and s.expires_at > clock_timestamp()
  where a.role <> 'member' group by a.id
  union all
  select id, null, email, roles, case when expires_at > clock_timestamp() then 'invited' else 'expired' end,
    false, 0, null, created_at
  from staff_link where email is not null) t`

export const STAFF_LIST: ListSql<typeof listStaff> = {
  columns: sql.raw('t.id, t.name, t.email, t.roles, t.state, t.second_factor, t.sessions, t.last_seen_at, t.since'),
  from: sql.raw(TEAM),
  id: 't.id',
  sorts: { name: 'lower(coalesce(t.name, t.email))', email: 't.email', lastSeenAt: 't.last_seen_at', since: 't.since' },
  where({ q = '', role = null, state = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or t.name ilike ${like} or t.email ilike ${like})
      and (${role}::text is null or ${role} = any (t.roles)) and (${state}::text is null or t.state = ${state})`
  },
}

export function presentStaff(row: StaffRow): StaffMember {
  const { id, name, email, roles, state, sessions, since } = row
  return {
    id,
    name,
    email,
    roles,
    state,
    secondFactor: row.second_factor,
    sessions,
    lastSeenAt: row.last_seen_at,
    since,
  }
}
