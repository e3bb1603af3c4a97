import type { BodyOf } from '#contract/endpoint.ts'
import type { SharedIdentifier } from '#contract/shared-identifiers.ts'
import type { decideVerification } from '#contract/verification.ts'
import { comparableNumber, noteIdentifier, sharedIdentifiersOf } from '#server/accounts/identifiers/identifiers.ts'
import { setVerification } from '#server/accounts/staff/change-standing.ts'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readDocumentRetentionDays } from '#server/platform/settings.ts'
import { caseById, type CaseRow } from './queue-store.ts'
import { lockCase, setDecided, type CaseState, type LockedCase } from './store.ts'

export type CaseDecision = BodyOf<typeof decideVerification>
type Decision = CaseDecision['decision']

/** Told in the transaction that decides a case. */
export const DOCUMENT_DECIDED = 'document-decided'
export type DocumentDecided = { caseId: string; accountId: string; state: CaseState; note: string | null }

const STATE_AFTER: Record<Decision, CaseState> = {
  approve: 'approved',
  'ask-again': 'asked-again',
  reject: 'rejected',
  'reject-finally': 'rejected-finally',
}

/**
 * Decides a case, once, whoever decides. All but an approval need a note, which the person reads. An approval needs the document's
 * number, and a reason where the account shares a document, card or device with another; the reason goes into the audit log alone.
 */
export async function decideCase(
  house: House,
  actorId: string,
  caseId: string,
  given: CaseDecision,
): Promise<CaseRow | Refusal> {
  const note = given.note?.trim() || null
  if (given.decision !== 'approve' && note === null)
    return refuse('reason-required', 'Say why, in words that the person can act on.')
  const number = comparableNumber(given.documentNumber ?? '')
  if (given.decision === 'approve' && number === '')
    return refuse('document-number-required', 'Enter the number of the document, as printed on it.')
  // Committed before the decision looks for matches: of two accounts approved at once with one document, the later one sees the other.
  if (number !== '') await noteNumber(house, caseId, number)
  const decided = await house.db.transaction().execute(async (trx) => {
    const open = await lockCase(trx, caseId)
    if (open === null) throw notFound('this case')
    if (open.state !== 'submitted') return tooLate(open, actorId)
    // Four eyes: nobody judges his own document.
    if (open.account_id === actorId) throw forbidden('Nobody decides about his own document. Ask a colleague.')
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
    const act = `${given.decision}-document`
    const after = shared.length === 0 ? {} : { after: { shared: shared.map(wordsFor) } }
    await audit(trx, {
      actorId,
      act,
      subjectKind: 'verification',
      subjectId: caseId,
      reason: given.decision === 'approve' ? (reason ?? note) : note,
      ...after,
    })
    await tell(house, trx, row)
    return row
  })
  if ('account_id' in decided) {
    accountChanged(house, decided.account_id)
    house.outbox.nudge()
  }
  return decided
}

/** Notes the number for the account of a case that waits; any other case is refused by the decision itself. */
async function noteNumber(house: House, caseId: string, number: string): Promise<void> {
  const row = await caseById(house.db, caseId)
  if (row?.state !== 'submitted') return
  await noteIdentifier(house, house.db, row.account_id, 'document-number', number)
}

function unexplained(shared: readonly SharedIdentifier[]): Refusal {
  const message = 'A document, card or device of this person is also on another account. Say why you approve.'
  return refuse('shared-identifier', message, { shared: shared.map(wordsFor) })
}

function wordsFor({ kind, account }: SharedIdentifier) {
  return { kind, accountId: account.id }
}

/** What later rooms hear, and what the person is told, in the transaction that decides. */
async function tell(house: House, trx: House['db'], { id: caseId, account_id: accountId, state, note }: CaseRow) {
  await house.outbox.add(trx, DOCUMENT_DECIDED, { caseId, accountId, state, note } satisfies DocumentDecided)
  if (state === 'rejected-finally') await house.outbox.add(trx, 'verification-rejected-finally', { accountId })
  if (state === 'submitted' || state === 'withdrawn') throw new Error(`case ${caseId} is not decided`)
  const facts = { decision: state, reason: note }
  await notify(house, trx, { kind: 'document-decided', accountId, key: `document-decided:${caseId}`, facts })
}

const DONE: Record<CaseState, string> = {
  submitted: 'is waiting',
  approved: 'was approved',
  'asked-again': 'was asked for again',
  rejected: 'was rejected',
  'rejected-finally': 'was rejected for good',
  withdrawn: 'was withdrawn with the account',
}

function tooLate({ state, decided_by: by, reviewer }: LockedCase, actorId: string): Refusal {
  const who = by === null || reviewer === null ? '' : by === actorId ? ' by you' : ` by ${reviewer}`
  return refuse('already-decided', `This document ${DONE[state]}${who} already.`, { state, by: reviewer })
}
