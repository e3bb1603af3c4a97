import { sql, type Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { deleteExpired } from './retention.ts'
import type { Vault } from './vault.ts'

/** Told when pictures may go at once: files are deleted after the commit that says so, and again until it succeeds. */
const MAY_GO = 'documents-may-go'

type CaseFact = {
  id: string
  kind: string
  state: string
  note: string | null
  submitted_at: number
  decided_at: number | null
  files: object[]
  looks: { at: string; act: string }[]
}

/** A person's documents without the pictures: what was sent, what became of it, and when somebody looked. */
export async function exportDocuments(db: Kysely<object>, accountId: string): Promise<object[]> {
  const found = await sql<CaseFact>`
    select c.id, c.kind, c.state, c.note, c.submitted_at, c.decided_at,
      coalesce((select jsonb_agg(jsonb_build_object('side', f.side, 'page', f.page, 'bytes', f.bytes) order by f.side, f.page)
        from verification_file f where f.case_id = c.id), '[]') as files,
      coalesce((select jsonb_agg(jsonb_build_object('at', a.at, 'act', a.act) order by a.at)
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

/** That somebody was checked, when and with what result stays; pictures go at once, and so do the words about them. */
export function forgetDocuments(house: House) {
  return async (trx: Kysely<object>, accountId: string): Promise<void> => {
    await sql`
      update verification_case set note = null, upload_id = null, upload_mac = null,
        state = case when state = 'submitted' then 'withdrawn' else state end,
        decided_at = coalesce(decided_at, clock_timestamp()),
        delete_files_at = case when exists (select 1 from verification_file f where f.case_id = verification_case.id)
          then clock_timestamp() end
      where account_id = ${accountId}`.execute(trx)
    await house.outbox.add(trx, MAY_GO, { accountId })
  }
}

/** The second half of {@link forgetDocuments}. */
export function deleteWhatMayGo(house: House, vault: Vault): void {
  house.outbox.on(MAY_GO, async () => void (await deleteExpired(house, vault)))
}
