import { t } from '#web/platform/language/text.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { errorOf, RequestError, UNREADABLE } from './request-error.ts'
import { proven } from './step-up.ts'
import { readToken } from './token.ts'

export { RequestError, failureMessage, nullWhereMissing } from './request-error.ts'

const UNREACHABLE = t`We couldn’t reach our server. Check your connection and try again.`

/**
 * One request: cookies always, the bearer if there is one, JSON unless the body is form data. Throws RequestError for
 * an answer that is not ok and for no answer. Source: the specification, section 7. A request that needs fresh proof of
 * identity is sent again after the person gave it.
 */
export async function request(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = new Headers()
  const token = readToken()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  const init: RequestInit = { method, headers, credentials: 'include' }
  if (signal !== undefined) init.signal = signal
  if (body instanceof FormData) init.body = body
  else if (body !== undefined) {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(body, notNull)
  }
  const response = await answered(url, init)
  if (response.ok) return response
  const error = await errorOf(response)
  const again = (await proven(error)) ? await answered(url, init) : null
  if (again?.ok === true) return again
  throw again === null ? error : await errorOf(again)
}

/**
 * What a person typed where a number belongs is NaN. As JSON it would be null, which means "none" for many fields, such as a reserve; as
 * text the server refuses it and names the field.
 */
function notNull(_key: string, value: unknown): unknown {
  return Number.isNaN(value) ? 'NaN' : value
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new RequestError(0, UNREACHABLE, { code: 'unreachable' })
  }
}

/** What an endpoint takes; undeclared parts are absent. Form data stands for a multipart body. */
export type Input<E extends Endpoint> = (E['params'] extends object
  ? { params: ParamsOf<E> }
  : { params?: undefined }) &
  (E['query'] extends object ? { query?: Partial<QueryOf<E>> } : { query?: undefined }) &
  (E['body'] extends 'multipart'
    ? { body: FormData }
    : E['body'] extends object
      ? { body: BodyOf<E> }
      : { body?: undefined })

type Optional<T> = Partial<T> extends T ? [input?: T, signal?: AbortSignal] : [input: T, signal?: AbortSignal]

/** Calls an endpoint of the contract. The reply of an endpoint without one is null. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, signal]: Optional<Input<E>>
): Promise<ReplyOf<E>> {
  const given: { params?: object | undefined; query?: object | undefined; body?: unknown } = input ?? {}
  const response = await request(endpoint.method, urlOf(endpoint.path, given.params, given.query), given.body, signal)
  const reply: unknown = response.status === 204 ? null : await jsonOf(response)
  return reply as ReplyOf<E>
}

/** The reply as JSON. An intermediary may answer in the server's place, such as a network that asks for a sign-in first. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new RequestError(response.status, UNREADABLE, { code: 'unreadable', isForeign: true })
  }
}

/** `/api/lots/:lotId` with its parameters and query filled in; undefined query values are omitted. */
export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
