import type { FastifyRequest } from 'fastify'
import { PHOTOGRAPH_BYTES_MAX } from '#contract/photographs.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { readOneFile, type SentFile } from '../one-file-form.ts'

export type SentPhotograph = Pick<SentFile, 'content' | 'hash'>

/** Reads the form's one file, `photo`. */
export function readPhotographForm(request: FastifyRequest): Promise<SentPhotograph | Refusal> {
  return readOneFile(request, { field: 'photo', bytesMax: PHOTOGRAPH_BYTES_MAX })
}
