import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page as Route } from '#contract/platform/pages.ts'
import { castPerson } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { focusIsOutside, isCovered, sidewaysFaults } from '#test/harness/page-probes.ts'
import { picture } from '#test/harness/picture.ts'
import { type Expected, type WatchedPage, watchedPage } from '#test/harness/watched-page.ts'
import { type CastLot, castLot, consign } from '#test/inventory.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const TOOLTIP_DELAY_MS = 700
/** Each size uses one of the two themes, so that the contrast of both is checked. */
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' },
  wide: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} satisfies Record<string, BrowserContextOptions>
type Size = keyof typeof SIZES

const PEOPLE = [
  'visitor',
  'registered',
  'paid',
  'waiting',
  'complete',
  'owner',
  'reviewer',
  'auctioneer',
  'cashier',
] as const
type Person = (typeof PEOPLE)[number]

/** The audience of each page. A page missing here doesn't compile. */
const FOR: Record<Route, Person> = {
  '/': 'visitor',
  '/autobid': 'visitor',
  '/how-it-works': 'visitor',
  '/support': 'visitor',
  '/faq': 'visitor',
  '/contact': 'visitor',
  '/message-status': 'visitor',
  '/bidding-guide': 'visitor',
  '/terms': 'visitor',
  '/privacy': 'visitor',
  '/refund': 'visitor',
  '/about': 'visitor',
  '/referral-program': 'visitor',
  '/meet-director': 'visitor',
  '/auth': 'visitor',
  '/register': 'visitor',
  '/admin-login': 'visitor',
  '/payment': 'registered',
  '/verification': 'paid',
  '/verification-pending': 'waiting',
  '/verification-complete': 'complete',
  '/calendar': 'complete',
  '/auction-calendar': 'complete',
  '/my-bids': 'complete',
  '/selling': 'complete',
  '/selling/:lotId': 'complete',
  '/profile': 'complete',
  '/invoices': 'complete',
  '/invoice-demo': 'complete',
  '/marketing-tools': 'complete',
  '/low-budget-marketing': 'complete',
  '/auction/:id': 'complete',
  '/auctions/:id': 'complete',
  '/lot/:lotNumber': 'complete',
  '/vehicle/:id': 'complete',
  '/admin': 'owner',
  '/admin/*': 'owner',
}

/** Other pages a person may open: pages for others, which deny access, and the pages of each role. */
const ALSO: Partial<Record<Person, string[]>> = {
  visitor: ['/nowhere', '/admin', '/calendar', '/lot/:lotNumber', '/auction/:id'],
  complete: ['/', '/referral-program', '/my-bids?position=watching', '/admin', '/lot/:lotNumber?compare'],
  reviewer: ['/admin'],
  auctioneer: [
    '/admin',
    '/admin/*',
    '/admin/auctions/new',
    '/admin/vehicles',
    '/admin/vehicles/new',
    '/admin/import',
    '/admin/photos/:vehicleId',
    '/admin/photos/:vehicleId/camera',
    '/admin/vehicles/:vehicleId',
    '/admin/questions',
  ],
  cashier: ['/admin', '/admin/disputes', '/admin/payments'],
  owner: ['/admin/settings', '/admin/shipping'],
}

/** A visitor is shown an access denial; an address without a page gets a 404. */
const EXPECTED: Record<'visitor' | 'member', Expected> = {
  visitor: (at, status) => (status === 401 && at.startsWith('/api/lots/')) || (status === 404 && at === '/nowhere'),
  member: () => false,
}

