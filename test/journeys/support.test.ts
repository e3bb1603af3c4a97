import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { isAccessible, openPage, STEP_MS } from '#test/harness/visitor.ts'
import { castLot } from '#test/inventory.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const INBOUND = { address: 'help@mail.paddock.example', secret: 'a secret of the mail server' }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.runIf(findChromium() !== undefined)('A message to our team', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let olga: CastMember

  beforeAll(async () => {
    server = await openTestServer({ client: true, config: { inboundEmail: INBOUND } })
    server.app.config.publicUrl = server.url
    olga = await castPerson(server.app.pool, { name: 'Olga Marin', role: 'owner' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const pageOf = (who: CastMember | null, size: 'phone' | 'wide') => openPage(browser, { size, token: who?.token })

  async function shot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: path.join(PICTURES, `support-${name}.png`), fullPage: true })
  }

  /** The newest email to an address that contains some words, as text. */
  async function emailTo(to: string, words: string): Promise<string> {
    const folder = path.join(server.app.config.dataDir, 'mail')
    let found = ''
    const look = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
      const plain = texts.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='))
      found = plain.find((text) => text.includes(to) && text.includes(words)) ?? ''
      return found
    }
    await expect.poll(look, { timeout: STEP_MS }).not.toBe('')
    return found
  }

  /** Vera writes; a wrong attachment and an unknown lot number don't lose her text. Returns the reference. */
  async function write(vera: Page, lotNumber: number): Promise<string> {
    await vera.goto(`${server.url}/contact`)
    await vera.getByLabel('Name').fill('Vera Visitor')
    await vera.getByLabel('Email', { exact: true }).fill('vera@example.com')
    await vera.getByLabel('Lot number (optional)').fill('999999')
    await vera.getByLabel('Subject').fill('Is the spare key there?')
    await vera.getByLabel('Message').fill('The report doesn’t say. Thanks!')
    const choose = vera.getByLabel('Choose files')
    await choose.setInputFiles([
      { name: 'where.png', mimeType: 'image/png', buffer: PNG },
      { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'big.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.7') },
    ])
    await vera.getByText('This file is larger than 10 MB.').waitFor()
    await vera.getByText('We accept PDF, JPEG, PNG, WebP and HEIC files.').waitFor()
    for (const name of ['virus.exe', 'big.pdf']) await vera.getByRole('button', { name: `Remove ${name}` }).click()
    await shot(vera, 'contact-phone')
    await isAccessible(vera)
    await vera.getByRole('button', { name: 'Send message' }).click()
    // A mistake in one field keeps everything that was entered.
    await vera.getByText('We don’t have a lot 999999. Check the number.').waitFor()
    await vera.getByLabel('Lot number (optional)').fill(String(lotNumber))
    await vera.getByRole('button', { name: 'Send message' }).click()
    await vera.getByText('We got your message').waitFor()
    const reference = /T-[2-9A-Z]{8}/.exec(await vera.locator('main').innerText())![0]
    await emailTo('vera@example.com', reference)
    return reference
  }

  async function answer(staff: Page, lotNumber: number): Promise<void> {
    await staff.goto(`${server.url}/admin/tickets`)
    await staff.getByRole('link', { name: 'Is the spare key there?' }).waitFor()
    await shot(staff, 'queue-wide')
    await isAccessible(staff)
    await staff.getByRole('link', { name: 'Is the spare key there?' }).click()
    await staff.getByRole('button', { name: 'Assign to me' }).click()
    await staff.getByLabel('Reply to Vera Visitor').fill('Dear {{first_name}}, both keys are there.')
    await staff.getByRole('button', { name: 'Send reply' }).click()
    await staff.getByText('We don’t have a variable {{first_name}}.').waitFor()
    await staff.getByLabel('Reply to Vera Visitor').fill('Dear {{name}}, both keys for lot {{lot}} are there.')
    await staff.getByRole('button', { name: 'Send reply' }).click()
    const conversation = staff.getByRole('list', { name: 'Conversation' })
    await conversation.getByText(`Dear Vera Visitor, both keys for lot ${lotNumber} are there.`).waitFor()
    await staff.getByRole('button', { name: 'Internal note' }).click()
    await staff.getByLabel('Note').fill('Checked with the yard.')
    await staff.getByRole('button', { name: 'Save note' }).click()
    await conversation.getByText('Checked with the yard.').waitFor()
    await shot(staff, 'thread-wide')
    await isAccessible(staff)
  }

  async function readAndReply(vera: Page, reference: string, lotNumber: number): Promise<void> {
    await vera.goto(`${server.url}/message-status`)
    await vera.getByLabel('Reference').fill(reference.toLowerCase())
    await vera.getByLabel('Email').fill('vera@example.com')
    await shot(vera, 'lookup-phone')
    await vera.getByRole('button', { name: 'View message' }).click()
    await vera.getByText(`both keys for lot ${lotNumber}`).waitFor()
    expect(await vera.getByText('Checked with the yard.').count()).toBe(0)
    await vera.getByLabel('Your reply').fill('And the manual?')
    await vera.getByRole('button', { name: 'Send reply' }).click()
    await vera.getByRole('list', { name: 'Conversation' }).getByText('And the manual?').waitFor()
    await shot(vera, 'thread-phone')
    await isAccessible(vera)
  }

  test('is answered, replied to on the page and by email, and closed', { timeout: 240_000 }, async () => {
    const { lotNumber } = await castLot(server.app)
    const vera = await pageOf(null, 'phone')
    const reference = await write(vera, lotNumber)
    const staff = await pageOf(olga, 'wide')
    await answer(staff, lotNumber)
    const email = await emailTo('vera@example.com', 'both keys for lot')
    await readAndReply(vera, reference, lotNumber)
    const conversation = staff.getByRole('list', { name: 'Conversation' })

    // The open staff page updates without a reload.
    await conversation.getByText('And the manual?').waitFor()
    const replyTo = /^Reply-To: (.+)$/m.exec(email)![1]!
    const raw = `From: Vera <vera@example.com>\r\nTo: ${replyTo}\r\nSubject: Re: keys\r\nMessage-ID: <1@example.com>\r\n\r\nNever mind, I found it.\r\n\r\nOn Mon, Nov 23, 2026 at 10:00 AM Paddock <a@b.example> wrote:\r\n> both keys\r\n`
    const taken = await fetch(`${server.url}/api/inbound-email`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', 'x-paddock-secret': INBOUND.secret },
      body: raw,
    })
    expect(await taken.json()).toEqual({ outcome: 'reply', reason: null })
    await conversation.getByText('Never mind, I found it.', { exact: true }).waitFor()
    await staff.getByRole('button', { name: 'Reply', exact: true }).click()
    await staff.getByLabel('Reply to Vera Visitor').fill('Great, we’ll close this.')
    await staff.getByLabel('Close the ticket').check()
    await staff.getByRole('button', { name: 'Send reply' }).click()
    await staff.getByRole('button', { name: 'Reopen ticket' }).waitFor()
    await vera.reload()
    await vera.getByText('This conversation is closed.').waitFor()
  })

  test('is listed in a member’s profile, with their own lots to choose from', { timeout: 120_000 }, async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada Berg' })
    const { lotId, lotNumber } = await castLot(server.app)
    await server.call('PUT', `/api/lots/${lotId}/watch`, { token: ada.token, body: { watching: true } })
    const page = await pageOf(ada, 'wide')
    await page.goto(`${server.url}/contact`)
    await page.getByLabel('Lot (optional)').selectOption(String(lotNumber))
    await page.getByLabel('Subject').fill('Pickup hours')
    await page.getByLabel('Message').fill('Are you open on Saturdays?')
    await shot(page, 'contact-wide')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('We got your message').waitFor()
    await page.goto(`${server.url}/profile#messages`)
    await page.getByRole('link', { name: 'Pickup hours' }).click()
    await page.getByRole('list', { name: 'Conversation' }).getByText('Are you open on Saturdays?').waitFor()
    await shot(page, 'thread-wide-member')

    // A reply whose answer is lost, and that is edited before it is sent again, isn't taken for the first one.
    await page.route('**/api/ticket-replies', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const send = page.getByRole('button', { name: 'Send reply' })
    await page.getByLabel('Your reply').fill('On Saturday?')
    await send.click()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/api/ticket-replies')
    await page.getByLabel('Your reply').fill('On Saturday, June 6?')
    await send.click()
    const conversation = page.getByRole('list', { name: 'Conversation' })
    for (const text of ['On Saturday?', 'On Saturday, June 6?'])
      await conversation.getByText(text, { exact: true }).waitFor()
  })
})
