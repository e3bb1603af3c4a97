import { sql, type Kysely } from 'kysely'
import type { FastifyInstance } from 'fastify'
import {
  CHECKLIST_ENTRIES,
  keepEntry as keepEndpoint,
  readChecklist as readEndpoint,
  type Checklist,
  type ChecklistEntry,
} from '#contract/accounts/company-checklist.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { serve } from '#server/platform/http/serve.ts'

/** Whether an entry is done, read from what the owner set or did. */
type ChecklistCheck = (db: Kysely<object>) => Promise<boolean>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    checklist: Map<ChecklistEntry, ChecklistCheck>
  }
}

/** What a new company has to set up. Each feature answers for its own entries; the owner may keep some as they are. */
export function checklistRoutes(http: FastifyInstance, app: App): void {
  app.extensions.checklist.set('staff', hasColleague)

  serve(http, readEndpoint, () => readChecklist(app))

  serve(http, keepEndpoint, async ({ params: { entry }, person }) => {
    await app.db.transaction().execute(async (trx) => {
      await keep(trx, entry)
      const subject = { subjectKind: 'checklist', subjectId: entry }
      await audit(trx, { actorId: person.id, action: 'keep-checklist-entry', ...subject })
    })
    return readChecklist(app)
  })
}

async function readChecklist(app: App): Promise<Checklist> {
  const kept = await keptEntries(app.db)
  const items = CHECKLIST_ENTRIES.map(async (entry) => {
    const isDone = kept.includes(entry) || ((await app.extensions.checklist.get(entry)?.(app.db)) ?? false)
    return { entry, isDone }
  })
  return { items: await Promise.all(items) }
}

/** The owner's own account doesn't count; an open invitation does. */
async function hasColleague(db: Kysely<object>): Promise<boolean> {
  const found = await sql<{ has: boolean }>`
    select (select count(*) from account where role <> 'member' and account_status = 'active') > 1
      or exists (select 1 from staff_link where email is not null) as has`.execute(db)
  return found.rows[0]!.has
}

/** The key among the settings: an array of entries. */
const KEPT = 'checklistKept'

async function keptEntries<T>(db: Kysely<T>): Promise<unknown[]> {
  const found = await sql<{ value: unknown }>`select value from setting where key = ${KEPT}`.execute(db)
  const value = found.rows[0]?.value
  return Array.isArray(value) ? value : []
}

async function keep<T>(trx: Kysely<T>, entry: ChecklistEntry): Promise<void> {
  await sql`
    insert into setting (key, value) values (${KEPT}, jsonb_build_array(${entry}::text))
    on conflict (key) do update set value = (setting.value - ${entry}::text) || excluded.value,
      updated_at = clock_timestamp()`.execute(trx)
}
