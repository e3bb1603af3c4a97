import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { errorOf, RequestError, UNREADABLE } from './request-error.ts'
import { proven } from './step-up.ts'
import { readToken } from './token.ts'

export { RequestError, wordsOf } from './request-error.ts'

const UNREACHABLE = 'The auction house could not be reached. Check your connection and try again.'

/**
 * One request: cookies always, the bearer when there is one, JSON unless the body is form data.
 * Throws RequestError for an answer that is not ok and for no answer. Source: the specification, section 7. What needs a fresh proof of who
 * asks is sent again once the person gave it.
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
    init.body = JSON.stringify(body)
  }
  const response = await answered(url, init)
  if (response.ok) return response
  const error = await errorOf(response)
  const again = (await proven(error)) ? await answered(url, init) : null
  if (again?.ok === true) return again
  throw again === null ? error : await errorOf(again)
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new RequestError(0, UNREACHABLE, { code: 'unreachable' })
  }
}

/** What an endpoint takes; parts that it does not declare are absent. Form data stands for a multipart body. */
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

/** Where an endpoint is, without its shapes. */
export type Route<E extends Endpoint> = { method: E['method']; path: E['path']; of?: E }

/**
 * Names an endpoint whose type alone is imported, `route<typeof placeBid>('POST', '/api/lots/:lotId/bids')`: the compiler holds both
 * words to the contract, and the page that opens first does without zod and the shapes.
 */
export function route<E extends Endpoint>(method: E['method'], path: E['path']): Route<E> {
  return { method, path }
}

/** Calls an endpoint of the contract. The reply of an endpoint without one is null. */
export async function call<E extends Endpoint>(
  endpoint: E | Route<E>,
  ...[input, signal]: Optional<Input<E>>
): Promise<ReplyOf<E>> {
  const given: { params?: object | undefined; query?: object | undefined; body?: unknown } = input ?? {}
  const response = await request(endpoint.method, urlOf(endpoint.path, given.params, given.query), given.body, signal)
  const hasNone = response.status === 204 || ('reply' in endpoint && endpoint.reply === null)
  const reply: unknown = hasNone ? null : await jsonOf(response)
  return reply as ReplyOf<E>
}

/** The reply as JSON. Something on the way may answer in the server's place, such as a network that asks for a log-in first. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new RequestError(response.status, UNREADABLE, { code: 'unreadable', isForeign: true })
  }
}

/** `/api/lots/:lotId` with its parameters filled in and the query behind it; undefined parts of the query are left out. */
export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
