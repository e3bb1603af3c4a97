import type * as z from 'zod/mini'
import type { USUAL_REASONS } from '#contract/verification/usual-reasons.ts'
import type { CASE_STATES, DECISIONS, VerificationCase } from '#contract/verification/verification.ts'
import { t } from '#web/platform/language/text.ts'

export type Case = z.infer<typeof VerificationCase>
export type CaseState = (typeof CASE_STATES)[number]
export type DecisionKind = (typeof DECISIONS)[number]

/** What a reviewer has just done. */
export function doneWords(decision: DecisionKind, name: string): string {
  switch (decision) {
    case 'approve':
      return t`${name} is verified`
    case 'ask-again':
      return t`${name} was asked to resend it`
    case 'reject':
      return t`${name} was asked for another document`
    case 'reject-finally':
      return t`${name} is permanently rejected`
    default:
      return decision satisfies never
  }
}

/** What the usual reasons are called on their buttons. */
export const REASON_NAMES: Record<keyof typeof USUAL_REASONS, string> = {
  blurred: t`Blurred`,
  'cut-off': t`Cut off`,
  glare: t`Glare`,
  'wrong-side': t`Wrong side`,
  expired: t`Expired`,
  'other-name': t`Other name`,
  'not-accepted': t`Not accepted`,
  'not-genuine': t`Not genuine`,
}
