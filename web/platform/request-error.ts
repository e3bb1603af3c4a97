/**
 * An answer that is not a success, or no answer at all (`status` 0, `code` `unreachable`).
 * `message` follows the specification, section 8; `code`, `requestId` and `details` come from the house's problem body.
 */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly details: Record<string, unknown>

  constructor(status: number, message: string, rest: { code?: string; requestId?: string; details?: object } = {}) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.code = rest.code ?? 'unknown'
    this.requestId = rest.requestId ?? null
    this.details = { ...rest.details }
  }
}

const UNREADABLE = 'Request failed'

/**
 * Reads why a response is not ok. JSON: its `message`, else its `error`, else 'Request failed'. Other text is the message
 * itself. Source: the specification, section 8.
 */
export async function errorOf(response: Response): Promise<RequestError> {
  const text = (await response.text()) || response.statusText
  const body = parsed(text)
  if (body === undefined) return new RequestError(response.status, text || UNREADABLE)
  const said = (field: string) => (typeof body[field] === 'string' && body[field] !== '' ? body[field] : undefined)
  const code = said('code')
  const requestId = said('requestId')
  const details = body['details']
  return new RequestError(response.status, said('message') ?? said('error') ?? UNREADABLE, {
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(typeof details === 'object' && details !== null ? { details } : {}),
  })
}

/** Undefined where the text is no JSON; JSON that is no object has no fields. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return undefined
  }
}
