import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openContext } from '#test/harness/visitor.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')

/** Adds up how far the page's content moved without the person's doing. Runs in the page. */
function measureShifts(): void {
  const measured = { total: 0 }
  Object.assign(globalThis, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) measured.total += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const SHIFT_MAX = 0.02
type Measured = { measured: { total: number } }

/** Short, but long enough for a busy browser to bid in time. */
const TERMS = { auctionKind: 'live', liveStartMs: 5000, extensionWindowMs: 3500, extensionMs: 3500 } as const
const AUCTION_TERMS = {
  lotEveryMs: 60_000,
  bidUnit: 100,
  increments: [[0, 2500]],
  hardEndAt: null,
  buyNowUntil: 'reserve-met',
  outageExtensionMs: 600_000,
}

// One auction from before its first lot to after its last; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('Ada follows a live auction on one page:', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let ada: CastMember
  let boris: CastMember
  let aukje: CastMember
  let page: Page
  let first: CastLot
  let second: CastLot

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    const { pool } = server.app
    ada = await castPerson(pool, { name: 'Ada' })
    boris = await castPerson(pool, { name: 'Boris' })
    aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
    const auctionId = randomUUID()
    await pool.query(
      `insert into auction (id, title, kind, location, currency, opens_at, starts_at, terms, lot_count, published_at)
       values ($1, 'Live evening', 'live', 'Springfield', 'USD', now(), now() + interval '1 hour', $2, 2, now())`,
      [auctionId, JSON.stringify({ ...AUCTION_TERMS, ...TERMS })],
    )
    first = await castLot(server.app, { ...TERMS, auctionId, position: 1 })
    second = await castLot(server.app, { ...TERMS, auctionId, position: 2 })
    browser = await openBrowser()
    const context = await openContext(browser, ada.token)
    await context.addInitScript(measureShifts)
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const onTheBlock = () => page.getByRole('region', { name: 'On the block', exact: true })

  test('before it begins she sets a maximum on the second lot', async () => {
    await page.goto(`${server.url}/auction/${first.auctionId}`)
    await page.getByRole('heading', { name: 'First on the block' }).waitFor()
    await page.getByRole('button', { name: `Set auto-bid on lot ${second.lotNumber}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your maximum').fill('200')
    await dialog.getByRole('button', { name: 'Set auto-bid' }).click()
    await dialog.getByText('You’re the high bidder').first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('the first lot opens on its own, stops while the auctioneer pauses it, and she bids right there', async () => {
    await server.app.pool.query('update auction set starts_at = clock_timestamp() where id = $1', [first.auctionId])
    await onTheBlock().getByText(String(first.lotNumber)).first().waitFor()
    await onTheBlock().getByText('Lot 1 of 2').waitFor()
    await onTheBlock().getByText('Lot 2 of 2, next').waitFor()
    const action = (name: string) => {
      const body = { reason: 'A question from the yard' }
      return server.call('POST', `/api/admin/lots/${first.lotId}/${name}`, { token: aukje.token, body })
    }
    expect((await action('pause')).status).toBe(200)
    await onTheBlock().getByText('Paused', { exact: true }).first().waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-auction-paused.png') })
    expect((await action('resumption')).status).toBe(200)
    // From here on, bids, the close and the next lot move nothing.
    await page.evaluate(() => Object.assign((globalThis as typeof globalThis & Measured).measured, { total: 0 }))
    await onTheBlock()
      .getByRole('button', { name: /Place bid of \$100 \$[\d,.]+ total/ })
      .click()
    await onTheBlock().getByText('You’re the high bidder').waitFor()
    const answer = await sendBid(server, boris, first, 'firm', 50_000)
    expect(answer.status).toBe(200)
    await onTheBlock().getByText('You’ve been outbid').waitFor()
    await onTheBlock()
      .getByText(/Paddle \d+ bid \$500 and took the lead/)
      .waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-auction.png') })
  })

  test('the lot is sold, and the page moves on to the second lot, where her maximum leads', async () => {
    await page.getByText(`Sold for $500 to paddle ${boris.paddle}`).waitFor()
    await onTheBlock().getByText(String(second.lotNumber)).first().waitFor()
    await onTheBlock().getByText('You’re the high bidder').waitFor()
    const shift = await page.evaluate(() => (globalThis as typeof globalThis & Measured).measured.total)
    expect(shift).toBeLessThanOrEqual(SHIFT_MAX)
  })

  test('at the end it shows what became of both lots', async () => {
    await page.getByRole('heading', { name: 'The auction has ended' }).waitFor()
    await page.getByText(`Sold for $100 to paddle ${ada.paddle}`).waitFor()
    await page.getByText('2 sold.').waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-auction-over.png'), fullPage: true })
    const won = await server.app.pool.query('select bidder_id from purchase_due where lot_id = $1', [second.lotId])
    expect(won.rows).toEqual([{ bidder_id: ada.id }])
  })
})
