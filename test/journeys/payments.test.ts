import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { FakeStripe } from '#server/payments/stripe/fake-stripe.test-support.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { importBankFile, openPage } from '#test/harness/visitor.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const SECRET = 'whsec_only_for_this_journey'
const BANK = { holder: 'Paddock Auctions', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', bank: 'Test Bank' }

describe.runIf(findChromium() !== undefined)('Money in a browser', { concurrent: false }, () => {
  let stripe: FakeStripe
  let server: TestServer
  let browser: Browser
  let room: ReturnType<typeof saleroom>
  let files = 0

  beforeAll(async () => {
    stripe = await FakeStripe.open(SECRET)
    const keys = { secretKey: 'sk_test_only', webhookSecret: SECRET, apiBase: stripe.base }
    server = await openTestServer({ client: true, config: { stripe: keys, sandboxPayments: true } })
    // Stripe sends people back to the server's public address.
    server.app.config.publicUrl = server.url
    await server.app.pool.query(`insert into setting (key, value) values ('bankAccount', $1)`, [JSON.stringify(BANK)])
    room = saleroom(server)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await stripe?.close()
  })

  const pageOf = (who: CastMember | null, size: 'phone' | 'wide') =>
    openPage(browser, { size, ...(who === null ? {} : { token: who.token }) })

  /** Pays on Stripe's page, which this test simulates, and returns. */
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

  /** The cashier imports a bank file with these amounts and texts, all of them with references. */
  async function bring(kofi: Page, lines: [amount: string, text: string][]): Promise<void> {
    files += 1
    const payer = `Jürgen Groß ${files}`
    await importBankFile(
      kofi,
      `bank-${files}.csv`,
      lines.map(([amount, text]) => [amount, text, payer]),
    )
  }

  /** Registers a person, who is led to the fee. */
  async function registered(name: string): Promise<{ page: Page; id: string }> {
    const page = await pageOf(null, 'phone')
    const email = `${name.toLowerCase()}@demo.paddock.example`
    await page.goto(`${server.url}/register`)
    await page.getByLabel('Full name').fill(`${name} Berg`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a very long sentence of mine')
    await page.getByLabel('Phone').fill('+1 555 0101')
    await page.getByLabel('Country').selectOption('US')
    await page.getByLabel(/I accept the/).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/payment')
    const found = await server.app.pool.query<{ id: string }>(
      'update account set email_confirmed_at = now() where email = $1 returning id',
      [email],
    )
    const { id } = found.rows[0]!
    accountChanged(server.app, id)
    await page.reload()
    return { page, id }
  }

  /** The reviewer approves, a lot is won, and its invoice is issued; other journeys do this in a browser. */
  async function wins(id: string): Promise<string> {
    await server.app.pool.query(
      `update account set verification_status = 'verified', email_confirmed_at = now(),
         id_document = '{"submittedAt": 1, "kind": "passport", "state": "approved"}' where id = $1`,
      [id],
    )
    accountChanged(server.app, id)
    await room.sell({ id, name: '', email: '', paddle: 0, token: '' })
    await room.drain()
    const found = await server.app.pool.query<{ id: string }>('select id from invoice where account_id = $1', [id])
    return found.rows[0]!.id
  }

  const newcomer = () => castPerson(server.app.pool, { name: 'Milo Berg', hasPaid: false, verification: 'pending' })
  const shot = (page: Page, name: string) => page.screenshot({ path: path.join(PICTURES, `${name}.png`) })

  test('that fails in the sandbox says why, succeeds at the second try, has a receipt, and is refunded', async () => {
    const page = await pageOf(await newcomer(), 'phone')
    await page.goto(`${server.url}/payment`)
    const pay = async (outcome: string) => {
      await page.getByRole('radio', { name: /^Sandbox/ }).check()
      await page.getByRole('button', { name: 'Pay $99.00' }).click()
      await page.getByRole('button', { name: outcome }).click()
    }
    await pay('Simulate failure')
    await page.getByText('The card was declined. You weren’t charged.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await pay('Simulate success')
    await page.getByText('Fee paid').waitFor()
    const link = page.waitForResponse((response) => response.url().endsWith('/receipt-link'))
    await page.getByRole('button', { name: 'Open receipt (PDF)' }).click()
    const { url } = (await (await link).json()) as { url: string }
    expect((await fetch(server.url + url)).headers.get('content-type')).toBe('application/pdf')
    await page.getByRole('button', { name: 'Request refund' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Request refund' }).click()
    await page.getByText('Your membership has ended').waitFor()
    await shot(page, 'fee-taken-back')
  })

  test('gets a card payer from registration to a paid invoice, with its document', async () => {
    const { page, id } = await registered('Milena')
    // Shown on return, before any report from Stripe arrived.
    await payByCard(page, 'Pay $99.00')
    await page.getByText('Fee paid').waitFor()
    await page.getByText(/R-\d{4}-\d{6}/).waitFor()
    await shot(page, 'fee-paid-by-card')
    const invoiceId = await wins(id)
    await page.goto(`${server.url}/invoices?invoice=${invoiceId}`)
    await payByCard(page, /^Pay \$/)
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.getByText('$0.00').first().waitFor()
    await shot(page, 'invoice-paid-by-card')
    const link = page.waitForResponse((response) => response.url().endsWith(`/invoices/${invoiceId}/link`))
    await page.getByRole('button', { name: /Download PDF/ }).click()
    const { url } = (await (await link).json()) as { url: string }
    expect((await fetch(server.url + url)).headers.get('content-type')).toBe('application/pdf')
    expect(await bound(id)).toBe(0)
  })

  test('gets a bank transfer payer from registration to an invoice paid in two parts', async () => {
    const { page, id } = await registered('Thekla')
    const kofi = await pageOf(await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' }), 'wide')
    await kofi.goto(`${server.url}/admin/transfers`)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Get reference/ }).click()
    const fee = await page.getByText(/^RF\d\d /).innerText()
    await shot(page, 'fee-by-transfer')
    await bring(kofi, [['99,00', `Beitrag ${fee}`]])
    // The page updates without a reload.
    await page.getByText('Fee paid').waitFor()
    const invoiceId = await wins(id)
    await page.goto(`${server.url}/invoices?invoice=${invoiceId}`)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: /^Get reference for \$/ }).click()
    const reference = await page.getByText(/^RF\d\d /).innerText()
    await bring(kofi, [['5000,00', `Teil 1 ${reference}`]])
    await page.goto(`${server.url}/invoices?invoice=${invoiceId}`)
    await page.getByText('Partly paid').first().waitFor()
    await shot(page, 'invoice-part-paid')
    await bring(kofi, [['20000,00', `Rest ${reference}`]])
    await page.goto(`${server.url}/invoices?invoice=${invoiceId}`)
    await page.getByText('Paid', { exact: true }).first().waitFor()
    expect(await bound(id)).toBe(0)
  })

  /** The part of a person's limit still bound by purchases. */
  async function bound(id: string): Promise<number> {
    const found = await server.app.pool.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from purchase_due where bidder_id = $1',
      [id],
    )
    return found.rows[0]!.sum
  }
})
