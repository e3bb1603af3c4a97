import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notify } from '#server/platform/notice.ts'
import { NOTICE_SAMPLES } from '#server/notifications/texts/notice-samples.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

const SOON = { timeout: 30_000 }
const CONSENT = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: true })

/**
 * What the installed app does without a connection, with push messages and after signing out. The browser under test reaches no push
 * service: its subscription is made here, a service of this test receives what the server sends, and the DevTools protocol hands the
 * decrypted message to the browser. The part in between, from a push service to the browser, is not covered.
 */
describe.runIf(findChromium() !== undefined)('the installed app', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    server.app.config.publicUrl = server.url
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function openAs(who: CastMember): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    context.setDefaultTimeout(SOON.timeout)
    const page = await context.newPage()
    await page.goto(`${server.url}/faq`)
    await page.evaluate(
      ([token, choice]) => {
        localStorage.setItem('cookie-consent', choice!)
        localStorage.setItem('authToken', token!)
      },
      [who.token, CONSENT],
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    return { context, page }
  }

  async function shellIsKept(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined), SOON).toBe(true)
  }

  test('starts without a connection and lists the lots seen last with their times, and the lots are back with it', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const { lotNumber } = await castLot(server.app)
    const { context, page } = await openAs(ada)
    await page.goto(`${server.url}/lot/${lotNumber}`)
    // Not the title that the page brings along: the lot counts as seen once its screen shows it.
    const title = page.locator('#content').getByRole('heading', { level: 1, name: '2010 Kiri Urban' })
    await title.waitFor()
    await shellIsKept(page)
    await context.setOffline(true)
    await page.reload()
    expect(await page.locator('[data-first-view] h1:visible').count()).toBe(0)
    const notice = page.getByRole('status').filter({ hasText: 'You’re offline' })
    await notice.getByText('Lots you saw last').waitFor()
    const row = await notice.getByRole('listitem').filter({ hasText: '2010 Kiri Urban' }).innerText()
    expect(row).toContain(String(lotNumber))
    expect(row).toMatch(/Seen .*\d/)
    await context.setOffline(false)
    await title.waitFor()
    await context.close()
  })

  test('shows push messages about a lot, a document and a reply, and none of them after signing out', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    const service = await openPushService()
    const { context, page } = await openAs(boris)
    await context.grantPermissions(['notifications'], { origin: server.url })
    await page.addInitScript(pretendSubscription, service.keys)
    await page.goto(`${server.url}/profile#notifications`)
    await page.getByRole('button', { name: 'Turn on push' }).click()
    const stored = () => server.app.pool.query('select 1 from push_subscription where account_id = $1', [boris.id])
    await expect.poll(async () => (await stored()).rows.length, SOON).toBe(1)
    await server.app.pool.query('update push_subscription set endpoint = $2 where account_id = $1', [
      boris.id,
      service.endpoint,
    ])
    await notifyOfAll(server, boris)
    await expect.poll(() => service.received.length, SOON).toBe(5)
    // A message for a worker that is still being installed goes nowhere.
    const workerState = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    await expect.poll(workerState, SOON).toBe('activated')
    const deliver = await deliverer(context, page)
    const countShown = await counterOfShown(context)
    for (const message of service.received) await deliver(message)
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body }) => `${title} ${body}`).toSorted()
      })
    await expect.poll(countShown, SOON).toBe(5)
    expect(await shown()).toHaveLength(5)
    const texts = (await shown()).join('\n')
    for (const part of ['outbid', 'closes|ends|ending', 'won', 'identity|document|verified', 'message|reply'])
      expect(texts).toMatch(new RegExp(part, 'i'))
    await page.goto(`${server.url}/faq`)
    await page.getByRole('button', { name: /^Paddle/ }).click()
    await page.getByRole('group', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${server.url}/`)
    expect(await shown()).toEqual([])
    await service.close()
    await context.close()
  })

  test('keeps nothing personal in a cache or a storage after signing out, and starts offline again', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi Okafor' })
    const { lotNumber } = await castLot(server.app)
    const { context, page } = await openAs(chidi)
    for (const path of [`/lot/${lotNumber}`, '/my-bids', '/profile']) {
      await page.goto(server.url + path)
      await page.locator('#content h1').waitFor()
    }
    await shellIsKept(page)
    expect((await leftIn(page)).storage).toContain('seen-lots-1')
    await page.getByRole('button', { name: /^Paddle/ }).click()
    await page.getByRole('group', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${server.url}/`)
    await page.locator('#content h1').waitFor()
    // The worker keeps the public shell again.
    await page.goto(`${server.url}/faq`)
    await shellIsKept(page)
    const { storage, caches, cached, databases } = await leftIn(page)
    expect([storage, databases]).toEqual(['', []])
    expect(caches.filter((url) => new URL(url).pathname.startsWith('/api'))).toEqual([])
    for (const own of ['Chidi', chidi.email, chidi.token, chidi.id]) expect(cached).not.toContain(own)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You’re offline').waitFor()
    expect(await page.getByText('Lots you saw last').count()).toBe(0)
    await context.close()
  })
})

