import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalidInput, Problem, refuse, type Refusal } from '#server/platform/problem.ts'

/** `hash`: SHA-256 of the content. `name`: the sender's file name. */
export type SentFile = { content: Buffer; hash: Buffer; name: string }

/**
 * Reads the form's one file, in `field`, and hashes it while it arrives. Refuses `file-too-large` and throws `invalid-input` if there is
 * none. Reads the whole form even if it is refused, so that a browser gets to read the answer.
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
    // The form parser gives its own errors no status: a malformed form, or a connection that broke while sending.
    const isBroken = error instanceof Error && !('statusCode' in error)
    throw isBroken ? new Problem(400, 'invalid-input', 'The form arrived incomplete. Send it again.') : error
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
