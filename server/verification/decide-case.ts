import { setVerification } from '#server/accounts/change-standing.ts'
import { accountChanged } from '#server/accounts/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readDocumentRetentionDays } from '#server/platform/settings.ts'
import { caseById, lockCase, setDecided, type CaseRow } from './store.ts'

export type CaseDecision = { decision: 'approve' | 'reject'; note?: string | undefined }

/** Approves or rejects, once. A rejection needs a reason, which the person reads; he may send another document. */
export async function decideCase(
  house: House,
  actorId: string,
  caseId: string,
  given: CaseDecision,
): Promise<CaseRow | Refusal> {
  const note = given.note?.trim() || null
  const approved = given.decision === 'approve'
  if (!approved && note === null)
    return refuse('reason-required', 'Say why, so that the person can send a better document.')
  const decided = await house.db.transaction().execute(async (trx) => {
    const open = await lockCase(trx, caseId)
    if (open === null) throw notFound('this case')
    if (open.state !== 'submitted') return refuse('already-decided', 'This document has been decided already.')
    const state = approved ? 'approved' : 'rejected'
    // Four eyes: nobody judges his own document.
    if (open.account_id === actorId) throw forbidden('Nobody decides about his own document. Ask a colleague.')
    await setDecided(trx, caseId, state, note, actorId, await readDocumentRetentionDays(trx))
    const row = (await caseById(trx, caseId))!
    const document = { submittedAt: row.submitted_at, kind: row.kind, state: 'approved' as const }
    await setVerification(
      trx,
      row.account_id,
      approved ? { status: 'verified', document, note: null } : { status: 'pending', document: null, note },
    )
    await audit(trx, {
      actorId,
      act: `${given.decision}-document`,
      subjectKind: 'verification',
      subjectId: caseId,
      reason: note,
    })
    await house.outbox.add(trx, 'document-decided', { caseId, accountId: row.account_id, state, note })
    return row
  })
  if ('account_id' in decided) {
    accountChanged(house, decided.account_id)
    house.outbox.nudge()
  }
  return decided
}
