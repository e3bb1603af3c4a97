import type { FastifyRequest } from 'fastify'
import { PHOTO_BYTES_MAX } from '#contract/lots/vehicle-photos.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { readOneFile, type SentFile } from '#server/platform/http/one-file-form.ts'

export type SentPhoto = Pick<SentFile, 'content' | 'hash'>

/** Reads the form's one file, `photo`. */
export function readPhotoForm(request: FastifyRequest): Promise<SentPhoto | Refusal> {
  return readOneFile(request, { field: 'photo', bytesMax: PHOTO_BYTES_MAX })
}
