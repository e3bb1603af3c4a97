import type * as z from 'zod/mini'
import type { USUAL_REASONS } from '#contract/verification/usual-reasons.ts'
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

/** What the usual reasons are called on their buttons. */
export const REASON_NAMES: Record<keyof typeof USUAL_REASONS, string> = {
  blurred: 'Blurred',
  'cut-off': 'Cut off',
  glare: 'Glare',
  'wrong-side': 'Wrong side',
  expired: 'Expired',
  'other-name': 'Other name',
  'not-accepted': 'Not accepted',
  'not-genuine': 'Not genuine',
}
