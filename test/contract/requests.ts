import type { Endpoint } from '#contract/platform/endpoint.ts'

/** Values that an address can contain. */
type Word = string | number | boolean | null

export type Input = { params?: Record<string, Word>; query?: Record<string, Word | Word[] | undefined>; body?: unknown }

export type Answer = { status: number; type: string; headers: Headers; text: string; json: unknown }

export type Wire = {
  token?: string | undefined
  headers?: Record<string, string>
  /** The body as sent over the wire. A string is sent as JSON unless `headers` says otherwise. */
  body?: string | FormData | undefined
  method?: string
}

/** The address of an endpoint with these parameters; values are encoded, lists become repeated names. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 'missing')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(name, String(each))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** Sends one request over real HTTP. Of a stream, only the head is read. */
export async function send(url: string, { token, headers: more = {}, body, method = 'GET' }: Wire): Promise<Answer> {
  const headers = new Headers(more)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (typeof body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) await response.body?.cancel()
  const text = type.startsWith('text/event-stream') ? '' : await response.text()
  const isJson = type.startsWith('application/json') && text !== ''
  return { status: response.status, type, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
}

/** Calls an endpoint with a valid input, with a token or with headers. Form data is an empty form unless given. */
export function callEndpoint(
  app: string,
  endpoint: Endpoint,
  input: Input,
  as?: string | Record<string, string>,
): Promise<Answer> {
  const who = typeof as === 'object' ? { headers: as } : { token: as }
  const { method, body } = endpoint
  const form = input.body instanceof FormData ? input.body : new FormData()
  const content = body === undefined ? undefined : body === 'multipart' ? form : JSON.stringify(input.body)
  return send(app + addressOf(endpoint, input), { method, body: content, ...who })
}

/** Runs `action` on all items, at most `lanes` concurrently, and keeps their order in the results. */
export async function inLanes<T, R>(items: readonly T[], lanes: number, action: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await action(items[index]!)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
