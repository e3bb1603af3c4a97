import { errorOf, RequestError } from './request-error.ts'
import { readToken } from './token.ts'

/**
 * Sends form data once, with the same credentials as every request. By XMLHttpRequest, since `fetch` does not tell how much of a body
 * has gone out. `onProgress` gets the share sent, 0 to 1. Answers the text of the answer; throws RequestError, with the code
 * `unreachable` when the connection broke, and then it is open whether the form has arrived.
 */
export function sendForm(
  { method, url, form }: { method: string; url: string; form: FormData },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((done, fail) => {
    const upload = new XMLHttpRequest()
    const stop = () => upload.abort()
    upload.open(method, url)
    upload.withCredentials = true
    const token = readToken()
    if (token !== null) upload.setRequestHeader('Authorization', `Bearer ${token}`)
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    upload.onload = () => {
      if (upload.status >= 200 && upload.status < 300) done(upload.responseText)
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
