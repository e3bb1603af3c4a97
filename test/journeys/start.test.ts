import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { castLot, inCatalog } from '#test/inventory.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const MAIN = /\/assets\/index-[^/]+\.js$/

describe.runIf(findChromium() !== undefined)('a page that starts', () => {
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

  /** Holds up the files that match until the returned function is called. */
  async function holdUp(page: Page, files: RegExp): Promise<() => void> {
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(files, async (route) => {
      await slow
      await route.continue()
    })
    return arrive
  }

  test('shows a spinner while the file of its first screen is slow, and no empty page', async () => {
    const page = await openPage()
    const arrive = await holdUp(page, /\/assets\/auth-screen.*\.js$/)
    await page.goto(`${server.url}/auth`, { waitUntil: 'commit' })
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'visible' })
    arrive()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.getByText('Loading', { exact: true }).count()).toBe(0)
  })

  /** Nothing is painted before the style sheet has come, but it can be measured. */
  const isStyled = (page: Page) =>
    page.waitForFunction(() => {
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      return sheets.length > 0 && sheets.every(({ sheet }) => sheet !== null)
    })

  /** How far down the title, the first photos and found lots are, and how high. Archivo comes later, and is narrower than what it replaces. */
  const places = (page: Page, within: string) =>
    page.evaluate((root) => {
      const wanted = `${root} :is(h1, img, li:has(a[href^="/lot/"]))`
      return [...document.querySelectorAll(wanted)].flatMap((found) => {
        if (found.clientWidth === 0) return []
        const { y, height } = found.getBoundingClientRect()
        return [found.tagName, Math.round(y), Math.round(height)].join(' ')
      })
    }, within)

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    test(`shows its text and first photo before its scripts, and nothing moves when they come (${viewport.width} px)`, async () => {
      const ada = await castPerson(server.app.pool, { name: `Ada ${viewport.width}` })
      const lot = await castLot(server.app)
      await inCatalog(server.app, [lot])
      for (const [path, token] of [
        ['/', null],
        ['/faq', null],
        ['/terms', null],
        ['/how-it-works', null],
        ['/?sort=ending', null],
        ['/?q=kiri&state=open,scheduled', null],
        [`/lot/${lot.lotNumber}`, null],
        [`/lot/${lot.lotNumber}`, ada.token],
        [`/auction/${lot.auctionId}`, ada.token],
      ] as const) {
        const page = await openPage()
        await page.setViewportSize(viewport)
        if (token !== null) await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
        const arrive = await holdUp(page, MAIN)
        await page.goto(server.url + path, { waitUntil: 'commit' })
        await isStyled(page)
        await page.locator('[data-first-view] h1:visible').first().waitFor()
        const before = await places(page, '[data-first-view]')
        expect(before.length).toBeGreaterThan(0)
        arrive()
        await page.locator('#content h1').first().waitFor()
        await expect
          .poll(async () => (await places(page, '#content')).slice(0, before.length), {
            message: `${path} ${String(token !== null)}`,
          })
          .toEqual(before)
        await page.close()
      }
    })
  }

  test('shows a lot’s first view as high as the window, so that no scrollbar comes and goes', async () => {
    const lot = await castLot(server.app)
    const page = await openPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await holdUp(page, MAIN)
    await page.goto(`${server.url}/lot/${lot.lotNumber}`, { waitUntil: 'commit' })
    await isStyled(page)
    await page.locator('[data-first-view] h1:visible').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
    await page.close()
  })

  test('shows a member a lot with its price next, and nothing that loads between', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada of the first answers' })
    const lot = await castLot(server.app)
    const page = await openPage()
    await page.addInitScript((token) => {
      localStorage.setItem('authToken', token)
      const watch = new MutationObserver(() => {
        if (document.querySelector('#content') === null) return
        watch.disconnect()
        document.documentElement.dataset['first'] = document.querySelector('#content')?.textContent ?? ''
      })
      watch.observe(document, { childList: true, subtree: true })
    }, ada.token)
    for (const path of ['**/api/user', '**/live'])
      await page.route(path, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        await route.continue()
      })
    await page.goto(`${server.url}/lot/${lot.lotNumber}`)
    await page.locator('#content h1').waitFor()
    const first = await page.locator('html').getAttribute('data-first')
    expect(first).toContain('Opening bid$100')
    await page.close()
  })

  test('keeps what its reader did before its scripts came, up to the last moment', async () => {
    const page = await openPage()
    const arrive = await holdUp(page, MAIN)
    await page.addInitScript(() => {
      const mark = performance.mark.bind(performance)
      performance.mark = (name, options) => {
        const late = [...document.querySelectorAll('summary')].find((found) =>
          found.textContent?.includes('Is there an app'),
        )
        if (name === 'started') late?.click()
        return mark(name, options)
      }
    })
    await page.goto(`${server.url}/faq`, { waitUntil: 'commit' })
    const cost = page.getByText('What does membership cost?')
    await cost.click()
    await page.getByText('How large is the next bid?').click()
    await page.getByText('How large is the next bid?').click()
    await cost.focus()
    arrive()
    await page.locator('#content h1').waitFor()
    const opened = page.locator('#content details[open] summary')
    expect(await opened.allTextContents()).toEqual(['What does membership cost?', 'Is there an app?'])
    expect(await page.evaluate(() => document.activeElement?.textContent?.slice(0, 40))).toBe(
      'What does membership cost?',
    )
  })

  test('shows a member nothing of a visitor’s start page, and nobody a text in another language', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    for (const [path, stored] of [
      ['/', ['authToken', ada.token]],
      ['/faq', ['language', 'es']],
    ] as const) {
      const page = await openPage()
      await page.addInitScript(([name, value]) => localStorage.setItem(name, value), stored)
      await holdUp(page, MAIN)
      await page.goto(server.url + path, { waitUntil: 'commit' })
      await isStyled(page)
      await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'visible' })
      expect(await page.locator('[data-first-view] h1:visible').count()).toBe(0)
      await page.close()
    }
  })

  test('F8 focuses the notification region before the first notification', async () => {
    const page = await openPage()
    await page.goto(`${server.url}/faq`)
    await page.locator('#content h1').waitFor()
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
