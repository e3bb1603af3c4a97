import AxeBuilder from '@axe-core/playwright'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notify } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { picture } from '#test/harness/picture.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openPage, STEP_MS } from '#test/harness/visitor.ts'

describe.runIf(findChromium() !== undefined)('An owner makes the site their own', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let olga: CastMember
  let ada: CastMember

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    server.app.config.publicUrl = server.url
    olga = await castPerson(server.app.pool, { name: 'Olga Marin', role: 'owner' })
    ada = await castPerson(server.app.pool, { name: 'Ada' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const pageOf = (who: CastMember | null) => openPage(browser, { token: who?.token })

  /** Replaces a text and publishes it once its preview shows `words`. */
  async function publish(page: Page, name: string, text: string, words: string): Promise<void> {
    await page.goto(`${server.url}/admin/content/${name}`)
    await page.getByLabel('Text', { exact: true }).fill(text)
    await page.getByRole('region', { name: 'Preview' }).getByText(words).waitFor()
    await page.getByRole('button', { name: 'Publish text' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
  }

  test('a new name, a page, the FAQ, the announcement and an email reach everyone', async () => {
    const owner = await pageOf(olga)
    await owner.goto(`${server.url}/admin/settings`)
    await owner.getByLabel('Company name').fill('Northfield Motors')
    await owner.getByRole('button', { name: 'Save settings' }).click()
    await owner.getByText('Settings saved', { exact: true }).waitFor()
    await owner.getByRole('link', { name: 'Northfield Motors home' }).waitFor()

    await owner.goto(`${server.url}/admin/content`)
    await owner.getByRole('link', { name: 'About us', exact: true }).click()
    await owner.getByLabel('Text', { exact: true }).fill('# About us\n\nWe are {{companyNam}}.')
    await owner.getByText(/There’s no field {{companyNam}}\. Use one of these: .*companyName/).waitFor()
    await owner.getByRole('button', { name: 'Publish text' }).click()
    await owner.getByText('Nothing was saved').waitFor()
    await picture(owner, 'content-refused', { fullPage: true })
    const axe = await new AxeBuilder({ page: owner }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa']).analyze()
    expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([])

    await publish(
      owner,
      'about',
      '# Who we are\n\nWe are **{{companyName}}**.\n\n## Fees\n\nMembership costs {{membershipFee}}.',
      'Membership costs $99.00.',
    )
    await publish(
      owner,
      'faq-bidding',
      '# Bidding\n\n## Do you bid at night? {#night}\n\nThe moon bids for nobody.',
      'The moon bids for nobody.',
    )
    await publish(owner, 'banner', 'We’re closed on [Friday](/calendar).', 'We’re closed on')
    await publish(
      owner,
      'email-invoice-paid',
      '# Thanks from {{companyName}}\n\nInvoice {{number}} is settled.',
      'is settled.',
    )
    await picture(owner, 'content-editor', { fullPage: true })

    const visitor = await pageOf(null)
    await visitor.goto(`${server.url}/about`)
    await visitor.getByRole('heading', { level: 1, name: 'Who we are' }).waitFor()
    await visitor.getByText('Membership costs $99.00.').waitFor()
    await visitor.getByRole('complementary', { name: 'Announcement' }).getByText('We’re closed on').waitFor()
    expect(await visitor.title()).toBe('Who we are · Northfield Motors')
    await visitor.goto(`${server.url}/faq`)
    await visitor.getByText('Do you bid at night?').click()
    await visitor.getByText('The moon bids for nobody.').waitFor()
    await visitor.getByRole('button', { name: 'Ask a question' }).first().click()
    await visitor.getByLabel('Your question').fill('do you bid at night')
    await visitor.getByRole('button', { name: 'Ask', exact: true }).click()
    await visitor.getByRole('log').getByText('The moon bids for nobody.').waitFor()

    const facts = { invoiceId: ada.id, number: 'INV-7', total: 5000, currency: 'USD' }
    await server.app.db
      .transaction()
      .execute((trx) => notify(server.app, trx, { kind: 'invoice-paid', accountId: ada.id, key: 'paid-7', facts }))
    const folder = path.join(server.app.config.dataDir, 'mail')
    const mails = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n')
    }
    await expect
      .poll(mails, { timeout: STEP_MS })
      .toMatch(/Subject: Thanks from Northfield Motors[^]*Invoice INV-7 is settled\./)
  })

  test('a page returns to the release’s text, and every version stays', async () => {
    const owner = await pageOf(olga)
    await owner.goto(`${server.url}/admin/content/about`)
    await owner.getByRole('button', { name: 'Use release text' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Publish version' }).click()
    await owner.getByText('Published', { exact: true }).waitFor()
    await owner.getByRole('button', { name: 'Restore version' }).waitFor()
    const visitor = await pageOf(null)
    await visitor.goto(`${server.url}/about`)
    await visitor.getByText('Northfield Motors was founded to remove all three.').waitFor()
  })
})
