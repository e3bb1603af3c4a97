import { t, translated } from '#web/platform/language/text.ts'
/**
 * An answer that is not a success, or no answer at all (`status` 0, `code` `unreachable`). `message` follows the
 * specification, section 8; `code`, `requestId` and `details` come from the server's problem body.
 */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly details: Record<string, unknown>
  /** How long the server asked to wait before a retry, in ms; 0 if it did not say. */
  readonly retryAfterMs: number
  /** Whether the answer is not the API's, such as a proxy's page: its `message` is for logs only. */
  readonly isForeign: boolean

  constructor(status: number, message: string, rest: RequestErrorParts = {}) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.code = rest.code ?? 'unknown'
    this.requestId = rest.requestId ?? null
    this.details = { ...rest.details }
    this.retryAfterMs = rest.retryAfterMs ?? 0
    this.isForeign = rest.isForeign ?? false
  }
}

type RequestErrorParts = {
  code?: string
  requestId?: string
  details?: object
  retryAfterMs?: number
  isForeign?: boolean
}

export const UNREADABLE = t`Request failed`

/**
 * Reads why a response is not ok. JSON: its `message`, else its `error`, else 'Request failed'. Other text is the
 * message itself. Source: the specification, section 8.
 */
export async function errorOf(response: Response): Promise<RequestError> {
  const text = (await response.text()) || response.statusText
  const body = parsed(text)
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'), Date.now())
  if (body === undefined)
    return new RequestError(response.status, text || UNREADABLE, { retryAfterMs, isForeign: true })
  const said = (field: string) => (typeof body[field] === 'string' && body[field] !== '' ? body[field] : undefined)
  const message = said('message') ?? said('error')
  const code = said('code')
  const requestId = said('requestId')
  const details = body['details']
  return new RequestError(response.status, message ?? UNREADABLE, {
    retryAfterMs,
    isForeign: message === undefined,
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(typeof details === 'object' && details !== null ? { details } : {}),
  })
}

/** The text shown to a person for any failure: the API's own sentence or one of ours; never raw text of an intermediary. */
export function failureMessage(failure: unknown): string {
  if (!(failure instanceof RequestError)) return t`Something went wrong on this page. Reload it and try again.`
  if (!failure.isForeign) return translated(failure.message)
  const { status } = failure
  if (status === 413) return t`This is too large to send. Choose a smaller file and try again.`
  if (status === 429) return t`There were too many requests. Wait a minute and try again.`
  if (status >= 500) return t`We’re not available right now. Try again in a minute.`
  if (status === 401) return t`Sign in and try again.`
  return t`Something went wrong between you and our server. Check your connection and try again.`
}

/** Parses `Retry-After`, in seconds or as a date, into ms from `nowMs` on. */
function retryAfterOf(header: string | null, nowMs: number): number {
  if (header === null) return 0
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : 0
}

/** Undefined if the text is not JSON; JSON that is not an object has no fields. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return undefined
  }
}

/** For a read of something that may be gone: null instead of a 404. */
export function nullWhereMissing(failure: unknown): null {
  if (failure instanceof RequestError && failure.status === 404) return null
  throw failure
}
