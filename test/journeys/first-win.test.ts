import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')

// One story in one browser per person; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('Ada, who is new,', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let ada: Page
  let boris: Page
  let lot: CastLot
  let borisAccount: CastMember

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    browser = await openBrowser()
    ada = await (await newPerson(browser, 'phone')).newPage()
    borisAccount = await castPerson(server.app.pool, { name: 'Boris' })
    boris = await loggedIn(browser, borisAccount)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function loggedIn(where: Browser, who: CastMember): Promise<Page> {
    const page = await (await newPerson(where, 'wide')).newPage()
    await page.goto(server.url)
    await page.evaluate((token) => localStorage.setItem('authToken', token), who.token)
    return page
  }

  test('creates an account and is led to the membership fee', async () => {
    await ada.goto(`${server.url}/register`)
    await ada.getByLabel('Full name').fill('Ada Paddock')
    await ada.getByLabel('Email').fill('ada@demo.paddock.example')
    await ada.getByLabel('Password', { exact: true }).fill('a very long sentence of mine')
    await ada.getByLabel('Phone').fill('+1 555 0101')
    await ada.getByLabel('Country').selectOption('US')
    await ada.getByLabel(/I accept the/).check()
    await ada.getByRole('button', { name: 'Create account' }).click()
    await ada.waitForURL('**/payment')
    const cookies = await ada.context().cookies()
    expect(cookies.find(({ name }) => name === 'paddock_session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  })

  test('is asked to confirm the email first, and then pays it in the sandbox', async () => {
    await ada.getByText('Confirm your email').first().waitFor()
    await server.app.pool.query(`update account set email_confirmed_at = now() where name = 'Ada Paddock'`)
    await ada.reload()
    await ada.getByRole('button', { name: /^Pay/ }).click()
    await ada.getByRole('button', { name: 'Simulate success' }).click()
    await ada
      .getByText(/Fee paid/)
      .first()
      .waitFor()
    await ada.screenshot({ path: path.join(PICTURES, 'payment.png') })
  })

  test('sends a passport and waits', async () => {
    await ada.goto(`${server.url}/my-bids`)
    await ada.waitForURL('**/verification')
    const passport = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8fa3b5' } })
      .jpeg()
      .toBuffer()
    await ada.getByRole('radio', { name: 'Passport' }).check()
    await ada
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: passport })
    await ada.getByRole('button', { name: 'Send document' }).click()
    await ada.waitForURL('**/verification-pending')
  })

  test('is approved by a reviewer, and sees it without reloading', async () => {
    const rita = await loggedIn(browser, await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' }))
    await rita.goto(`${server.url}/admin/verifications`)
    await rita.getByText('Ada Paddock').first().click()
    await rita.locator('img').first().waitFor()
    await rita.screenshot({ path: path.join(PICTURES, 'review.png') })
    await rita.getByLabel('Document number').fill('XR1001R58')
    await rita.getByRole('button', { name: 'Approve' }).click()
    await ada.getByRole('heading', { name: 'Your identity is verified' }).waitFor({ timeout: 10_000 })
    expect(new URL(ada.url()).pathname).toBe('/verification-pending')
    const views = await server.app.pool.query(`select 1 from audit where action = 'view-document'`)
    expect(views.rowCount).toBeGreaterThan(0)
    await rita.context().close()
  })

  test('confirms the email and gives a postal address, which bidding requires', async () => {
    const early = await castLot(server.app)
    await ada.goto(`${server.url}/lot/${early.lotNumber}`)
    await ada
      .getByText(/(Confirm your email|Add your address) to bid/)
      .first()
      .waitFor()
    await server.app.pool.query(
      `update account set email_confirmed_at = coalesce(email_confirmed_at, now()) where name = 'Ada Paddock'`,
    )
    const address = {
      recipient: 'Ada Paddock',
      company: '',
      street: '1 Main Street',
      extra: '',
      postcode: '62701',
      city: 'Springfield',
      region: 'IL',
      country: 'US',
      forInvoices: true,
    }
    // A browser session needs its cookie in addition to the token, so the page itself sends the request.
    const status = await ada.evaluate(async (body) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('authToken')}`,
      }
      return (await fetch('/api/profile/addresses', { method: 'POST', headers, body: JSON.stringify(body) })).status
    }, address)
    expect([200, 201]).toContain(status)
  })

  test('bids, and sees within half a second that an auto-bid in another browser has outbid her', async () => {
    lot = await castLot(server.app, { closesInMs: 10_000, extensionWindowMs: 10_000, extensionMs: 9000 })
    await ada.goto(`${server.url}/lot/${lot.lotNumber}`)
    await boris.goto(`${server.url}/lot/${lot.lotNumber}`)
    await ada.getByRole('button', { name: 'Place bid of $100' }).first().click()
    await ada.getByText('You’re the high bidder').first().waitFor()

    await boris.getByLabel('Your maximum').fill('240')
    const answered = boris.waitForResponse(
      (response) => response.url().endsWith('/bids') && response.request().method() === 'POST',
    )
    await boris.getByRole('button', { name: 'Set auto-bid' }).click()
    await answered
    const answeredAt = performance.now()
    await ada.getByText('You’ve been outbid').first().waitFor()
    expect(performance.now() - answeredAt).toBeLessThan(500)
    await ada.screenshot({ path: path.join(PICTURES, 'outbid.png') })
    expect(await boris.getByText('You’re the high bidder').count()).toBeGreaterThan(0)
  })

  test('answers with an auto-bid, sees why it leads, and wins after a soft close', async () => {
    await ada.getByRole('button', { name: 'More', exact: true }).click()
    await ada.getByLabel('Your maximum').fill('290')
    await ada.getByRole('button', { name: 'Set auto-bid' }).click()
    await ada.getByText('You’re the high bidder').first().waitFor()
    await boris.getByText('You’ve been outbid').first().waitFor()
    await boris.screenshot({ path: path.join(PICTURES, 'outbid-wide.png') })
    await ada.getByText('Sold to you').first().waitFor({ timeout: 60_000 })
    const ledger = await server.app.pool.query<{ text: string }>('select text from ledger where lot_id = $1', [
      lot.lotId,
    ])
    const types = ledger.rows.map(({ text }) => (JSON.parse(text) as { type: string }).type)
    expect(types).toContain('extended')
    expect(types.at(-1)).toBe('closed')
  })

  test('finds the invoice with every line of its total, and pays it', async () => {
    await expect.poll(() => invoices(server), { timeout: 10_000 }).toBe(1)
    await ada.goto(`${server.url}/invoices`)
    await ada.getByText('2010 Kiri Urban').first().waitFor()
    await ada.getByText('Hammer price').first().waitFor()
    await ada.screenshot({ path: path.join(PICTURES, 'invoice.png'), fullPage: true })
    await ada.getByRole('button', { name: /^Pay/ }).first().click()
    await ada.getByRole('button', { name: 'Simulate success' }).click()
    await ada.getByText('Paid', { exact: true }).first().waitFor()
    const due = await server.app.pool.query('select 1 from purchase_due')
    expect(due.rowCount).toBe(0)
  })

  test('signs out, and none of her data stays in the browser', async () => {
    const token = await ada.evaluate(() => localStorage.getItem('authToken'))
    await ada.evaluate(() => sessionStorage.setItem('mine', 'yes'))
    await ada.getByRole('button', { name: /^Paddle/ }).click()
    await ada.getByRole('button', { name: 'Sign out' }).click()
    await ada.waitForURL(`${server.url}/`)
    const left = await ada.evaluate(() => [localStorage.getItem('authToken'), sessionStorage.getItem('mine')])
    expect(left).toEqual([null, null])
    expect((await server.call('GET', '/api/user', { token: token ?? '' })).status).toBe(401)
  })
})

async function invoices(server: TestServer): Promise<number> {
  return (await server.app.pool.query('select 1 from invoice')).rowCount ?? 0
}

/** A browser context with the cookie choice made, so that the banner isn't in the way. */
async function newPerson(browser: Browser, size: 'phone' | 'wide'): Promise<BrowserContext> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext(size === 'phone' ? phone : { viewport: { width: 1440, height: 900 } })
  const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
  await context.addInitScript((value) => localStorage.setItem('cookie-consent', value), consent)
  return context
}
