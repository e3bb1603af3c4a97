import { sql } from 'kysely'
import { isIPv6 } from 'node:net'
import { job } from '../job.ts'
import type { App } from '../app.ts'
import type { FeatureHandle } from '../feature.ts'

/** A token bucket per key, shared by all processes. For rare and expensive operations: not for bids. */
export type SharedThrottle = {
  /** False: rate limit exceeded. */
  take(key: string): Promise<boolean>
  /** Returns a token that turned out not to count. */
  giveBack(key: string): Promise<void>
}

const SWEEP_MS = 60_000
/** Maximum number of buckets; beyond it, those that are full soonest are deleted first. */
const ROWS_MAX = 200_000

/** `name`: separates this throttle's keys from those of others. */
export function sharedThrottle(
  app: App,
  name: string,
  { burst, perSecond }: { burst: number; perSecond: number },
): SharedThrottle {
  return {
    async take(key) {
      const hashed = app.keys.mac('throttle', `${name}:${key}`)
      const left = sql`least(${burst}, t.tokens + extract(epoch from excluded.at - t.at)::float8 * ${perSecond})`
      const after = sql`(${left} - case when ${left} >= 1 then 1 else 0 end)`
      // Locks the key's row for this one statement: of two concurrent calls, the second sees what the first has taken. Nothing else is
      // locked with it, so no one waits longer than that.
      const found = await sql<{ taken: boolean }>`
        insert into throttle as t (key, tokens, at, taken, full_at)
        values (${hashed}, ${burst}::float8 - 1, clock_timestamp(), true,
          clock_timestamp() + interval '1 second' / ${perSecond}::float8)
        on conflict (key) do update set tokens = ${after}, at = excluded.at, taken = ${left} >= 1,
          full_at = excluded.at + (${burst}::float8 - ${after}) / ${perSecond}::float8 * interval '1 second'
        returning taken`.execute(app.db)
      return found.rows[0]!.taken
    },
    async giveBack(key) {
      await sql`
        update throttle set tokens = least(${burst}::float8, tokens + 1),
          full_at = full_at - interval '1 second' / ${perSecond}::float8
        where key = ${app.keys.mac('throttle', `${name}:${key}`)}`.execute(app.db)
    },
  }
}

/** The sender of a request for rate limits: for IPv6 the network, because each host has practically unlimited addresses. */
export function senderOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Deletes buckets that are full again, and those beyond the maximum. Returns how many were deleted. */
export async function sweepThrottles(app: App, rowsMax = ROWS_MAX): Promise<number> {
  const full = await sql`delete from throttle where full_at <= clock_timestamp()`.execute(app.db)
  const many = await sql`
    delete from throttle where key in (
      select key from throttle order by full_at limit greatest(0, (select count(*) from throttle) - ${rowsMax}))`.execute(
    app.db,
  )
  return Number(full.numAffectedRows ?? 0) + Number(many.numAffectedRows ?? 0)
}

export function sweepingThrottles(app: App): FeatureHandle {
  return job(app, 'delete expired throttles', SWEEP_MS, async () => void (await sweepThrottles(app)))
}
