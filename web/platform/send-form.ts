import { errorOf, RequestError } from './request-error.ts'
import { readToken } from './token.ts'

/** An upload that has sent nothing for this long (ms) has stalled, even if no error was reported. */
const STALLED_MS = 30_000
/** How long the answer may take once everything is sent, in ms: documents are checked before it. */
const ANSWER_MS_MAX = 60_000

/**
 * Sends form data once, with the same credentials as every request. Uses XMLHttpRequest, since `fetch` does not report
 * upload progress. `onProgress` gets the fraction sent, 0 to 1. Returns the text of the answer; throws RequestError,
 * with the code `unreachable` when the connection broke or stalled, and then the form may or may not have arrived.
 */
export function sendForm(
  { method, url, form }: { method: string; url: string; form: FormData },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((done, fail) => {
    const upload = new XMLHttpRequest()
    const stop = () => upload.abort()
    const stall = createStallTimer(stop)
    upload.open(method, url)
    upload.withCredentials = true
    const token = readToken()
    if (token !== null) upload.setRequestHeader('Authorization', `Bearer ${token}`)
    upload.upload.onprogress = ({ loaded, total }) => {
      stall.restart(loaded < total ? STALLED_MS : ANSWER_MS_MAX)
      onProgress(total === 0 ? 0 : loaded / total)
    }
    upload.onload = () => {
      stall.clear()
      if (upload.status >= 200 && upload.status < 300) done(upload.responseText)
      else void failureOf(upload).then(fail)
    }
    upload.onerror = upload.onabort = () => {
      stall.clear()
      fail(interrupted())
    }
    upload.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    stall.restart(STALLED_MS)
    upload.send(form)
  })
}

function createStallTimer(cutOff: () => void): { restart(ms: number): void; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => clearTimeout(timer)
  return {
    clear,
    restart(ms) {
      clear()
      timer = setTimeout(cutOff, ms)
    },
  }
}

function failureOf(upload: XMLHttpRequest): Promise<RequestError> {
  return errorOf(new Response(upload.responseText, { status: upload.status, statusText: upload.statusText }))
}

function interrupted(): RequestError {
  return new RequestError(0, 'The connection broke while sending.', { code: 'unreachable' })
}
