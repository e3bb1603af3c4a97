import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { PHOTOGRAPH_BYTES_MAX } from '#contract/photographs.ts'
import { invalidInput, Problem, refuse, type Refusal } from '#server/platform/problem.ts'

/** `hash`: SHA-256 of the content. */
export type SentPhotograph = { content: Buffer; hash: Buffer }

/**
 * Reads the form's one file, `photo`, and its hash as it comes in. Refuses `file-too-large` and throws `invalid-input` where there is
 * none. The form is read to its end whatever it holds, so that a browser gets to read the answer.
 */
export async function readPhotographForm(request: FastifyRequest): Promise<SentPhotograph | Refusal> {
  let sent: SentPhotograph | null = null
  let isTooLarge = false
  const limits = { fileSize: PHOTOGRAPH_BYTES_MAX, files: 1, fields: 2, fieldSize: 200, parts: 3 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      const hash = createHash('sha256')
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        hash.update(chunk)
        chunks.push(chunk)
      }
      isTooLarge ||= part.file.truncated
      if (part.fieldname === 'photo') sent = { content: Buffer.concat(chunks), hash: hash.digest() }
    }
  } catch (error) {
    // The parser of forms gives its own errors no status: a torn form, or a connection that broke while it was sent.
    const isBroken = error instanceof Error && !('statusCode' in error)
    throw isBroken ? new Problem(400, 'invalid-input', 'The form is not whole. Send it again.') : error
  }
  if (isTooLarge) return refuse('file-too-large', 'This file is too large. The limit is 25 MB.')
  if (sent === null) throw invalidInput([{ field: 'photo', message: 'Send the photo.' }])
  if (sent.content.length === 0) {
    throw invalidInput([{ field: 'photo', message: 'This photo is empty. Choose another one.' }])
  }
  return sent
}
