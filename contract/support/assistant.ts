import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { oneLine, plainText } from '../platform/values.ts'

/** Where an answer comes from. `to`: a path on our origin. */
export const Source = z.object({ label: z.string(), to: z.string() })
export type Source = z.infer<typeof Source>

/**
 * `own`: read live from the person's own data. `declined`: asks for another person's data or for an action. `written`: by the configured
 * language model, from the passages.
 */
export const AssistantAnswer = z.object({
  kind: z.enum(['own', 'declined', 'written']),
  text: z.string(),
  sources: z.array(Source),
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>

/** Passages of public pages that may answer, as the page found them. Only a configured language model reads them. */
const Passage = z.object({
  label: z.string().check(z.maxLength(160), oneLine),
  to: z.string().check(z.maxLength(160), z.regex(/^\/[\w#?=&.-][\w/#?=&.-]*$/)),
  text: z.string().check(z.maxLength(2000), plainText),
})

/** Rate-limited: too many questions in a short time are answered 429. */
export const askAssistant = endpoint({
  method: 'POST',
  path: '/api/assistant/answers',
  access: 'visitor',
  summary: 'Answer a question about your own account; null if public pages answer it',
  body: z.object({
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(300), oneLine),
    /** Of the page that asks; absent: English. */
    language: z.optional(z.enum(LANGUAGE_CODES)),
    passages: z.array(Passage).check(z.maxLength(6)),
  }),
  reply: z.object({ answer: z.nullable(AssistantAnswer) }),
})
