import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { SharedIdentifier } from '#contract/accounts/shared-identifiers.ts'
import type { decideVerification } from '#contract/verification/verification.ts'
import { comparableNumber, noteIdentifier, sharedIdentifiersOf } from '#server/accounts/identifiers/identifiers.ts'
import { startMember } from '#server/accounts/people-rules.ts'
import { setVerification } from '#server/accounts/member-state.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readDocumentRetentionDays } from '#server/platform/settings.ts'
import { caseById, type CaseRow } from './queue-store.ts'
import { lockCase, setDecided, type CaseState, type LockedCase } from './store.ts'

export type CaseDecision = BodyOf<typeof decideVerification>
type Decision = CaseDecision['decision']

const STATE_AFTER: Record<Decision, CaseState> = {
  approve: 'approved',
  'ask-again': 'asked-again',
  reject: 'rejected',
  'reject-finally': 'rejected-finally',
}

/**
 * Decides a case, once, whichever reviewer is first. All decisions but an approval need a note, which the person reads. An approval needs
 * the document's number, and a reason if the account shares a document, card or device with another; the reason is only in the audit log.
 */
export async function decideCase(
  app: App,
  actorId: string,
  caseId: string,
  given: CaseDecision,
): Promise<CaseRow | Refusal> {
  const note = given.note?.trim() || null
  if (given.decision !== 'approve' && note === null)
    return refuse('reason-required', 'Give a reason that the person can act on.')
  const number = comparableNumber(given.documentNumber ?? '')
  if (given.decision === 'approve' && number === '')
    return refuse('document-number-required', 'Enter the number of the document, as printed on it.')
  // Committed before matches are looked up: if two accounts are approved simultaneously with one document, the later sees the other.
  if (number !== '') await noteNumber(app, caseId, number)
  const decided = await app.db.transaction().execute(async (trx) => {
    const open = await lockCase(trx, caseId)
    if (open === null) throw notFound('this case')
    if (open.state !== 'submitted') return tooLate(open, actorId)
    // Four-eyes rule: no one decides on their own document.
    if (open.account_id === actorId) throw forbidden('You can’t review your own document. Ask a colleague.')
    const shared = await sharedIdentifiersOf(trx, open.account_id)
    const reason = given.reason?.trim() || null
    if (given.decision === 'approve' && shared.length > 0 && reason === null) return unexplained(shared)
    const state = STATE_AFTER[given.decision]
    const keepDays = await readDocumentRetentionDays(trx)
    await setDecided(trx, caseId, { state, note, by: actorId, keepDays })
    const row = (await caseById(trx, caseId))!
    const document = { submittedAt: row.submitted_at, kind: row.kind, state: 'approved' as const }
    await setVerification(
      trx,
      row.account_id,
      state === 'approved' ? { status: 'verified', document, note: null } : { status: 'pending', document: null, note },
    )
    const action = `${given.decision}-document` as const
    const after = shared.length === 0 ? {} : { after: { shared: shared.map(wordsFor) } }
    await audit(trx, {
      actorId,
      action,
      subjectKind: 'verification',
      subjectId: caseId,
      reason: given.decision === 'approve' ? (reason ?? note) : note,
      ...after,
    })
    const waits = state === 'approved' && (await startMember(trx, row.account_id, actorId))
    await notifyApplicant(app, trx, row, waits)
    return row
  })
  if ('account_id' in decided) {
    accountChanged(app, decided.account_id)
    app.outbox.nudge()
  }
  return decided
}

/** Records the number for the account of a waiting case; any other case is refused by the decision itself. */
async function noteNumber(app: App, caseId: string, number: string): Promise<void> {
  const row = await caseById(app.db, caseId)
  if (row?.state !== 'submitted') return
  await noteIdentifier(app, app.db, row.account_id, 'document-number', number)
}

function unexplained(shared: readonly SharedIdentifier[]): Refusal {
  const message =
    'A document, card or device of this person is also on another account. Explain why you’re approving it.'
  return refuse('shared-identifier', message, { shared: shared.map(wordsFor) })
}

function wordsFor({ kind, account }: SharedIdentifier) {
  return { kind, accountId: account.id }
}

/** Publishes the decision to later features and notifies the person, in the transaction that decides. */
async function notifyApplicant(app: App, trx: App['db'], row: CaseRow, waits: boolean) {
  const { id: caseId, account_id: accountId, state, note } = row
  await enqueue(trx, 'document-decided', { caseId, accountId, state, note })
  if (state === 'rejected-finally') await enqueue(trx, 'verification-rejected-finally', { accountId })
  if (state === 'submitted' || state === 'withdrawn') throw new Error(`case ${caseId} is not decided`)
  const facts = { decision: state, reason: note, ...(waits ? { waits } : {}) }
  await notify(app, trx, { kind: 'document-decided', accountId, key: `document-decided:${caseId}`, facts })
}

const DONE: Record<CaseState, string> = {
  submitted: 'is waiting',
  approved: 'was already approved',
  'asked-again': 'was already sent back for a new one',
  rejected: 'was already rejected',
  'rejected-finally': 'was already permanently rejected',
  withdrawn: 'was withdrawn because the account was closed',
}

function tooLate({ state, decided_by: by, reviewer }: LockedCase, actorId: string): Refusal {
  const who = by === null || reviewer === null ? '' : by === actorId ? ' by you' : ` by ${reviewer}`
  return refuse('already-decided', `This document ${DONE[state]}${who}.`, { state, by: reviewer })
}
