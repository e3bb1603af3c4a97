import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { saleroom } from '#server/invoices/sale.test-model.ts'
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

describe.runIf(canBrowse)('Money in a browser', { concurrent: false }, () => {
  let stripe: FakeStripe
  let house: TestHouse
  let browser: Browser
  let room: ReturnType<typeof saleroom>
  let files = 0

  beforeAll(async () => {
    stripe = await FakeStripe.open(SECRET)
    const keys = { secretKey: 'sk_test_only', webhookSecret: SECRET, apiBase: stripe.base }
    house = await openHouse({ client: true, config: { stripe: keys, sandboxPayments: true } })
    // Stripe sends people back to where the house is reached.
    house.house.config.publicUrl = house.url
    await house.house.pool.query(`insert into setting (key, value) values ('bankAccount', $1)`, [JSON.stringify(BANK)])
    room = saleroom(house)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await house?.close()
    await stripe?.close()
  })

  async function pageOf(who: CastMember | null, size: 'phone' | 'wide'): Promise<Page> {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const context = await browser.newContext(size === 'phone' ? phone : { viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(STEP_MS)
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript(
      ([token, choice]) => {
        localStorage.setItem('cookie-consent', choice!)
        if (token !== '') localStorage.setItem('authToken', token!)
      },
      [who?.token ?? '', consent],
    )
    return context.newPage()
  }

  /** Pays on Stripe's page, which this test plays, and comes back. */
  async function payByCard(page: Page, button: string | RegExp): Promise<void> {
    await page.context().route('https://checkout.stripe.test/**', async (route) => {
      const id = new URL(route.request().url()).pathname.slice(1)
      const back = String(stripe.sessions.get(id)?.['success_url'])
      await route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Pay</a>` })
    })
    await page.getByRole('radio', { name: /^Card/ }).check()
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL('https://checkout.stripe.test/**')
    stripe.pay(new URL(page.url()).pathname.slice(1))
    await page.getByRole('link', { name: 'Pay' }).click()
  }

  /** The cashier imports a file of the bank with these amounts and texts, all of them with references. */
  async function bring(kofi: Page, lines: [amount: string, text: string][]): Promise<void> {
    files += 1
    const name = `bank-${files}.csv`
    const rows = lines.map(([amount, text]) => `20.11.2026;"${amount}";USD;"${text}";Jürgen Groß ${files}`)
    const text = ['Datum;Betrag;Währung;Verwendungszweck;Name', ...rows, ''].join('\n')
    await kofi.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    await kofi.getByText('Matches a reference').first().waitFor()
    await kofi.getByText(`Jürgen Groß ${files}`).first().waitFor()
    await shot(kofi, 'bank-file-preview')
    await kofi.getByRole('button', { name: lines.length === 1 ? 'Import 1 line' : /^Import \d+ lines/ }).click()
    await kofi.getByText(`${name} is imported`).waitFor()
    await kofi.getByRole('button', { name: 'Bring another file' }).click()
  }

  /** Somebody who opens an account and is led to the fee. */
  async function registered(name: string): Promise<{ page: Page; id: string }> {
    const page = await pageOf(null, 'phone')
    const email = `${name.toLowerCase()}@demo.paddock.example`
    await page.goto(`${house.url}/register`)
    await page.getByLabel('Full name').fill(`${name} Berg`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a very long sentence of mine')
    await page.getByLabel('Phone').fill('+1 555 0101')
    await page.getByLabel('Country').selectOption('US')
    await page.getByLabel(/I have read and accept/).check()
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.waitForURL('**/payment')
    const found = await house.house.pool.query<{ id: string }>(
      'update account set email_confirmed_at = now() where email = $1 returning id',
      [email],
    )
    const { id } = found.rows[0]!
    accountChanged(house.house, id)
    await page.reload()
    return { page, id }
  }

  /** The reviewer approves, a lot is won, and its invoice is there: what other journeys walk in a browser. */
  async function wins(id: string): Promise<string> {
    await house.house.pool.query(
      `update account set verification_status = 'verified', email_confirmed_at = now(),
         id_document = '{"submittedAt": 1, "kind": "passport", "state": "approved"}' where id = $1`,
      [id],
    )
    accountChanged(house.house, id)
    await room.sell({ id, name: '', email: '', paddle: 0, token: '' })
    await room.drain()
    const found = await house.house.pool.query<{ id: string }>('select id from invoice where account_id = $1', [id])
    return found.rows[0]!.id
  }

  const newcomer = () => castPerson(house.house.pool, { name: 'Milo Berg', hasPaid: false, verification: 'pending' })
  const shot = (page: Page, name: string) => page.screenshot({ path: path.join(PICTURES, `${name}.png`) })

  test('that fails in the sandbox says why, comes at the second try, has a receipt, and is taken back', async () => {
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
    const link = page.waitForResponse((response) => response.url().endsWith('/receipt-link'))
    await page.getByRole('button', { name: 'Open the receipt (PDF)' }).click()
    const { url } = (await (await link).json()) as { url: string }
    expect((await fetch(house.url + url)).headers.get('content-type')).toBe('application/pdf')
    await page.getByRole('button', { name: 'Take the fee back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take the fee back' }).click()
    await page.getByText('Your membership has ended').waitFor()
    await shot(page, 'fee-taken-back')
  })

  test('leads by card from registration to an invoice that is paid, with its paper', async () => {
    const { page, id } = await registered('Milena')
    // Shown on return, before any report of Stripe came.
    await payByCard(page, 'Pay $99.00')
    await page.getByText('The fee is paid').waitFor()
    await page.getByText(/R-\d{4}-\d{6}/).waitFor()
    await shot(page, 'fee-paid-by-card')
    const invoiceId = await wins(id)
    await page.goto(`${house.url}/invoices?invoice=${invoiceId}`)
    await payByCard(page, /^Pay \$/)
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.getByText('$0.00').first().waitFor()
    await shot(page, 'invoice-paid-by-card')
    const link = page.waitForResponse((response) => response.url().endsWith(`/invoices/${invoiceId}/link`))
    await page.getByRole('button', { name: /Download PDF/ }).click()
    const { url } = (await (await link).json()) as { url: string }
    expect((await fetch(house.url + url)).headers.get('content-type')).toBe('application/pdf')
    expect(await bound(id)).toBe(0)
  })

  test('leads by bank transfer from registration to an invoice that is paid in two parts', async () => {
    const { page, id } = await registered('Thekla')
    const kofi = await pageOf(await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' }), 'wide')
    await kofi.goto(`${house.url}/admin/transfers`)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Get the reference/ }).click()
    const fee = await page.getByText(/^RF\d\d /).innerText()
    await shot(page, 'fee-by-transfer')
    await bring(kofi, [['99,00', `Beitrag ${fee}`]])
    // The page changes by itself.
    await page.getByText('The fee is paid').waitFor()
    const invoiceId = await wins(id)
    await page.goto(`${house.url}/invoices?invoice=${invoiceId}`)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    const reference = await page.getByText(/^RF\d\d /).innerText()
    await bring(kofi, [['5000,00', `Teil 1 ${reference}`]])
    await page.goto(`${house.url}/invoices?invoice=${invoiceId}`)
    await page.getByText('Partly paid').first().waitFor()
    await shot(page, 'invoice-part-paid')
    await bring(kofi, [['20000,00', `Rest ${reference}`]])
    await page.goto(`${house.url}/invoices?invoice=${invoiceId}`)
    await page.getByText('Paid', { exact: true }).first().waitFor()
    expect(await bound(id)).toBe(0)
  })

  /** What purchases still bind of a person's limit. */
  async function bound(id: string): Promise<number> {
    const found = await house.house.pool.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from purchase_due where bidder_id = $1',
      [id],
    )
    return found.rows[0]!.sum
  }
})
