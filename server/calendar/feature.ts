import { randomBytes } from 'node:crypto'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import type { Feature } from '#server/platform/feature.ts'
import { forgetEvents } from './event-store.ts'
import { calendarRoutes } from './routes.ts'
import { sql, type Kysely } from 'kysely'
import { dropFeed, endFeed, findFeed } from './feed-store.ts'

type Said = { kind: string; subject_id: string; title: string; starts_at: number; removed_at: number | null }

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A person's calendar feed, without its secret address, and the events it has shown. */
async function exportFeed(db: Kysely<object>, accountId: string): Promise<object> {
  const feed = await findFeed(db, accountId)
  const said = await sql<Said>`
    select t.kind, t.subject_id, e.title, e.starts_at, t.removed_at
    from calendar_told t join calendar_event e on e.kind = t.kind and e.subject_id = t.subject_id
    where t.account_id = ${accountId} order by e.starts_at, t.subject_id`.execute(db)
  return {
    feed:
      feed === undefined
        ? null
        : { createdAt: isoOf(feed.createdAt), readAt: isoOf(feed.readAt), endedAt: isoOf(feed.endedAt) },
    said: said.rows.map(({ kind, subject_id: id, title, starts_at: startsAt, removed_at: removedAt }) => ({
      kind,
      id,
      title,
      startsAt: isoOf(startsAt),
      removedAt: isoOf(removedAt),
    })),
  }
}

/** Deletes the feed first: a concurrent read holds its row, and has recorded its events by the time those are deleted. */
async function forgetFeed(trx: Kysely<object>, accountId: string): Promise<void> {
  await dropFeed(trx, accountId)
  await sql`delete from calendar_told where account_id = ${accountId}`.execute(trx)
}

/** The calendar of auctions, the closing planner, and both as calendar files. */
export const calendarFeature: Feature = {
  name: 'calendar',
  setUp(http, app) {
    personalData(app, { name: 'calendar', read: exportFeed, forget: forgetFeed })
    app.extensions.merges.push({
      async carry(trx, { duplicateId }) {
        await forgetFeed(trx, duplicateId)
        return {}
      },
    })
    app.extensions.signedOut.push((trx, accountId) => endFeed(trx, accountId, randomBytes(32)))
    calendarRoutes(http, app)
    return job(app, 'delete old calendar events', 24 * HOUR_MS, () => forgetEvents(app.db))
  },
}
