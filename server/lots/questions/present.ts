import { withoutContacts } from '#contract/lots/contacts.ts'
import type { Question, QuestionState, StaffQuestion } from '#contract/lots/questions.ts'
import type { QuestionRow } from './store.ts'

/** A question as this person may see it; a hidden one, visible only to its author, comes without its answer. */
export function presentQuestion(row: QuestionRow, accountId: string): Question {
  const state = stateOf(row)
  return {
    id: row.id,
    text: withoutContacts(row.text),
    askedAt: row.asked_at,
    answer: state === 'answered' ? row.answer : null,
    answeredAt: state === 'answered' ? row.answered_at : null,
    state,
    isMine: row.account_id === accountId,
  }
}

export function presentStaffQuestion(row: QuestionRow): StaffQuestion {
  return {
    id: row.id,
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    text: row.text,
    shownAs: withoutContacts(row.text),
    askedAt: row.asked_at,
    accountId: row.account_id,
    person: row.person,
    answer: row.answer,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    state: stateOf(row),
    hiddenReason: row.hidden_reason,
    version: row.version,
  }
}

function stateOf({ hidden_at: hiddenAt, answer }: QuestionRow): QuestionState {
  if (hiddenAt !== null) return 'hidden'
  return answer === null ? 'waiting' : 'answered'
}
