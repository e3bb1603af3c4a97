import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openPage } from '#test/harness/visitor.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')

// The path from the calendar to a bid; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('Ada plans by the calendar, on a phone:', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let lot: CastLot

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    lot = await castLot(server.app)
    await castLot(server.app, { auctionId: lot.auctionId, position: 2, closesInMs: 3_660_000 })
    await server.app.pool.query(`update lot set title = '1971 Phoenix 455' where id = $1`, [lot.lotId])
    browser = await openBrowser()
    page = await openPage(browser, { size: 'phone', token: ada.token })
    page.setDefaultTimeout(10_000)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('she opens an auction from the calendar, finds a lot in it and watches it', async () => {
    await page.goto(`${server.url}/calendar`)
    await page.getByLabel('Make').selectOption('Kiri')
    await page.getByRole('link', { name: /Thursday auction/ }).click()
    await page.getByLabel('Search this auction').fill('phoenix')
    await page.getByText('1 of 2 lots').waitFor()
    await page.getByRole('link', { name: /1971 Phoenix 455/ }).click()
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await page.getByRole('button', { name: 'Watching' }).waitFor()
  })

  test('the calendar says when it closes, and gives her a private address', async () => {
    await page.goto(`${server.url}/calendar?view=plan`)
    await page.getByText(/^Likely /).waitFor()
    await page.getByRole('button', { name: 'Subscribe to calendar' }).click()
    await page.getByRole('button', { name: 'Create private link' }).click()
    const address = await page.getByLabel('Calendar link').inputValue()
    await page.screenshot({ path: path.join(PICTURES, 'calendar-address.png') })
    const calendar = await (await fetch(server.url + new URL(address).pathname)).text()
    expect(calendar).toContain(`Lot ${lot.lotNumber} closes: 1971 Phoenix 455`)
    await page.getByRole('button', { name: 'Close' }).click()
  })

  test('from there she goes to the lot and bids', async () => {
    await page.getByRole('link', { name: '1971 Phoenix 455' }).click()
    await page.getByRole('button', { name: 'Place bid of $100' }).first().click()
    await page.getByText('You’re the high bidder').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`/lot/${lot.lotNumber}`)
  })
})
