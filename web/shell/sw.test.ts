import { runInThisContext } from 'node:vm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import source from '../public/sw.js?raw'

type Asked = { url: string; method: string; mode: string }
type Happening = {
  waitUntil?(work: PromiseLike<unknown>): unknown
  respondWith?(answer: Promise<Response>): void
  request?: Asked
  data?: unknown
  notification?: { data: unknown; close(): void }
}

const HTML = '<script type="module" src="/assets/index-1.js"></script><link href="/assets/index-1.css">'
const APP = 'https://paddock.example'

let kept: Map<string, Map<string, Response>>
let online: boolean
const skipWaiting = vi.fn()
const showNotification = vi.fn(async (_title: string, _options: object) => {})
const openWindow = vi.fn(async (_url: string) => {})
let windows: { focus(): Promise<void>; navigate(url: string): Promise<void> }[] = []
const listeners = new Map<string, (event: Happening) => void>()

const urlOf = (asked: string | Asked) => (typeof asked === 'string' ? asked : new URL(asked.url).pathname)

function openCache(name: string) {
  const held = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, held)
  return {
    match: async (asked: string | Asked) => held.get(urlOf(asked))?.clone(),
    put: async (asked: string | Asked, response: Response) => void held.set(urlOf(asked), response),
    addAll: async (urls: string[]) => urls.forEach((url) => held.set(url, new Response(`kept ${url}`))),
  }
}

const cacheStorage = {
  open: async (name: string) => openCache(name),
  keys: async () => [...kept.keys()],
  delete: async (name: string) => kept.delete(name),
  match: async (asked: string) =>
    [...kept.values()]
      .map((held) => held.get(asked))
      .find((found) => found)
      ?.clone(),
}

const network = vi.fn(async (asked: string | Asked) => {
  if (!online) throw new TypeError('Failed to fetch')
  return new Response(urlOf(asked) === '/' ? HTML : `network ${urlOf(asked)}`)
})

/** Timers fire immediately. */
const wait = vi.fn((over: () => void, _ms: number) => over())

/** Runs the worker's source with a browser's globals around it. */
function boot() {
  const self = {
    location: { origin: APP },
    skipWaiting,
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
    addEventListener: (type: string, listener: (event: Happening) => void) => listeners.set(type, listener),
  }
  runInThisContext(`(self, caches, fetch, setTimeout) => {${source}}`)(self, cacheStorage, network, wait)
}

async function happen(type: string, event: Happening = {}) {
  let work: PromiseLike<unknown> = Promise.resolve()
  listeners.get(type)?.({ ...event, waitUntil: (promise) => (work = promise) })
  await work
}

/** The worker's answer, or null if it leaves the request to the browser. */
async function asked(path: string, rest: Partial<Asked> = {}): Promise<string | null> {
  const request = { url: path.startsWith('http') ? path : APP + path, method: 'GET', mode: 'cors', ...rest }
  const answers: Promise<Response>[] = []
  listeners.get('fetch')?.({ request, respondWith: (given) => answers.push(given) })
  return answers[0] === undefined ? null : (await answers[0]).text()
}

beforeEach(async () => {
  kept = new Map()
  online = true
  network.mockClear()
  wait.mockClear()
  skipWaiting.mockClear()
  showNotification.mockClear()
  openWindow.mockClear()
  windows = []
  boot()
  await happen('install')
})

describe('the service worker', () => {
  test('fetches what it caches 3 s after it was installed, once the page has loaded its own files', () => {
    expect(wait).toHaveBeenCalledWith(expect.any(Function), 3000)
    expect(network.mock.invocationCallOrder[0]).toBeGreaterThan(wait.mock.invocationCallOrder[0] ?? Infinity)
  })

  test.each(['/api/user', '/api/company-terms', '/api/lots?ending=soon', '/api'])('never touches %s', async (path) => {
    expect(await asked(path)).toBeNull()
    expect([...kept.values()].flatMap((held) => [...held.keys()]).filter((url) => url.startsWith('/api'))).toEqual([])
  })

  test('leaves writes and other origins to the browser', async () => {
    expect(await asked('/assets/index-1.js', { method: 'POST' })).toBeNull()
    expect(await asked('https://elsewhere.example/assets/index-1.js')).toBeNull()
    expect(await asked('/photos/a-960.webp')).toBeNull()
  })

  test('shows a page from the network while there is one', async () => {
    expect(await asked('/terms', { mode: 'navigate' })).toBe('network /terms')
  })

  test('starts the page offline, with the assets that it names', async () => {
    online = false
    expect(await asked('/terms', { mode: 'navigate' })).toBe(HTML)
    expect(await asked('/assets/index-1.js')).toBe('kept /assets/index-1.js')
    expect(await asked('/assets/index-1.css')).toBe('kept /assets/index-1.css')
  })

  test('caches a screen’s assets when it is first seen, and shows it later offline', async () => {
    await asked('/assets/terms-screen-2.js')
    online = false
    expect(await asked('/assets/terms-screen-2.js')).toBe('network /assets/terms-screen-2.js')
  })

  test('asks the server for what follows the brand first, and shows it as it was last without a connection', async () => {
    for (const path of ['/manifest.webmanifest', '/icons/192.png']) {
      expect(await asked(path)).toBe(`network ${path}`)
      online = false
      expect(await asked(path)).toBe(`network ${path}`)
      online = true
    }
  })

  test('drops the caches of older builds when it takes over, and no others', async () => {
    kept.set('paddock-older', new Map())
    kept.set('other', new Map())
    await happen('activate')
    expect([...kept.keys()]).toEqual(['paddock-development', 'other'])
  })

  test('takes over only when the page says so', async () => {
    expect(skipWaiting).not.toHaveBeenCalled()
    await happen('message', { data: 'anything' })
    expect(skipWaiting).not.toHaveBeenCalled()
    await happen('message', { data: 'take-over' })
    expect(skipWaiting).toHaveBeenCalledOnce()
  })
})

describe('a push message', () => {
  const clicked = (data: unknown) => happen('notificationclick', { notification: { data, close() {} } })

  test('is shown with its text; one with the same tag replaces it', async () => {
    const message = { title: 'You are outbid', body: 'The price is $150.00 now.', url: '/lot/7', tag: 'a' }
    await happen('push', { data: { json: () => message } })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'You are outbid',
      expect.objectContaining({ body: message.body, tag: 'a', data: '/lot/7' }),
    )
  })

  test('that cannot be read is shown with a general text: a browser must show something', async () => {
    await happen('push', { data: null })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('New notification', expect.anything())
  })

  test('opens its page in an open window or in a new one', async () => {
    await clicked('/answer/TOKEN')
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${APP}/answer/TOKEN`)
    const focus = vi.fn(async () => {})
    const navigate = vi.fn(async (_url: string) => {})
    windows = [{ focus, navigate }]
    await clicked('/lot/7')
    expect(focus).toHaveBeenCalledOnce()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(`${APP}/lot/7`)
    expect(openWindow).toHaveBeenCalledOnce()
  })

  test('never opens another origin', async () => {
    await clicked('https://elsewhere.example/')
    await clicked('//elsewhere.example/')
    await clicked(42)
    expect(openWindow.mock.calls.flat()).toEqual([APP, APP, `${APP}/`])
  })
})
