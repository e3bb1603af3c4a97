import { submitDocument } from '#contract/verification.ts'
import { errorOf, RequestError } from '#web/platform/request-error.ts'
import { urlOf } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'
import type { DocumentKind, Side } from './document-file.ts'

export type Outgoing = { uploadId: string; kind: DocumentKind; files: Partial<Record<Side, File>> }

/**
 * Sends a document as form data, once, with the same credentials as every request. By XMLHttpRequest, since `fetch` does not tell
 * how much of a body has gone out. `onProgress` gets the share sent, 0 to 1. Throws RequestError; code `unreachable` when the
 * connection broke, and then it is open whether the document has arrived.
 */
export function sendDocument(
  { uploadId, kind, files }: Outgoing,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData()
  form.set('kind', kind)
  for (const [side, file] of Object.entries(files)) form.set(side, file, file.name)
  return new Promise((done, fail) => {
    const upload = new XMLHttpRequest()
    const stop = () => upload.abort()
    upload.open(submitDocument.method, urlOf(submitDocument.path, {}, { uploadId }))
    upload.withCredentials = true
    const token = readToken()
    if (token !== null) upload.setRequestHeader('Authorization', `Bearer ${token}`)
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    upload.onload = () => {
      if (upload.status >= 200 && upload.status < 300) done()
      else void failureOf(upload).then(fail)
    }
    upload.onerror = () => fail(interrupted())
    upload.onabort = () => fail(interrupted())
    upload.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    upload.send(form)
  })
}

function failureOf(upload: XMLHttpRequest): Promise<RequestError> {
  return errorOf(new Response(upload.responseText, { status: upload.status, statusText: upload.statusText }))
}

function interrupted(): RequestError {
  return new RequestError(0, 'The connection broke while sending.', { code: 'unreachable' })
}
