import { submitDocument } from '#contract/verification/verification.ts'
import { urlOf } from '#web/platform/request.ts'
import { sendForm } from '#web/platform/send-form.ts'
import type { DocumentKind, Side } from './document-file.ts'

export type Outgoing = { uploadId: string; kind: DocumentKind; files: Partial<Record<Side, File>> }

/**
 * Sends a document as form data, once. `onProgress` gets the fraction sent, 0 to 1. Throws RequestError; code
 * `unreachable` when the connection broke, and then the document may or may not have arrived.
 */
export async function sendDocument(
  { uploadId, kind, files }: Outgoing,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData()
  form.set('kind', kind)
  for (const [side, file] of Object.entries(files)) form.set(side, file, file.name)
  const url = urlOf(submitDocument.path, {}, { uploadId })
  await sendForm({ method: submitDocument.method, url, form }, onProgress, signal)
}
