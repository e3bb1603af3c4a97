import type { FastifyRequest } from 'fastify'
import { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS } from '#contract/verification.ts'
import { invalidInput, Problem, refuse, type Refusal } from '#server/platform/problem.ts'
import type { Submission } from './submit-document.ts'

/**
 * Reads the form: `kind`, `front`, `back`. Refuses `file-too-large`, naming the side, and throws `invalid-input` for what is missing.
 * The form is read to its end whatever it holds, so that a browser gets to read the answer.
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
    // The parser's own faults (no boundary, an end in the middle) have no code; the framework's have, and words with it.
    if (error instanceof Error && 'code' in error) throw error
    throw new Problem(400, 'invalid-input', 'The form cannot be read.')
  }
  if (tooLarge !== null) {
    return refuse('file-too-large', 'This file is too large. The limit is 10 MB.', { side: tooLarge })
  }
  const known = DOCUMENT_KINDS.find((each) => each === kind)
  const { front, back } = files
  if (known === undefined) throw invalidInput([{ field: 'kind', message: 'Say which document it is.' }])
  if (front === undefined || front.length === 0)
    throw invalidInput([{ field: 'front', message: 'Send the front of the document.' }])
  return { kind: known, front, back: back === undefined || back.length === 0 ? null : back }
}

/** At most as many as the limit lets through. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}
