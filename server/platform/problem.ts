import type { FieldFault } from '#contract/platform/problem.ts'

/** The request cannot be served: thrown, and converted to JSON in one place. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterS: number | undefined
  /** Sent with the answer, such as `allow`. */
  readonly headers: Record<string, string> | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: Record<string, unknown>; retryAfterS?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details
    this.retryAfterS = more.retryAfterS
    this.headers = more.headers
  }
}

/** Refused by the rules: a value that a handler returns, answered with 409. */
export class Refusal {
  readonly code: string
  readonly message: string
  readonly details: Record<string, unknown> | undefined

  constructor(code: string, message: string, details?: Record<string, unknown>) {
    this.code = code
    this.message = message
    this.details = details !== undefined && Object.keys(details).length > 0 ? details : undefined
  }
}

export function refuse(code: string, message: string, details?: Record<string, unknown>): Refusal {
  return new Refusal(code, message, details)
}

/** `what`: a noun with its article, such as "this lot". */
export function notFound(what = 'this'): Problem {
  return new Problem(404, 'not-found', `We couldn’t find ${what}.`)
}

class InvalidInput extends Problem {
  readonly fields: readonly FieldFault[]

  constructor(fields: readonly FieldFault[]) {
    super(400, 'invalid-input', fields[0]?.message ?? 'The input is not valid.', { details: { fields } })
    this.fields = fields
  }
}

export function invalidInput(fields: FieldFault[]): Problem {
  return new InvalidInput(fields)
}

/** For work on the part of a request body under `place`: its faults are named as in the whole body. */
export async function faultsUnder<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw invalidInput(error.fields.map(({ field, message }) => ({ field: `${place}.${field}`, message })))
  }
}

/** Nothing was recorded; the same request may be sent again. */
export function busy(retryAfterS: number): Problem {
  return new Problem(503, 'busy', 'We’re very busy right now. Nothing was recorded. Try again.', { retryAfterS })
}

/** Something the server depends on, such as its database, is unavailable. What was sent is either not recorded or recorded completely. */
export function unavailable(retryAfterS = 2): Problem {
  const message = 'We can’t answer right now. Wait a moment and try again.'
  return new Problem(503, 'unavailable', message, { retryAfterS })
}

/** It is unknown whether the request was accepted: retry with the same id. */
export function unknownOutcome(): Problem {
  const message = 'We don’t know yet whether this was recorded. Send the same request again, with the same id.'
  return new Problem(503, 'unknown-outcome', message, { retryAfterS: 1 })
}

export function rateLimited(retryAfterS: number): Problem {
  return new Problem(429, 'rate-limited', 'Too many requests in a short time. Wait a moment and try again.', {
    retryAfterS,
  })
}

export function forbidden(message: string): Problem {
  return new Problem(403, 'not-permitted', message)
}
