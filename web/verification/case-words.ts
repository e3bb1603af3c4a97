import { t } from '#web/platform/language/text.ts'
import type * as z from 'zod/mini'
import type { CASE_STATES, DECISIONS, VerificationCase } from '#contract/verification/verification.ts'

export type Case = z.infer<typeof VerificationCase>
export type CaseState = (typeof CASE_STATES)[number]
export type DecisionKind = (typeof DECISIONS)[number]

/** What a reviewer has just done, after the person's name. */
export const DONE_WORDS: Record<DecisionKind, string> = {
  approve: t`is verified`,
  'ask-again': t`was asked to resend it`,
  reject: t`was asked for another document`,
  'reject-finally': t`is permanently rejected`,
}

/** Common reasons: the person reads them word for word, unless the reviewer edits them. */
export const USUAL_REASONS: readonly { name: string; words: string }[] = [
  { name: t`Blurred`, words: t`The photo is blurry. Please take it again in good light.` },
  { name: t`Cut off`, words: t`A corner of the document is cut off. Please show all four corners.` },
  { name: t`Glare`, words: t`Glare covers some of the text. Please take the photo again without flash.` },
  { name: t`Wrong side`, words: t`One side is missing or shown twice. Please send the front and the back.` },
  { name: t`Expired`, words: t`The document has expired. Please send a valid one.` },
  {
    name: t`Other name`,
    words: t`The name doesn’t match your account. Please send a document in your name, or contact support.`,
  },
  {
    name: t`Not accepted`,
    words: t`This isn’t a passport, driver’s license or national ID card. Please send one of these.`,
  },
  { name: t`Not genuine`, words: t`We couldn’t confirm that this document is genuine.` },
]
