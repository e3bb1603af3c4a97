import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readTimeline, TIMELINE_PAGE, type TimelineEntry } from '#contract/accounts/timeline.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { mergedInto } from '../merge/accounts-of.ts'
import { accountById } from '../store.ts'

/** A feature's part of a person's timeline: the newest entries from earlier than `before`, at most `limit`, newest first. */
export type TimelineSource = (
  db: Kysely<object>,
  accountId: string,
  before: Date,
  limit: number,
) => Promise<TimelineEntry[]>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    timeline: TimelineSource[]
  }
}

const END_OF_TIME = Date.parse('9999-12-31')
/** Entries of one source at the very same millisecond as the end of a page. */
const SAME_MS_MAX = 20

export function timelineRoutes(http: FastifyInstance, app: App): void {
  serve(http, readTimeline, async ({ params: { accountId }, query: { cursor } }) => {
    if ((await accountById(app.db, accountId)) === null) throw notFound('this account')
    const after = cursor === undefined ? null : cursorIn(cursor)
    // Other entries of the millisecond at which the last page ended may be on this one.
    const before = new Date((after?.at ?? END_OF_TIME) + 1)
    const limit = TIMELINE_PAGE + 1 + SAME_MS_MAX
    // What happened with an account that was merged into this one happened with the same person.
    const ids = [accountId, ...(await mergedInto(app.db, accountId)).map(({ id }) => id)]
    const parts = await Promise.all(
      ids.flatMap((id) => app.extensions.timeline.map((read) => read(app.db, id, before, limit))),
    )
    const entries = parts
      .flat()
      .filter((entry) => after === null || newestFirst(after, entry) < 0)
      .toSorted(newestFirst)
    const items = entries.slice(0, TIMELINE_PAGE)
    const last = items.at(-1)
    return { items, next: entries.length > items.length && last !== undefined ? `${last.at}.${last.id}` : null }
  })
}

type Place = Pick<TimelineEntry, 'at' | 'id'>

function newestFirst(one: Place, other: Place): number {
  return other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

function cursorIn(text: string): Place {
  const dot = text.indexOf('.')
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
}
