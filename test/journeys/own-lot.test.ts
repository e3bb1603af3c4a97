import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openContext } from '#test/harness/visitor.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const LIVE = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const

describe.runIf(findChromium() !== undefined)('Kim runs an auction and sells a vehicle in it:', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let ada: CastMember
  let kim: CastMember
  let first: CastLot
  let own: CastLot

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    const { pool } = server.app
    ada = await castPerson(pool, { name: 'Ada' })
    kim = await castPerson(pool, { name: 'Kim', role: 'auctioneer' })
    first = await castLot(server.app, { ...LIVE, position: 1 })
    own = await castLot(server.app, { ...LIVE, auctionId: first.auctionId, position: 2, sellerId: kim.id })
    browser = await openBrowser()
    page = await (await openContext(browser, kim.token)).newPage()
    page.setDefaultTimeout(10_000)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const block = () => page.getByRole('region', { name: 'On the block', exact: true })

  test('the console says it before the lot comes up, and runs the lots of others', async () => {
    const answer = async () => (await sendBid(server, ada, first, 'firm', 10_000)).body
    await expect.poll(answer, { timeout: 5000 }).toMatchObject({ leading: true })
    await server.app.pool.query('update account set has_paid_membership_fee = false where id = $1', [ada.id])
    await page.goto(`${server.url}/admin/auctions/${first.auctionId}`)
    await page.getByText('A colleague has to run 1 lot').waitFor()
    await page.getByText(`Starting with lot ${own.lotNumber}. You’re selling the vehicle, or you bid on it.`).waitFor()
    await block().getByText('Leader is no longer a verified member').waitFor()
    await block()
      .getByRole('button', { name: /^Sell for/ })
      .waitFor()
  })

  test('once their own lot is on the block, a colleague has the hammer', async () => {
    const path = `/api/admin/lots/${first.lotId}/withdrawal`
    const body = { reason: 'Damaged in the yard' }
    expect((await server.call('POST', path, { token: kim.token, body })).status).toBe(200)
    await block().getByText('A colleague has to run this sale').waitFor()
    for (const name of [/Pass/, /fair warning/, /Pause clock/, /client’s bid/])
      expect(await block().getByRole('button', { name }).count()).toBe(0)
    await block().getByRole('button', { name: 'Send a message' }).waitFor()
  })

  test('the console that was open before an auction began says that it runs', async () => {
    const soon = await castLot(server.app, { ...LIVE, startsInMs: 6000 })
    await server.app.pool.query('update auction set lot_count = 1 where id = $1', [soon.auctionId])
    await page.goto(`${server.url}/admin/auctions/${soon.auctionId}`)
    await block().getByText('The first lot opens').waitFor()
    const [, opensAt] = /The first lot opens (.*?), in/.exec(await block().innerText()) ?? []
    await page.getByText(`Live auction, scheduled, 1 lot, opens ${opensAt}.`).waitFor()
    await page.getByText('Live auction, running, 1 lot, opened').waitFor()
  })
})
