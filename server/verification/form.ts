import type { FastifyRequest } from 'fastify'
import { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS } from '#contract/verification/verification.ts'
import { invalidInput, Problem, refuse, type Refusal } from '#server/platform/problem.ts'
import type { Submission } from './submit-document.ts'

/**
 * Reads the form: `kind`, `front`, `back`. Refuses `file-too-large`, naming the side, and throws `invalid-input` for missing or empty
 * fields. Always reads the form to its end, so that the browser gets to read the answer.
 */
export async function readForm(request: FastifyRequest): Promise<Submission | Refusal> {
  let kind: string | null = null
  let tooLarge: string | null = null
  const files: Partial<Record<string, Buffer>> = {}
  const limits = { fileSize: DOCUMENT_BYTES_MAX, files: 2, fields: 4, fieldSize: 200, parts: 6 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const content = await bytesOf(part.file)
        if (part.file.truncated) tooLarge ??= part.fieldname
        else files[part.fieldname] = content
      } else if (part.fieldname === 'kind' && typeof part.value === 'string') kind = part.value
    }
  } catch (error) {
    throw isBrokenForm(error) ? new Problem(400, 'invalid-input', 'The form arrived incomplete. Send it again.') : error
  }
  if (tooLarge !== null) {
    return refuse('file-too-large', 'This file is too large. The limit is 10 MB.', { side: tooLarge })
  }
  const known = DOCUMENT_KINDS.find((each) => each === kind)
  const { front, back } = files
  if (known === undefined) throw invalidInput([{ field: 'kind', message: 'Choose the type of document.' }])
  if (front === undefined) throw invalidInput([{ field: 'front', message: 'Add the front of the document.' }])
  if (front.length === 0) throw invalidInput([{ field: 'front', message: EMPTY }])
  if (back?.length === 0) throw invalidInput([{ field: 'back', message: EMPTY }])
  return { kind: known, front, back: back ?? null }
}

const EMPTY = 'This file is empty. Choose another one.'

/** The form parser's own errors have no status: a truncated form, or a connection that broke during the upload. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error)
}

/** At most as many as the limit allows. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}
