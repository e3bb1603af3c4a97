import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnAddress } from '#server/marketing/newsletter/bounces.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { picture } from '#test/harness/picture.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { isAccessible, openPage, STEP_MS } from '#test/harness/visitor.ts'
import { castLot } from '#test/inventory.ts'

const INBOUND = { address: 'help@mail.paddock.example', secret: 'a secret of the mail server' }

// One story; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('A newsletter', { concurrent: false, timeout: 120_000 }, () => {
  let server: TestServer
  let browser: Browser
  let olga: CastMember
  let ada: CastMember
  let boris: CastMember
  let owner: Page

  beforeAll(async () => {
    server = await openTestServer({ client: true, config: { inboundEmail: INBOUND } })
    server.app.config.publicUrl = server.url
    olga = await castPerson(server.app.pool, { name: 'Olga Marin', role: 'owner' })
    ada = await castPerson(server.app.pool, { name: 'Ada' })
    boris = await castPerson(server.app.pool, { name: 'Boris' })
    browser = await openBrowser()
    owner = await pageOf(olga)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const pageOf = (who: CastMember | null) => openPage(browser, { token: who?.token })

  /** The emails with this subject, by recipient, once there are `count`. */
  async function emails(subject: string, count: number): Promise<Map<string, string>> {
    const folder = path.join(server.app.config.dataDir, 'mail')
    let found = new Map<string, string>()
    const look = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
      // Long lines of headers and of the text continue on the next one.
      const whole = texts.map((text) => text.replaceAll('\r', '').replaceAll(/\n[ \t]/g, ' '))
      const plain = whole.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='))
      const sent = plain.filter((text) => text.includes(`Subject: ${subject}`))
      found = new Map(sent.map((text) => [/^To: .*?<?([^\s<>]+@[^\s<>]+)>?$/m.exec(text)![1]!, text]))
      return found.size
    }
    await expect.poll(look, { timeout: STEP_MS }).toBe(count)
    return found
  }

  async function write(subject: string, text: string): Promise<void> {
    await owner.goto(`${server.url}/admin/newsletters`)
    await owner.getByRole('button', { name: 'Write newsletter' }).click()
    await owner.getByLabel('Subject').fill(subject)
    await owner.getByLabel('Text').fill(text)
    await owner.getByLabel('Button (optional)').fill('See the auction')
    await owner.getByLabel('Page it opens').fill('/calendar')
  }

  async function sendTo(people: string): Promise<void> {
    await owner.getByRole('button', { name: 'Send now' }).click()
    await owner.getByRole('button', { name: `Send to ${people} now` }).click()
    await owner.getByText('Finished').waitFor()
  }

  test('is turned on by members in their profile', async () => {
    await castLot(server.app).then(({ lotId }) =>
      server.call('PUT', `/api/lots/${lotId}/watch`, { token: boris.token, body: { watching: true } }),
    )
    for (const who of [ada, boris]) {
      const page = await pageOf(who)
      await page.goto(`${server.url}/profile#newsletter`)
      const choice = page.getByLabel('Email me about upcoming auctions and news')
      expect(await choice.isChecked()).toBe(false)
      await choice.click()
      await expect.poll(async () => (await choice.isChecked()) && (await choice.isEnabled())).toBe(true)
      await page.context().close()
    }
  })

  test('is written, previewed, sent to its author as a test, and deleted as a draft', async () => {
    await write('A first try', 'Hi,\n\nnothing yet.')
    await owner.getByRole('button', { name: 'Save newsletter' }).click()
    await owner.getByText('Newsletter saved', { exact: true }).waitFor()
    await owner.getByRole('button', { name: 'Preview email' }).click()
    // The first line is there twice: hidden, as what mailboxes show beside the subject.
    await owner.frameLocator('iframe[title="Email preview"]').getByText('nothing yet.').last().waitFor()
    await picture(owner, 'newsletter-preview')
    // A click in the frame takes the focus there, where the page receives no key.
    await owner.frameLocator('iframe[title="Email preview"]').getByText('nothing yet.').last().click()
    await owner.keyboard.press('Escape')
    await owner.getByRole('dialog').waitFor({ state: 'detached' })
    await owner.getByRole('button', { name: 'Send test' }).click()
    await owner.getByText(`Test sent to ${olga.email}`, { exact: true }).waitFor()
    expect([...(await emails('[Test] A first try', 1)).keys()]).toEqual([olga.email])
    await picture(owner, 'newsletter-draft', { fullPage: true })
    await isAccessible(owner)
    await owner.getByRole('button', { name: 'Delete draft' }).click()
    await owner
      .getByRole('dialog', { name: 'Delete this draft?' })
      .getByRole('button', { name: 'Delete draft' })
      .click()
    await owner.getByText('No newsletters yet').waitFor()
  })

  test('goes to the watchers of a make alone, who unsubscribe with one click of their email program', async () => {
    await write('A Kiri comes up', 'The Kiri you watch comes up on Friday.')
    await owner.getByLabel('Audience').selectOption({ label: 'Watchers of a make' })
    await owner.getByLabel('Make').fill('kiri')
    await owner.getByRole('button', { name: 'Save newsletter' }).click()
    await owner.getByText('Newsletter saved', { exact: true }).waitFor()
    await sendTo('1 person')
    await picture(owner, 'newsletter-sent', { fullPage: true })
    const sent = await emails('A Kiri comes up', 1)
    expect([...sent.keys()]).toEqual([boris.email])
    const raw = sent.get(boris.email)!.replaceAll(/\n[ \t]+/g, ' ')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, url = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(raw) ?? []
    expect((await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(204)
    const page = await pageOf(boris)
    await page.goto(`${server.url}/profile#newsletter`)
    expect(await page.getByLabel('Email me about upcoming auctions and news').isChecked()).toBe(false)
  })

  test('that comes back for good is noted, and its link unsubscribes with one press of our page', async () => {
    await write('Twelve trucks', 'Twelve trucks on Saturday.')
    await owner.getByRole('button', { name: 'Save newsletter' }).click()
    await owner.getByText('Newsletter saved', { exact: true }).waitFor()
    await sendTo('1 person')
    const raw = (await emails('Twelve trucks', 1)).get(ada.email)!
    const { rows } = await server.app.pool.query<{ id: string }>(
      'select id from newsletter_recipient where account_id = $1',
      [ada.id],
    )
    const report = [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.com',
      `To: ${returnAddress(server.app, rows[0]!.id)}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nSorry.',
      '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.1.1',
      '--b--',
      '',
    ].join('\r\n')
    const headers = { 'content-type': 'message/rfc822', 'x-paddock-secret': INBOUND.secret }
    const taken = await fetch(`${server.url}/api/inbound-email`, { method: 'POST', headers, body: report })
    expect(await taken.json()).toMatchObject({ outcome: 'bounce' })
    await owner.goto(`${server.url}/admin/newsletters`)
    await owner.getByRole('link', { name: 'Undeliverable emails' }).click()
    await owner.getByText(ada.email).first().waitFor()
    await picture(owner, 'newsletter-undeliverable', { fullPage: true })
    await isAccessible(owner)

    const [, token = ''] = /\/\?newsletter=([\w.-]+)/.exec(raw) ?? []
    const page = await pageOf(null)
    await page.goto(`${server.url}/?newsletter=${token}`)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('You’re unsubscribed').first().waitFor()
    const choice = await server.call('GET', '/api/newsletter-subscription', { token: ada.token })
    expect(choice.body).toMatchObject({ subscribed: false })
  })
})
