import * as z from 'zod/mini'

/** The body of every answer that is not a success. `message` is for people, `code` for programs. */
export const ProblemBody = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
})
export type ProblemBody = z.infer<typeof ProblemBody>

/** Errors of one input, by field, under `details.fields` of a 400 `invalid-input`. */
export type FieldFault = { field: string; message: string }