/** Everything that the page can read of what its origin stored. */
function leftIn(page: Page) {
  return page.evaluate(async () => {
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage))
    const names = await caches.keys()
    const all = (await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))).flat()
    const texts = await Promise.all(all.map((response) => response.text()))
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return { storage: stored.join('\n'), caches: all.map(({ url }) => url), cached: texts.join('\n'), databases }
  })
}

type BrowserKeys = { p256dh: string; auth: string }

/** Runs in the page: subscribes without a push service, which a browser without a connection to one refuses. */
function pretendSubscription({ p256dh, auth }: BrowserKeys): void {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/pretended'
  const subscription = {
    endpoint,
    options: {},
    unsubscribe: async () => true,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
  }
  let held: typeof subscription | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => held,
    subscribe: async () => (held = subscription),
  })
}

/** A push service that decrypts what it receives, as the browser would. */
async function openPushService() {
  const browserKey = createECDH('prime256v1')
  const publicKey = browserKey.generateKeys()
  const auth = randomBytes(16)
  const received: string[] = []
  const service = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(decrypted(Buffer.concat(parts), browserKey, publicKey, auth))
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as { port: number }
  return {
    received,
    endpoint: `http://127.0.0.1:${port}/push`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    close: () => new Promise((resolve) => service.close(resolve)),
  }
}

/** RFC 8188 and 8291: one record of aes128gcm, for the key pair of a browser. */
function decrypted(box: Buffer, own: ReturnType<typeof createECDH>, ownPublic: Buffer, auth: Buffer): string {
  const salt = box.subarray(0, 16)
  const idLength = box[20]!
  const sender = box.subarray(21, 21 + idLength)
  const body = box.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownPublic, sender])
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const open = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  open.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([open.update(body.subarray(0, -16)), open.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Hands a message to the page's service worker as the browser's own push client would. */
async function deliverer(context: BrowserContext, page: Page): Promise<(data: string) => Promise<void>> {
  const session = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations[0]?.registrationId
      if (id !== undefined) resolve(id)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  const origin = new URL(page.url()).origin
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

/**
 * How many messages the worker has shown. The browser isn't asked for its list until all are: while one is being shown,
 * it is stored but not on the screen yet, and the browser's list drops what isn't on the screen.
 */
async function counterOfShown(context: BrowserContext): Promise<() => Promise<number>> {
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(`{
    const show = registration.showNotification.bind(registration)
    self.shown = 0
    registration.showNotification = async (...message) => {
      await show(...message)
      self.shown++
    }
  }`)
  return () => worker!.evaluate<number>('self.shown')
}

const WHEREVER = ['outbid', 'ending-soon', 'won', 'document-decided', 'ticket-reply'] as const

/** One notice of every kind that should reach a person wherever they are. */
async function notifyOfAll({ app }: TestServer, { id: accountId }: CastMember): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    for (const kind of WHEREVER)
      await notify(app, trx, { kind, accountId, key: newId(), facts: NOTICE_SAMPLES[kind][0]! })
  })
}