describe.runIf(findChromium() !== undefined)('in a browser', () => {
  let server: TestServer
  let browser: Browser
  let lot: CastLot
  const tokens = new Map<Person, string>()
  const parameters = new Map<string, string>()

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    browser = await openBrowser()
    const { pool } = server.app
    lot = await castLot(server.app)
    const offered = await pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [lot.lotId])
    const vehicleId = offered.rows[0]!.id
    parameters.set('/auction/:id', `/auction/${lot.auctionId}`)
    parameters.set('/auctions/:id', `/auctions/${lot.auctionId}`)
    parameters.set('/lot/:lotNumber', `/lot/${lot.lotNumber}`)
    const beside = (await castLot(server.app)).lotNumber
    parameters.set('/lot/:lotNumber?compare', `/lot/${lot.lotNumber}?compare=${beside}`)
    parameters.set('/vehicle/:id', `/vehicle/${vehicleId}`)
    for (const at of ['photos/:vehicleId', 'photos/:vehicleId/camera', 'vehicles/:vehicleId'])
      parameters.set(`/admin/${at}`, `/admin/${at.replace(':vehicleId', vehicleId)}`)
    parameters.set('/admin/*', `/admin/auctions/${lot.auctionId}`)
    const cast = {
      registered: { name: 'Milo', hasPaid: false, verification: 'pending' },
      paid: { name: 'Pia', verification: 'pending' },
      waiting: { name: 'Veda', verification: 'pending', document: 'submitted' },
      complete: { name: 'Ada' },
      owner: { name: 'Olga', role: 'owner' },
      reviewer: { name: 'Rita', role: 'reviewer' },
      auctioneer: { name: 'Aukje', role: 'auctioneer' },
      cashier: { name: 'Kofi', role: 'cashier' },
    } as const
    for (const person of PEOPLE)
      if (person !== 'visitor') tokens.set(person, (await castPerson(pool, cast[person])).token)
    const sold = await castLot(server.app)
    parameters.set('/selling/:lotId', `/selling/${sold.lotId}`)
    await consign(pool, sold, 'Ada')
    const bid = {
      token: tokens.get('complete')!,
      body: { bidId: crypto.randomUUID(), kind: 'maximum', amount: 20_000 },
    }
    await server.call('POST', `/api/lots/${lot.lotId}/bids`, bid)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function visit(person: Person, size: Size): Promise<WatchedPage> {
    const context = await browser.newContext({ ...SIZES[size], reducedMotion: 'reduce' })
    await context.addInitScript(
      (token) => {
        const choice = { necessary: true, analytics: false, marketing: false, functional: false }
        localStorage.setItem('cookie-consent', JSON.stringify(choice))
        if (token !== null) localStorage.setItem('authToken', token)
      },
      tokens.get(person) ?? null,
    )
    return watchedPage(context, server.url, EXPECTED[person === 'visitor' ? 'visitor' : 'member'])
  }

  describe.each(['phone', 'wide'] as const)('on a %s screen', (size) => {
    // The owner sees everything the other staff see.
    const people =
      size === 'phone' ? PEOPLE : PEOPLE.filter((person) => !['reviewer', 'auctioneer', 'cashier'].includes(person))
    test.concurrent.each(people)('every page for the %s is error-free, titled and accessible', async (person) => {
      const watched = await visit(person, size)
      const own = Object.entries(FOR).flatMap(([route, whose]) => (whose === person ? [route] : []))
      const addresses = new Set([...own, ...(ALSO[person] ?? [])].map((route) => parameters.get(route) ?? route))
      const faults: string[] = []
      // Iterating a set includes entries added meanwhile.
      for (const address of addresses) {
        await watched.go(address)
        faults.push(...(await faultsOf(watched, address, size)).map((fault) => `${address}: ${fault}`))
        await picture(watched.page, `${size}-${person}${address}`, { fullPage: true })
        for (const found of await administrationLinks(watched.page)) addresses.add(found)
      }
      await watched.page.context().close()
      expect(faults).toEqual([])
    })
  })

  test.each([
    ['/', 'visitor', 110],
    ['/?state=open,scheduled', 'visitor', 110],
    ['/faq', 'visitor', 110],
    ['/lot/:lotNumber', 'visitor', 110],
    ['/lot/:lotNumber', 'complete', 130],
  ] as const)('the scripts of %s for the %s weigh less than %d kB', async (route, person, maxKb) => {
    const watched = await visit(person, 'phone')
    await watched.go(parameters.get(route) ?? route)
    const bytes = await watched.scriptBytes()
    process.stdout.write(`  scripts of ${route}: ${(bytes / 1000).toFixed(1)} kB until it can be used\n`)
    await watched.page.context().close()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(maxKb * 1000)
  })

  describe('an overlay', () => {
    test.concurrent.each([
      ['the cookie settings', 'wide', 'Cookie settings'],
      ['the bid sheet', 'phone', 'Auto-bid and more'],
    ] as const)('%s keep the focus and the page still, and give both back', async (_, size, opener) => {
      const watched = await visit('complete', size)
      const { page } = watched
      await watched.go(`/lot/${lot.lotNumber}`)
      await page.getByRole('button', { name: opener }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await picture(page, `${size}-open-${opener}`)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
      for (let presses = 0; presses < 25; presses++) {
        await page.keyboard.press('Tab')
        expect(await focusIsOutside(page)).toBe(false)
      }
      expect(await accessibilityFaults(page, 'phone')).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const focused = await page.evaluate(() => document.activeElement?.textContent)
      expect(focused).toBe(opener)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden')
      expect(await watched.faults()).toEqual([])
      await page.context().close()
    })

    test.concurrent.each(['phone', 'wide'] as const)(
      'on a %s screen toasts, dialogs and menus open within the security policy, and nothing covers the bid',
      async (size) => {
        const watched = await visit('complete', size)
        const { page } = watched
        await watched.go(`/lot/${lot.lotNumber}`)
        await page.getByRole('button', { name: 'Share' }).click()
        await page
          .getByText(/Link copied|couldn’t copy/)
          .first()
          .waitFor()
        const bid = page.getByRole('button', { name: /Auto-bid and more|Raise your own price/ })
        expect(await isCovered(bid)).toBe(false)
        if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('button', { name: 'Ask a question' }).locator('visible=true').click()
        await page.getByRole('heading', { name: 'Ask a question' }).waitFor()
        await picture(page, `${size}-open-chat`)
        expect(await isCovered(bid)).toBe(false)
        await page.keyboard.press('Escape')
        expect(await isCovered(bid)).toBe(false)
        await page.getByRole('button', { name: /^Paddle/ }).click()
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
        expect(await accessibilityFaults(page, 'phone')).toEqual([])
        expect(await watched.faults()).toEqual([])
        await page.context().close()
      },
    )

    test('a tooltip explains the Watch button after the specified delay', async () => {
      const watched = await visit('complete', 'wide')
      const { page } = watched
      await watched.go(`/lot/${lot.lotNumber}`)
      const startedAt = performance.now()
      await page.getByRole('button', { name: 'Watch', exact: true }).hover()
      await page.getByRole('tooltip').waitFor()
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(TOOLTIP_DELAY_MS)
      await picture(page, 'wide-open-tooltip')
      expect(await watched.faults()).toEqual([])
    })
  })
})

async function faultsOf(watched: WatchedPage, address: string, size: Size): Promise<string[]> {
  const { page } = watched
  const faults = await watched.faults()
  const seen = await page.evaluate(() => ({
    address: location.pathname + location.search,
    title: document.title,
    headings: document.querySelectorAll('h1').length,
  }))
  if (seen.address !== address) faults.push(`led away to ${seen.address}`)
  if (!seen.title.endsWith(' · Paddock')) faults.push(`the title is “${seen.title}”`)
  if (seen.headings !== 1) faults.push(`${seen.headings} h1`)
  if (size === 'phone') faults.push(...(await sidewaysFaults(page, SIZES.phone.viewport)))
  return [...faults, ...(await accessibilityFaults(page, size))]
}

/** All rules on the phone, which shows all content in one column; only contrast in dark mode, which changes nothing but colors. */
async function accessibilityFaults(page: Page, size: Size): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (size === 'phone' ? axe.withTags(WCAG) : axe.withRules(['color-contrast'])).analyze()
  return violations.map(({ id, nodes }) => `axe: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

function administrationLinks(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
}
