import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { type CastLot, castLot } from '#test/inventory.ts'

const STEP_MS = 20_000
const LOTS = 30
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} satisfies Record<string, BrowserContextOptions>

describe.runIf(findChromium() !== undefined)('Somebody who looks for a vehicle', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let ada: CastMember
  let lots: CastLot[]

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    ada = await castPerson(server.app.pool, { name: 'Ada' })
    lots = []
    for (let index = 0; index < LOTS; index += 1) {
      lots.push(await castLot(server.app, { closesInMs: 3_600_000 + index * 60_000 }))
    }
    await enqueue(server.app.db, 'lots-published', { lotIds: lots.map(({ lotId }) => lotId) })
    browser = await openBrowser()
    await expectFound()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** Until the catalog has every lot. */
  async function expectFound(): Promise<void> {
    for (;;) {
      const { body } = await server.call('GET', '/api/catalog')
      if ((body as { total: number }).total === LOTS) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async function pageOf(who: CastMember | null, size: keyof typeof SIZES): Promise<Page> {
    const context = await browser.newContext(SIZES[size])
    context.setDefaultTimeout(STEP_MS)
    await context.addInitScript(
      (token) => {
        localStorage.setItem('cookie-consent', '{}')
        if (token !== null) localStorage.setItem('authToken', token)
      },
      who === null ? null : who.token,
    )
    return context.newPage()
  }

  const faultsOf = async (page: Page) =>
    (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )

  test('finds it by words with a typo, watches it, goes back to the same place, and bids', async () => {
    const page = await pageOf(ada, 'phone')
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('kiri urbn')
    await page.getByRole('combobox').press('Enter')
    await page.getByText(`${LOTS} lots`).waitFor()
    await page.getByText('Showing results for “urban” instead of “urbn”', { exact: false }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: `Watch lot ${lots[9]!.lotNumber}` }).click()
    const pressed = page.locator('[aria-pressed="true"]', { hasNotText: /./ })
    await expect.poll(() => pressed.count()).toBe(1)
    await page.getByRole('button', { name: 'Show more lots' }).click()
    await page.getByRole('button', { name: `Watch lot ${lots[29]!.lotNumber}` }).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1000)
    await page.getByRole('list', { name: 'Lots found' }).getByRole('link').nth(26).click()
    await page.waitForURL(/\/lot\/\d+$/)
    await page.getByRole('heading', { name: 'If you win' }).scrollIntoViewIfNeeded()
    // Rendered when scrolling near the end of the page.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'Similar lots' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 5000 }).toBeGreaterThan(place - 50)
    await page.goto(`${server.url}/lot/${lots[9]!.lotNumber}`)
    await page.getByRole('button', { name: 'Watching' }).waitFor()
    await page.getByRole('button', { name: /^Place bid of \$100/ }).click()
    await page.getByText('You’re the high bidder').first().waitFor()
    await page.context().close()
  })

  test('narrows by facets in a sheet on a phone and next to the lots on a wide screen, both accessible', async () => {
    for (const size of ['phone', 'wide'] as const) {
      const page = await pageOf(null, size)
      await page.goto(`${server.url}/?sort=ending`)
      await page.getByText(`${LOTS} lots`).first().waitFor()
      if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
      const place = size === 'phone' ? page.getByRole('dialog') : page.getByRole('region', { name: 'Filters' })
      await place.getByRole('checkbox', { name: /^Kiri/ }).check()
      await place.getByRole('checkbox', { name: /^Urban/ }).check()
      expect(await faultsOf(page)).toEqual([])
      expect(new URL(page.url()).search).toBe('?make=kiri&model=kiri/urban&sort=ending')
      await page.context().close()
    }
  })
})
