import { withoutContacts } from '#contract/contacts.ts'
import type { Question, QuestionState, StaffQuestion } from '#contract/questions.ts'
import { type CsvCells, csvInstant } from '#server/platform/csv.ts'
import type { QuestionRow } from './store.ts'

/** A question as this person may see it; a hidden one, which only who asked sees, comes without its answer. */
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

export const QUESTION_HEAD = [
  'Asked',
  'Lot',
  'Title',
  'Person',
  'Question',
  'State',
  'Answer',
  'Answered',
  'By',
  'Hidden because',
]

export function cellsOfQuestion(row: QuestionRow): CsvCells {
  return [
    csvInstant(row.asked_at),
    row.lot_number,
    row.title,
    row.person,
    row.text,
    stateOf(row),
    row.answer,
    csvInstant(row.answered_at),
    row.answered_by,
    row.hidden_reason,
  ]
}
