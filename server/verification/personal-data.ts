import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { deleteExpired } from './retention.ts'
import type { Vault } from './vault.ts'

type CaseFact = {
  id: string
  kind: string
  state: string
  note: string | null
  submitted_at: number
  decided_at: number | null
  files: object[]
  looks: { at: string; action: string }[]
}

/** A person's documents without the pictures: what was sent, the outcome, and when staff viewed it. */
export async function exportDocuments(db: Kysely<object>, accountId: string): Promise<object[]> {
  const found = await sql<CaseFact>`
    select c.id, c.kind, c.state, c.note, c.submitted_at, c.decided_at,
      coalesce((select jsonb_agg(jsonb_build_object('side', f.side, 'page', f.page, 'bytes', f.bytes) order by f.side, f.page)
        from verification_file f where f.case_id = c.id), '[]') as files,
      coalesce((select jsonb_agg(jsonb_build_object('at', a.at, 'action', a.action) order by a.at)
        from audit a where a.subject_kind = 'verification' and a.subject_id in (
          select c.id::text union all
          select concat_ws(':', c.id, side, page)
          from unnest(array['front', 'back']) side, generate_series(1, 20) page)), '[]') as looks
    from verification_case c where c.account_id = ${accountId} order by c.submitted_at`.execute(db)
  return found.rows.map(({ submitted_at: submittedAt, decided_at: decidedAt, ...rest }) => ({
    ...rest,
    submittedAt: new Date(submittedAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  }))
}

/** Keeps that, when and with what result a person was checked; deletes pictures and notes immediately. */
export async function forgetDocuments(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`
    update verification_case set note = null, upload_id = null, upload_mac = null,
      state = case when state = 'submitted' then 'withdrawn' else state end,
      decided_at = coalesce(decided_at, clock_timestamp()),
      delete_files_at = case when exists (select 1 from verification_file f where f.case_id = verification_case.id)
        then clock_timestamp() end
    where account_id = ${accountId}`.execute(trx)
  await enqueue(trx, 'documents-may-go', { accountId })
}

/** The second half of {@link forgetDocuments}. */
export function deleteWhatMayGo(app: App, vault: Vault): void {
  app.outbox.on('documents-may-go', async () => void (await deleteExpired(app, vault)))
}
