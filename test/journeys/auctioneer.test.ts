import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const canBrowse = process.env['CHROMIUM_PATH'] !== undefined || existsSync('/usr/bin/chromium')

/** Clocks that never run out: only the auctioneer ends a lot. */
const TERMS = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const

// One auction with an auctioneer and a bidder, each in a browser; each step needs the one before it.
describe.runIf(canBrowse)(
  'Aukje runs a live auction of four lots from the keyboard; Ada bids online and Boris by phone:',
  { concurrent: false },
  () => {
    let server: TestServer
    let browser: Browser
    let ada: CastMember
    let boris: CastMember
    let aukje: CastMember
    let desk: Page
    let hall: Page
    let lots: CastLot[]

    async function pageOf({ token }: CastMember): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
      await context.addInitScript(
        ([own, value]) => {
          localStorage.setItem('authToken', own!)
          localStorage.setItem('cookie-consent', value!)
        },
        [token, consent],
      )
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      return page
    }

    beforeAll(async () => {
      server = await openTestServer({ client: true })
      ada = await castPerson(server.app.pool, { name: 'Ada' })
      boris = await castPerson(server.app.pool, { name: 'Boris' })
      aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
      const auctionId = randomUUID()
      lots = [
        await castLot(server.app, { ...TERMS, auctionId, position: 1 }),
        await castLot(server.app, { ...TERMS, auctionId, position: 2, reserve: 900_000 }),
        await castLot(server.app, { ...TERMS, auctionId, position: 3 }),
        await castLot(server.app, { ...TERMS, auctionId, position: 4 }),
      ]
      browser = await openBrowser()
      desk = await pageOf(aukje)
      hall = await pageOf(ada)
      await desk.goto(`${server.url}/admin/auctions/${auctionId}`)
      await hall.goto(`${server.url}/auction/${auctionId}`)
    })

    afterAll(async () => {
      await browser?.close()
      await server?.close()
    })

    const block = (page: Page) => page.getByRole('region', { name: 'On the block', exact: true })
    const isUp = (page: Page, at: number) => block(page).getByText(`Lot ${at} of 4`, { exact: true }).waitFor()

    async function asksAgain(key: string): Promise<boolean> {
      await desk.keyboard.press(key)
      return block(desk).getByText(`Press ${key} again to confirm.`).isVisible()
    }

    /** Presses a key, and again once the desk asks for it. */
    async function press(key: string): Promise<void> {
      // While an earlier action is on its way, a press does nothing; and two presses at once count as one.
      await expect.poll(() => asksAgain(key), { timeout: 15_000 }).toBe(true)
      await expect.poll(() => asksAgain(key), { timeout: 15_000 }).toBe(false)
    }

    test('after fair warning the hammer sells the first lot to her, and the second comes up', async () => {
      await isUp(desk, 1)
      await isUp(hall, 1)
      await block(hall)
        .getByRole('button', { name: /Place bid of \$100/ })
        .click()
      await block(hall).getByText('You lead').waitFor()
      await block(desk).getByText(`Paddle ${ada.paddle} leads`).waitFor()
      await press('F')
      await block(hall).getByText('Fair warning').waitFor()
      await block(desk)
        .getByRole('button', { name: `Sell for $100 to paddle ${ada.paddle}` })
        .waitFor()
      await desk.screenshot({ path: path.join(PICTURES, 'auctioneer-desk.png') })
      await press('H')
      await hall.getByText(`Sold for $100 to paddle ${ada.paddle}`).waitFor()
      await isUp(hall, 2)
    })

    test('a bid between the two presses stops the hammer, and a lot below its reserve is passed', async () => {
      await isUp(desk, 2)
      await expect.poll(() => asksAgain('P')).toBe(true)
      await block(desk).getByRole('button', { name: 'Confirm: Pass, no bids' }).waitFor()
      await block(hall)
        .getByRole('button', { name: /Place bid of \$100/ })
        .click()
      await block(desk).getByRole('button', { name: 'Pass, reserve not met', exact: false }).waitFor()
      await expect(block(desk).getByText('Press P again to confirm.').count()).resolves.toBe(0)
      await press('P')
      await hall.getByText('Reserve not met: the high bid was $100').waitFor()
      await isUp(hall, 3)
    })

    test('a bid by phone leads under its client’s number, marked for everyone, and a message reaches the live page', async () => {
      await isUp(desk, 3)
      await desk.keyboard.press('b')
      const entry = block(desk).getByRole('form', { name: 'Enter a bid' })
      await entry.getByLabel('From').selectOption('phone')
      await entry.getByLabel('Client number').fill(String(boris.paddle))
      await entry.getByRole('link', { name: 'Boris' }).waitFor()
      await entry.getByRole('button', { name: 'Enter bid of $100' }).click()
      const confirm = entry.getByRole('button', { name: `Confirm bid of $100 for ${boris.paddle}` })
      // Two presses at once count as one.
      await expect
        .poll(async () => {
          if (await confirm.isVisible()) await confirm.click()
          return entry.getByText(`Paddle ${boris.paddle} leads at $100.`).isVisible()
        })
        .toBe(true)
      await block(hall).getByText(`Paddle ${boris.paddle} leads`).waitFor()
      await block(hall).getByText(`Paddle ${boris.paddle} (by phone) bid $100`, { exact: false }).first().waitFor()
      await desk.screenshot({ path: path.join(PICTURES, 'auctioneer-desk-bid.png') })
      await desk.keyboard.press('Escape')
      await desk.keyboard.press('m')
      await desk.getByRole('button', { name: 'The auction continues now.' }).click()
      await desk.getByRole('button', { name: 'Send message' }).click()
      const message = hall.getByRole('status', { name: 'Message from the auctioneer' })
      await message.getByText('The auction continues now.').waitFor()
      await block(desk).getByText('The auction continues now.').waitFor()
      await press('H')
      await hall.getByText(`Sold for $100 to paddle ${boris.paddle}`).waitFor()
    })

    test('the clock stops and runs again, and the last lot is passed without a bid', async () => {
      await isUp(desk, 4)
      await press('C')
      await block(hall).getByText('Paused', { exact: true }).first().waitFor()
      await press('C')
      await block(hall).getByText('Open for bids').waitFor()
      await press('P')
      await hall.getByRole('heading', { name: 'The auction has ended' }).waitFor()
      await hall.getByText('2 sold, 1 below the reserve, 1 passed.').waitFor()
      const ends = await server.app.pool.query<{ text: string }>(
        `select text from ledger where type = 'closed' and lot_id = any($1) order by at_ms`,
        [lots.map(({ lotId }) => lotId)],
      )
      expect(ends.rows.map(({ text }) => JSON.parse(text) as object)).toMatchObject([
        { outcome: 'sold', leader: ada.paddle, cause: 'auctioneer' },
        { outcome: 'reserve-not-met', cause: 'auctioneer' },
        { outcome: 'sold', leader: boris.paddle, cause: 'auctioneer' },
        { outcome: 'passed', cause: 'auctioneer' },
      ])
    })
  },
)
