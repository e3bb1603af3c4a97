import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { decideRewards } from '#server/marketing/rewards.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

// One story; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('Boris, who follows Ada’s flyer,', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let room: ReturnType<typeof saleroom>
  let ada: CastMember
  let adaPage: Page
  let boris: Page

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    room = saleroom(server)
    browser = await openBrowser()
    ada = await castPerson(server.app.pool, { name: 'Ada' })
    adaPage = await pageOf(ada)
    boris = await pageOf(null)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function pageOf(who: CastMember | null): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, acceptDownloads: true })
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript(
      ([token, choice]) => {
        if (localStorage.getItem('cookie-consent') === null) localStorage.setItem('cookie-consent', choice!)
        if (token !== '') localStorage.setItem('authToken', token!)
      },
      [who?.token ?? '', consent],
    )
    return context.newPage()
  }

  test('opens a link whose code is filled in, and nothing about it is stored in the browser', async () => {
    // Her file, as the page offers it, opens without headers.
    await adaPage.goto(`${server.url}/marketing-tools`)
    const flyer = adaPage.getByRole('link', { name: 'Download Flyer, Letter' })
    const [download] = await Promise.all([adaPage.waitForEvent('download'), flyer.click()])
    expect(download.suggestedFilename()).toBe('flyer-letter.pdf')
    expect(await download.failure()).toBeNull()
    await boris.goto(`${server.url}/register?ref=${ada.id}&via=flyer`)
    await boris.getByText('This code belongs to one of our members.').waitFor()
    expect(await boris.getByLabel('Referral code (optional)').inputValue()).toBe(ada.id)
    expect(await boris.evaluate(() => Object.keys(localStorage))).not.toContain('referral')
  })

  test('registers and pays the fee', async () => {
    await boris.getByLabel('Full name').fill('Boris Vale')
    await boris.getByLabel('Email').fill('boris@demo.paddock.example')
    await boris.getByLabel('Password', { exact: true }).fill('a very long sentence of mine')
    await boris.getByLabel('Phone').fill('+1 555 0101')
    await boris.getByLabel('Country').selectOption('US')
    await boris.getByLabel(/I accept the/).check()
    await boris.getByRole('button', { name: 'Create account' }).click()
    await boris.waitForURL('**/payment')
    await server.app.pool.query(`update account set email_confirmed_at = now() where name = 'Boris Vale'`)
    await boris.reload()
    await boris.getByRole('button', { name: /^Pay/ }).click()
    await boris.getByRole('button', { name: 'Simulate success' }).click()
    await boris
      .getByText(/Fee paid/)
      .first()
      .waitFor()
    await server.app.outbox.drain()
  })

  test('is a click, a sign-up and a pending reward for Ada', async () => {
    await adaPage.goto(`${server.url}/referral-program`)
    await adaPage.getByText('You get $20.00 of credit for each person').waitFor()
    await adaPage.getByRole('img', { name: 'Last 30 days: 1 click and 1 sign-up' }).waitFor()
    await adaPage.getByText('$20.00 (1)').waitFor()
    await adaPage.getByRole('row', { name: /Flyer\s*1\s*1/ }).waitFor()
  })

  test('earns Ada a credit after the refund time, which pays her next invoice as its own line', async () => {
    await server.app.pool.query(
      `update payment set settled_at = settled_at - interval '14 days' where purpose = 'membership'`,
    )
    await decideRewards(server.app)
    await adaPage.goto(`${server.url}/invoices`)
    await adaPage.getByText('You have $20.00 of credit').waitFor()
    expect(await adaPage.getByRole('button', { name: 'Request refund' }).count()).toBe(0)
    const invoice = await room.soldTo(ada)
    expect(invoice).toMatchObject({ creditUsed: 2000, owed: invoice.total - 2000 })
    await adaPage.goto(`${server.url}/invoices?invoice=${invoice.id}`)
    await adaPage.getByText('−$20.00').first().waitFor()
    await adaPage.getByText('Payment received: from credit').waitFor()
  })

  test('and a cashier who reverses the reward makes it due again', async () => {
    const kofi = await pageOf(await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' }))
    await kofi.goto(`${server.url}/admin/referrals`)
    await kofi.getByRole('button', { name: 'Reverse reward of Ada' }).click()
    await kofi.getByLabel('Reason').fill('Boris is Ada under another name.')
    await kofi.getByRole('dialog').getByRole('button', { name: 'Reverse reward' }).click()
    await kofi.getByRole('cell', { name: 'Reversed' }).or(kofi.getByText('Reversed $20.00')).first().waitFor()
    await adaPage.getByText('Credit reversed').waitFor()
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })
})
