import type * as z from 'zod/mini'
import type { CASE_STATES, DECISIONS, VerificationCase } from '#contract/verification.ts'

export type Case = z.infer<typeof VerificationCase>
export type CaseState = (typeof CASE_STATES)[number]
export type DecisionKind = (typeof DECISIONS)[number]

/** The lists of the reviewers' page, in the order of its choice. */
export const STATE_NAMES: Record<CaseState, string> = {
  submitted: 'Waiting',
  approved: 'Approved',
  'asked-again': 'Asked again',
  rejected: 'Rejected',
  'rejected-finally': 'Rejected for good',
  withdrawn: 'Withdrawn',
}

/** What a reviewer has just done, after the person's name. */
export const DONE_WORDS: Record<DecisionKind, string> = {
  approve: 'is verified',
  'ask-again': 'is asked for it again',
  reject: 'is asked for another document',
  'reject-finally': 'is rejected for good',
}

/** Usual reasons: what the person reads, word for word, unless the reviewer changes it. */
export const USUAL_REASONS: readonly { name: string; words: string }[] = [
  { name: 'Blurred', words: 'The picture is blurred. Please take it again in good light.' },
  { name: 'Cut off', words: 'A corner of the document is cut off. Please show all four.' },
  { name: 'Glare', words: 'Light hides some of the letters. Please take it again without flash.' },
  { name: 'Wrong side', words: 'One side is missing or shown twice. Please send the front and the back.' },
  { name: 'Expired', words: 'The document has expired. Please send a valid one.' },
  {
    name: 'Other name',
    words: 'The name differs from your account’s. Please send a document in your name, or correct it.',
  },
  {
    name: 'Not accepted',
    words: 'This is not a passport, driving licence or national card. Please send one of these.',
  },
  { name: 'Not genuine', words: 'The house does not take this document for genuine.' },
]
