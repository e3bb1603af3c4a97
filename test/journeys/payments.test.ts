import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeStripe } from '#server/membership/stripe/fake-stripe.test-model.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const SECRET = 'whsec_only_for_this_journey'
const BANK = { holder: 'Paddock Auctions', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', bank: 'Test Bank' }
const canBrowse = process.env['CHROMIUM_PATH'] !== undefined || existsSync('/usr/bin/chromium')

// The page's own fetch is slowest on a busy machine; a step may take this long.
const STEP_MS = 20_000

describe.runIf(canBrowse)('The membership fee in a browser', { concurrent: false }, () => {
  let stripe: FakeStripe
  let house: TestHouse
  let browser: Browser

  beforeAll(async () => {
    stripe = await FakeStripe.open(SECRET)
    const keys = { secretKey: 'sk_test_only', webhookSecret: SECRET, apiBase: stripe.base }
    house = await openHouse({ client: true, config: { stripe: keys, sandboxPayments: true } })
    // Stripe sends people back to where the house is reached.
    house.house.config.publicUrl = house.url
    await house.house.pool.query(`insert into setting (key, value) values ('bankAccount', $1)`, [JSON.stringify(BANK)])
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await house?.close()
    await stripe?.close()
  })

  async function pageOf(who: CastMember, size: 'phone' | 'wide'): Promise<Page> {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const context = await browser.newContext(size === 'phone' ? phone : { viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(STEP_MS)
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript(
      ([token, choice]) => {
        localStorage.setItem('cookie-consent', choice!)
        localStorage.setItem('authToken', token!)
      },
      [who.token, consent],
    )
    return context.newPage()
  }
  const newcomer = () => castPerson(house.house.pool, { name: 'Milo Berg', hasPaid: false, verification: 'pending' })
  const shot = (page: Page, name: string) => page.screenshot({ path: path.join(PICTURES, `${name}.png`) })

  test('is paid by card on Stripe’s page, shown on return before any webhook came, and taken back', async () => {
    const page = await pageOf(await newcomer(), 'phone')
    await page.context().route('https://checkout.stripe.test/**', async (route) => {
      const id = new URL(route.request().url()).pathname.slice(1)
      await route.fulfill({
        contentType: 'text/html',
        body: `<a href="${String(stripe.sessions.get(id)?.['success_url'])}">Pay</a>`,
      })
    })
    await page.goto(`${house.url}/payment`)
    await page.getByRole('radio', { name: /^Card/ }).check()
    await page.getByRole('button', { name: 'Pay $99.00' }).click()
    await page.waitForURL('https://checkout.stripe.test/**')
    stripe.pay(new URL(page.url()).pathname.slice(1))
    await page.getByRole('link', { name: 'Pay' }).click()
    await page.getByText('The fee is paid').waitFor()
    await page.getByText(/R-\d{4}-\d{6}/).waitFor()
    await shot(page, 'fee-paid-by-card')
    const link = page.waitForResponse((response) => response.url().endsWith('/receipt-link'))
    await page.getByRole('button', { name: 'Open the receipt (PDF)' }).click()
    const { url } = (await (await link).json()) as { url: string }
    expect((await fetch(house.url + url)).headers.get('content-type')).toBe('application/pdf')
    await page.getByRole('button', { name: 'Take the fee back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take the fee back' }).click()
    await page.getByText('Your membership has ended').waitFor()
    await shot(page, 'fee-taken-back')
  })

  test('is paid by bank transfer: reference, the cashier’s file, and the page that changes by itself', async () => {
    const page = await pageOf(await newcomer(), 'phone')
    await page.goto(`${house.url}/payment`)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Get the reference/ }).click()
    const reference = await page.getByText(/^RF\d\d /).innerText()
    await shot(page, 'fee-by-transfer')
    const kofi = await pageOf(await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' }), 'wide')
    await kofi.goto(`${house.url}/admin/transfers`)
    const text = `Datum;Betrag;Währung;Verwendungszweck;Name\n20.11.2026;"99,00";USD;"Beitrag ${reference}";Jürgen Groß\n`
    await kofi
      .getByLabel('CSV file')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    await kofi.getByText('Matches a reference').waitFor()
    await kofi.getByText('Jürgen Groß').waitFor()
    await shot(kofi, 'bank-file-preview')
    await kofi.getByRole('button', { name: 'Import 1 transfer' }).click()
    await kofi.getByText('bank.csv is imported').waitFor()
    await page.getByText('The fee is paid').waitFor()
  })

  test('that fails in the sandbox says why, and is paid at the second try', async () => {
    const page = await pageOf(await newcomer(), 'phone')
    await page.goto(`${house.url}/payment`)
    const pay = async (outcome: string) => {
      await page.getByRole('radio', { name: /^Sandbox/ }).check()
      await page.getByRole('button', { name: 'Pay $99.00' }).click()
      await page.getByRole('button', { name: outcome }).click()
    }
    await pay('Play failure')
    await page.getByText('The card was declined. Nothing was charged.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await pay('Play success')
    await page.getByText('The fee is paid').waitFor()
  })
})
