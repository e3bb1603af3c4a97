import type * as z from 'zod/mini'
import type { CASE_STATES, DECISIONS, VerificationCase } from '#contract/verification/verification.ts'

export type Case = z.infer<typeof VerificationCase>
export type CaseState = (typeof CASE_STATES)[number]
export type DecisionKind = (typeof DECISIONS)[number]

/** What a reviewer has just done, after the person's name. */
export const DONE_WORDS: Record<DecisionKind, string> = {
  approve: 'is verified',
  'ask-again': 'was asked to resend it',
  reject: 'was asked for another document',
  'reject-finally': 'is permanently rejected',
}

/** Common reasons: the person reads them word for word, unless the reviewer edits them. */
export const USUAL_REASONS: readonly { name: string; words: string }[] = [
  { name: 'Blurred', words: 'The photo is blurry. Please take it again in good light.' },
  { name: 'Cut off', words: 'A corner of the document is cut off. Please show all four corners.' },
  { name: 'Glare', words: 'Glare covers some of the text. Please take the photo again without flash.' },
  { name: 'Wrong side', words: 'One side is missing or shown twice. Please send the front and the back.' },
  { name: 'Expired', words: 'The document has expired. Please send a valid one.' },
  {
    name: 'Other name',
    words: 'The name doesn’t match your account. Please send a document in your name, or contact support.',
  },
  {
    name: 'Not accepted',
    words: 'This isn’t a passport, driver’s license or national ID card. Please send one of these.',
  },
  { name: 'Not genuine', words: 'We couldn’t confirm that this document is genuine.' },
]
