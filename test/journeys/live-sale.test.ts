import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const canBrowse = process.env['CHROMIUM_PATH'] !== undefined || existsSync('/usr/bin/chromium')

/** Short, but long enough that a busy browser bids in time. */
const TERMS = { saleKind: 'live', liveStartMs: 5000, extensionWindowMs: 3500, extensionMs: 3500 } as const

// One sale from before its first lot to after its last; each step needs the one before it.
describe.runIf(canBrowse)('Ada follows a live sale on one page:', { concurrent: false }, () => {
  let house: TestHouse
  let browser: Browser
  let ada: CastMember
  let boris: CastMember
  let aukje: CastMember
  let page: Page
  let first: CastLot
  let second: CastLot

  beforeAll(async () => {
    house = await openHouse({ client: true })
    const { pool } = house.house
    ada = await castPerson(pool, { name: 'Ada' })
    boris = await castPerson(pool, { name: 'Boris' })
    aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
    const auctionId = randomUUID()
    await pool.query(
      `insert into auction (id, title, kind, location, currency, opens_at, starts_at, terms, lot_count, published_at)
       values ($1, 'Live evening', 'live', 'Springfield', 'USD', now(), now() + interval '1 hour', $2, 2, now())`,
      [auctionId, JSON.stringify({ lotEveryMs: 60_000, bidUnit: 100, ladder: [[0, 2500]], hardEndAt: null, ...TERMS })],
    )
    first = await castLot(house.house, { ...TERMS, auctionId, position: 1 })
    second = await castLot(house.house, { ...TERMS, auctionId, position: 2 })
    browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript(
      ([token, value]) => {
        localStorage.setItem('authToken', token!)
        localStorage.setItem('cookie-consent', value!)
      },
      [ada.token, consent],
    )
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
  })

  afterAll(async () => {
    await browser?.close()
    await house?.close()
  })

  const onTheBlock = () => page.getByRole('region', { name: 'On the block', exact: true })

  test('before it begins she leaves a maximum on the second lot', async () => {
    await page.goto(`${house.url}/auction/${first.auctionId}`)
    await page.getByRole('heading', { name: 'First on the block' }).waitFor()
    await page.getByRole('button', { name: `Leave a maximum on lot ${second.lotNumber}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your maximum').fill('200')
    await dialog.getByRole('button', { name: 'Set auto-bid' }).click()
    await dialog.getByText('You are leading').first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('the first lot comes up by itself, stands still while the auctioneer pauses it, and she bids right there', async () => {
    await house.house.pool.query('update auction set starts_at = clock_timestamp() where id = $1', [first.auctionId])
    await onTheBlock().getByText(String(first.lotNumber)).first().waitFor()
    const act = (name: string) => {
      const body = { reason: 'A question from the yard' }
      return house.call('POST', `/api/admin/lots/${first.lotId}/${name}`, { token: aukje.token, body })
    }
    expect((await act('pause')).status).toBe(200)
    await onTheBlock().getByText('Paused', { exact: true }).waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-sale-paused.png') })
    expect((await act('resumption')).status).toBe(200)
    await onTheBlock().getByRole('button', { name: 'Place bid of $100' }).click()
    await onTheBlock().getByText('You are leading').waitFor()
    const body = { bidId: randomUUID(), kind: 'firm', amount: 50_000 }
    const answer = await house.call('POST', `/api/lots/${first.lotId}/bids`, { token: boris.token, body })
    expect(answer.status).toBe(200)
    await onTheBlock().getByText('You are outbid').waitFor()
    await onTheBlock()
      .getByText(/Paddle \d+ bid \$500 and took the lead/)
      .waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-sale.png') })
  })

  test('the hammer falls, and the page goes on to the second lot, where her maximum leads', async () => {
    await page.getByText(`Sold for $500 to paddle ${boris.paddle}`).waitFor()
    await onTheBlock().getByText(String(second.lotNumber)).first().waitFor()
    await onTheBlock().getByText('You are leading').waitFor()
  })

  test('at the end it shows what became of both lots', async () => {
    await page.getByRole('heading', { name: 'The sale is over' }).waitFor()
    await page.getByText(`Sold for $100 to paddle ${ada.paddle}`).waitFor()
    await page.getByText('2 sold.').waitFor()
    await page.screenshot({ path: path.join(PICTURES, 'live-sale-over.png'), fullPage: true })
    const won = await house.house.pool.query('select bidder_id from purchase_due where lot_id = $1', [second.lotId])
    expect(won.rows).toEqual([{ bidder_id: ada.id }])
  })
})
