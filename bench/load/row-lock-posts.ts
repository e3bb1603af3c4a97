import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { CastMember } from '#test/cast.ts'
import { rowLockPathOf } from '../row-lock-post.ts'
import type { Stage } from '../stage.ts'
import { openBidders } from './bidders.ts'
import { hotLotPlan } from './hot-lot.ts'
import { prepareRowLock } from './row-lock.ts'
import type { Target } from './target.ts'

/** `mustBeKept`: throws if a bid failed, or the table doesn't hold exactly those that were accepted. */
export type RowLockPosts = Target & { mustBeKept(): Promise<void> }

/** The yardstick of bids over HTTP: the same bids of the same people, each in a transaction of its own that locks the lot. */
export async function openRowLockPosts(stage: Stage, crowd: readonly CastMember[]): Promise<RowLockPosts> {
  const lotId = randomUUID()
  await asLogin(stage, (pool) => prepareRowLock(pool, [lotId]))
  const posts = await openBidders({
    port: stage.port,
    pool: stage.app.pool,
    crowd,
    plan: hotLotPlan(lotId),
    pathOf: rowLockPathOf,
  })
  return {
    ...posts,
    async mustBeKept() {
      const { errors } = await posts.history()
      if (errors.size > 0) throw new Error(`void: row-locking bids were answered ${[...errors.keys()].join(', ')}`)
      const kept = await asLogin(stage, (pool) => countKept(pool, lotId))
      const { accepted } = posts.counts
      if (kept !== accepted) throw new Error(`void: of ${accepted} accepted row-locking bids ${kept} were kept`)
    },
  }
}

/** The yardstick's tables are its owner's; the application's role has no rights on them. */
async function asLogin<T>({ databaseUrl }: Stage, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function countKept(pool: pg.Pool, lotId: string): Promise<number> {
  const text = 'select count(*)::int as kept from yardstick_bid where lot_id = $1'
  const { rows } = await pool.query<{ kept: number }>(text, [lotId])
  return rows[0]!.kept
}
