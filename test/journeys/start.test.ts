import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const canBrowse = process.env['CHROMIUM_PATH'] !== undefined || existsSync('/usr/bin/chromium')

const MAIN = /\/assets\/index-[^/]+\.js$/

describe.runIf(canBrowse)('a page that starts', () => {
  let server: TestServer
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    browser = await openBrowser()
  })

  afterEach(() => context?.close())

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function openPage(): Promise<Page> {
    context = await browser.newContext({ serviceWorkers: 'block' })
    return context.newPage()
  }

  const script = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
  const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<html></html>' })

  const FAILURES: Record<string, { prepare(page: Page): Promise<unknown>; details: RegExp }> = {
    'the main script answers 404': {
      prepare: (page) => page.route(MAIN, missing),
      details: /index-.*\.js did not load/,
    },
    'the main script does not arrive': {
      prepare: (page) => page.route(MAIN, (route) => route.abort()),
      details: /index-.*\.js did not load/,
    },
    'the main script throws while it loads': {
      async prepare(page) {
        // The page names the hash of the script it expects, and a browser runs no other script.
        await page.route('**/faq', async (route) => {
          const response = await route.fetch()
          const body = (await response.text()).replaceAll(/ integrity="sha[^"]*"/g, '')
          await route.fulfill({ response, body })
        })
        await page.route(MAIN, script(`throw new TypeError('bid increments is not iterable')`))
      },
      details: /TypeError: bid increments is not iterable/,
    },
    'createRoot throws': {
      prepare: (page) =>
        page.addInitScript(() => {
          const listen = EventTarget.prototype.addEventListener
          EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
            if (this instanceof Element && this.id === 'root') throw new Error('no root today')
            listen.apply(this, given)
          }
        }),
      details: /Error: no root today/,
    },
  }

  for (const [name, { prepare, details }] of Object.entries(FAILURES)) {
    test(`says what failed, and reloads past the caches, when ${name}`, async () => {
      const page = await openPage()
      await prepare(page)
      await page.goto(`${server.url}/faq`)
      await page.getByRole('heading', { name: 'This page couldn’t start' }).waitFor()
      expect(await page.getByText(details).count()).toBe(1)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Reload page' }).click()
      await page.waitForURL(/_cache_bust=\d+/)
    })
  }

  test('offers ways out when its root element is missing', async () => {
    const page = await openPage()
    await page.route('**/faq', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(/<div id="root">[^]*<\/div>/, '') })
    })
    await page.goto(`${server.url}/faq`)
    await page.getByRole('heading', { name: 'This page is incomplete' }).waitFor()
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support')
    await page.getByRole('button', { name: 'Refresh page' }).click()
    await page.waitForURL(/_cache_bust=\d+/)
  })

  test('shows a spinner while the file of its first screen is slow, and no empty page', async () => {
    const page = await openPage()
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(/\/assets\/faq-screen.*\.js$/, async (route) => {
      await slow
      await route.continue()
    })
    await page.goto(`${server.url}/faq`, { waitUntil: 'commit' })
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'visible' })
    arrive()
    await page.getByRole('heading', { level: 1, name: /questions/i }).waitFor()
    expect(await page.getByText('Loading', { exact: true }).count()).toBe(0)
  })

  test('F8 focuses the notification region before the first notification', async () => {
    const page = await openPage()
    await page.goto(`${server.url}/faq`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('F8')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications (F8)')
  })

  test('has registered its service worker when it has loaded', async () => {
    context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}/faq`, { waitUntil: 'load' })
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/')) !== undefined), {
        timeout: 1500,
      })
      .toBe(true)
  })
})
