import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalidInput, Problem, refuse, type Refusal } from '#server/platform/problem.ts'

/** `hash`: SHA-256 of the content. `name`: as the sender calls the file. */
export type SentFile = { content: Buffer; hash: Buffer; name: string }

/**
 * Reads the form's one file, the field `field`, and its hash as it comes in. Refuses `file-too-large` and throws `invalid-input` where
 * there is none. The form is read to its end whatever it holds, so that a browser gets to read the answer.
 */
export async function readOneFile(
  request: FastifyRequest,
  { field, bytesMax }: { field: string; bytesMax: number },
): Promise<SentFile | Refusal> {
  let sent: SentFile | null = null
  let isTooLarge = false
  const limits = { fileSize: bytesMax, files: 1, fields: 2, fieldSize: 200, parts: 3 }
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
      if (part.fieldname === field) sent = { content: Buffer.concat(chunks), hash: hash.digest(), name: part.filename }
    }
  } catch (error) {
    // The parser of forms gives its own errors no status: a torn form, or a connection that broke while it was sent.
    const isBroken = error instanceof Error && !('statusCode' in error)
    throw isBroken ? new Problem(400, 'invalid-input', 'The form is not whole. Send it again.') : error
  }
  if (isTooLarge) {
    return refuse('file-too-large', `This file is too large. The limit is ${bytesMax / 1024 / 1024} MB.`)
  }
  if (sent === null) throw invalidInput([{ field, message: `Send the ${field}.` }])
  if (sent.content.length === 0) {
    throw invalidInput([{ field, message: `This ${field} is empty. Choose another one.` }])
  }
  return sent
}
