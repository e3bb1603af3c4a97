import { sql } from 'kysely'
import { isIPv6 } from 'node:net'
import { chore } from '../chore.ts'
import type { House } from '../house.ts'
import type { RoomHandle } from '../room.ts'

/** A token bucket per key, shared by all processes of the house. For what is rare and dear: not for bids. */
export type SharedThrottle = {
  /** False: too often. */
  take(key: string): Promise<boolean>
  /** What was taken turned out not to count. */
  giveBack(key: string): Promise<void>
}

const SWEEP_MS = 60_000
/** Buckets kept; beyond that the ones that are full soonest go first. */
const ROWS_MAX = 200_000

/** `name`: tells the throttle's keys from those of others. */
export function sharedThrottle(
  house: House,
  name: string,
  { burst, perSecond }: { burst: number; perSecond: number },
): SharedThrottle {
  return {
    async take(key) {
      const hashed = house.keys.mac('throttle', `${name}:${key}`)
      const left = sql`least(${burst}, t.tokens + extract(epoch from excluded.at - t.at)::float8 * ${perSecond})`
      const after = sql`(${left} - case when ${left} >= 1 then 1 else 0 end)`
      // Locks the key's row for this one statement: of two processes that ask at once, the second sees what the first has taken.
      // Nothing else is locked with it, so that nobody waits for more than that.
      const found = await sql<{ taken: boolean }>`
        insert into throttle as t (key, tokens, at, taken, full_at)
        values (${hashed}, ${burst}::float8 - 1, clock_timestamp(), true,
          clock_timestamp() + interval '1 second' / ${perSecond}::float8)
        on conflict (key) do update set tokens = ${after}, at = excluded.at, taken = ${left} >= 1,
          full_at = excluded.at + (${burst}::float8 - ${after}) / ${perSecond}::float8 * interval '1 second'
        returning taken`.execute(house.db)
      return found.rows[0]!.taken
    },
    async giveBack(key) {
      await sql`
        update throttle set tokens = least(${burst}::float8, tokens + 1),
          full_at = full_at - interval '1 second' / ${perSecond}::float8
        where key = ${house.keys.mac('throttle', `${name}:${key}`)}`.execute(house.db)
    },
  }
}

/** Who sends a request, as far as that limits anybody: of IPv6 the network, since each of its hosts has addresses without end. */
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

/** Removes buckets that are full again, and what is too many. Answers how many rows went. */
export async function sweepThrottles(house: House, rowsMax = ROWS_MAX): Promise<number> {
  const full = await sql`delete from throttle where full_at <= clock_timestamp()`.execute(house.db)
  const many = await sql`
    delete from throttle where key in (
      select key from throttle order by full_at limit greatest(0, (select count(*) from throttle) - ${rowsMax}))`.execute(
    house.db,
  )
  return Number(full.numAffectedRows ?? 0) + Number(many.numAffectedRows ?? 0)
}

export function sweepingThrottles(house: House): RoomHandle {
  return chore(
    house,
    'remove throttles that hold nobody back',
    SWEEP_MS,
    async () => void (await sweepThrottles(house)),
  )
}
