// The service worker: starts the page without a connection and keeps the screens last seen. It never touches /api, whose
// answers are personal or live. It also shows push messages while the page is closed. The build writes its own name below, so that a new build is a new worker.
const BUILD = 'development'
const CACHE = `paddock-${BUILD}`
const SHELL = '/'
/** What a page shows first comes before what this worker keeps for later. */
const IDLE_MS = 3000
/** They follow the company's name and color, so the network comes first. */
const BRAND = ['/manifest.webmanifest', '/icons/192.png', '/icons/badge-96.png']

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()))
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || isPrivate(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (BRAND.includes(url.pathname)) event.respondWith(fresh(url.pathname))
})
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

function isPrivate(path) {
  return path === '/api' || path.startsWith('/api/')
}

/** The shell is one document with the assets it names; screens join it as they are seen. */
async function keepShell() {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const cache = await caches.open(CACHE)
  const response = await fetch(SHELL, { cache: 'reload' })
  const html = await response.clone().text()
  await cache.put(SHELL, response)
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1])
  await cache.addAll([...assets, ...BRAND])
}

async function dropOlder() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('paddock-') && name !== CACHE).map((name) => caches.delete(name)),
  )
}

/** The network first; without it the shell, which shows the screen if it was seen before. Signing out deletes the shell: it is kept again. */
async function page(event) {
  try {
    const response = await fetch(event.request)
    if ((await caches.match(SHELL)) === undefined) event.waitUntil(keepShell().catch(() => undefined))
    return response
  } catch {
    return (await caches.match(SHELL)) ?? Response.error()
  }
}

/** Assets carry their content's hash in their names: what is kept is never stale. */
async function kept(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request)
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** What the server says now; without a connection what it said last. */
async function fresh(path) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(path, { cache: 'no-cache' })
    if (response.ok) await cache.put(path, response.clone())
    return response
  } catch {
    return (await cache.match(path)) ?? Response.error()
  }
}

/** A push message: {title, body, url, tag}. The same tag replaces what is shown, so that nothing is shown twice. */
async function show(data) {
  const { title, body, url, tag } = read(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    data: url,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
  })
}

/** A browser must show something for every message. */
function read(data) {
  const other = { title: 'New notification', body: 'Open it to read more.', url: '/', tag: 'news' }
  try {
    return { ...other, ...data.json() }
  } catch {
    return other
  }
}

/** Goes to the message's page, in a window of ours if one is open. Only pages of our own origin. */
async function open(path) {
  const target = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  const url = target.origin === self.location.origin ? target.href : self.location.origin
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (window === undefined) return self.clients.openWindow(url)
  await window.focus()
  return window.navigate(url)
}
