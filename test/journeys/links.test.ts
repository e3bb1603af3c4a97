import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openPage } from '#test/harness/visitor.ts'
import { castLot } from '#test/inventory.ts'

/** Everyone after the first begins where earlier ones could not go; each also finds the pages of the frame. */
const PEOPLE = {
  visitor: ['/', '/how-it-works', '/faq', '/auth'],
  member: ['/', '/profile', '/my-bids', '/invoices', '/calendar'],
  owner: ['/admin'],
  auctioneer: ['/admin'],
  reviewer: ['/admin'],
  cashier: ['/admin'],
} as const
type Who = keyof typeof PEOPLE

const TEXTS_MAX = 6

/** What a page says that isn't there. */
const MISSING = /not found|We couldn’t find/i

describe.runIf(findChromium() !== undefined)('No link leads nowhere', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  const tokens = new Map<Who, string>()

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    const { pool } = server.app
    await castLot(server.app)
    tokens.set('member', (await castPerson(pool, { name: 'Ada' })).token)
    for (const role of ['owner', 'auctioneer', 'reviewer', 'cashier'] as const)
      tokens.set(role, (await castPerson(pool, { name: `Staff ${role}`, role })).token)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const pageOf = (who: Who) => openPage(browser, { token: tokens.get(who) })

  /** The paths of our own pages that the page links to. */
  async function linksOf(page: Page): Promise<string[]> {
    const found = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    return [...new Set(found)]
      .map((href) => new URL(href))
      .filter(({ origin, pathname }) => origin === server.url && !/^\/(api|demo|unsubscribe)\//.test(pathname))
      .map(({ pathname, search }) => pathname + search)
  }

  test.each(Object.keys(PEOPLE) as Who[])('for the %s, on any page they reach', async (who) => {
    const page = await pageOf(who)
    const faults: string[] = []
    const from = new Map<string, string>(PEOPLE[who].map((path) => [path, 'the address bar']))
    let texts = 0
    // The editors of a hundred texts are one page, and the list links to each in the same way.
    const hasRoom = (to: string) => !to.startsWith('/admin/content/') || (texts += 1) <= TEXTS_MAX
    for (const [path, source] of from) {
      const response = await page.goto(server.url + path)
      await page.locator('main h1').first().waitFor()
      await page.locator('main [role=progressbar]').waitFor({ state: 'detached' })
      const heading = await page.locator('main h1').first().textContent()
      if (response?.status() !== 200 || MISSING.test(heading ?? ''))
        faults.push(`${source} links to ${path}: ${heading}`)
      // Staff look at staff pages: what everyone sees was looked at as a member.
      const isTheirs = (to: string) => !PEOPLE[who].some((start) => start === '/admin') || to.startsWith('/admin')
      for (const to of await linksOf(page)) if (!from.has(to) && isTheirs(to) && hasRoom(to)) from.set(to, path)
    }
    await page.context().close()
    expect(faults).toEqual([])
    expect(from.size).toBeGreaterThan(who === 'visitor' || who === 'member' ? 15 : 3)
  })

  test('the last links of the menu of staff stay under the pointer once they are in view', async () => {
    const page = await pageOf('owner')
    await page.goto(`${server.url}/admin`)
    const last = page.getByRole('navigation', { name: 'Administration' }).getByRole('link').last()
    await page.getByRole('button', { name: 'More pages ↓' }).waitFor()
    await page.locator('main [role=progressbar]').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: /^Last 30 days/ }).waitFor()
    const tops = await last.evaluate(async (link) => {
      link.scrollIntoView({ block: 'center' })
      const seen = [link.getBoundingClientRect().top]
      for (let frame = 0; frame < 10; frame++) {
        await new Promise(requestAnimationFrame)
        seen.push(link.getBoundingClientRect().top)
      }
      return seen
    })
    expect(tops).toEqual(tops.map(() => tops[0]))
    await page.context().close()
  })

  test('the menu of staff stays where a person has scrolled it when the counts of waiting work arrive', async () => {
    const page = await pageOf('owner')
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const items = [{ kind: 'documents', count: 7, since: null }]
    await page.route('**/api/admin/work', (route) => held.then(() => route.fulfill({ json: { items } })))
    await page.goto(`${server.url}/admin/auctions`)
    const menu = page.getByRole('navigation', { name: 'Administration' })
    const last = menu.getByRole('link').last()
    await page.getByRole('button', { name: 'More pages ↓' }).waitFor()
    await last.focus()
    const before = await last.boundingBox()
    answer()
    await menu.getByText('7 waiting').waitFor({ state: 'attached' })
    expect(await last.boundingBox()).toEqual(before)
    await page.context().close()
  })
})
