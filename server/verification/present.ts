import type { SharedIdentifier } from '#contract/shared-identifiers.ts'
import type { CaseRow } from './queue-store.ts'
import type { LastCaseRow } from './store.ts'

/** `shared`: what the person's account has in common with others. */
export function presentCase(row: CaseRow, shared: readonly SharedIdentifier[]) {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    country: row.country,
    kind: row.kind,
    pictures: row.pictures,
    submittedAt: row.submitted_at,
    state: row.state,
    note: row.note,
    decidedAt: row.decided_at,
    decidedBy: row.reviewer,
    shared: [...shared],
    earlier: row.earlier.map(({ state, note, decided_at: decidedAt }) => ({ state, note, decidedAt })),
  }
}

export function presentLast(row: LastCaseRow | null) {
  if (row === null) return null
  const { kind, state, note, submitted_at: submittedAt, decided_at: decidedAt } = row
  return { kind, state, note, submittedAt, decidedAt }
}
