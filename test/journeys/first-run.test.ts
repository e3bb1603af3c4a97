import AxeBuilder from '@axe-core/playwright'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const canBrowse = process.env['CHROMIUM_PATH'] !== undefined || existsSync('/usr/bin/chromium')
const STEP_MS = 30_000
const PASSWORD = 'a lighthouse in the fog'

describe.runIf(canBrowse)('A new company', { concurrent: false }, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let dataDir: string
  let server: ServerProcess
  let browser: Browser
  let printed = ''

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-first-run-'))
    server = await startServer(database.url, dataDir, {}, [], (text) => (printed += text))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.kill('SIGTERM')
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function pageOf(size: 'phone' | 'wide'): Promise<Page> {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const context = await browser.newContext(size === 'phone' ? phone : { viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(STEP_MS)
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript((choice) => localStorage.setItem('cookie-consent', choice), consent)
    return context.newPage()
  }

  async function isClean(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: path.join(PICTURES, `first-run-${name}.png`), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa']).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([])
  }

  /** Password, the key for the authenticator app, its first code, the recovery codes. */
  async function setUpFactor(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Six-digit code').fill(generateSync({ secret }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('I saved these codes').check()
    await page.getByRole('button', { name: 'Done' }).click()
  }

  async function linkMailedTo(address: string): Promise<string> {
    const folder = path.join(dataDir, 'mail')
    let link = ''
    const look = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
      const plain = texts.map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
      const found = plain.find((text) => text.includes(address) && text.includes('#invitation='))
      link = /\S*\/admin-login#invitation=[\w-]{43}/.exec(found ?? '')?.[0] ?? ''
      return link
    }
    await expect.poll(look, { timeout: STEP_MS }).not.toBe('')
    return link
  }

  test('begins at a printed link, is led by a checklist, and its first cashier signs in', async () => {
    await expect.poll(() => printed, { timeout: STEP_MS }).toMatch(/#set-up=[\w-]{43}/)
    const setUp = /#set-up=[\w-]{43}/.exec(printed)![0]
    const olga = await pageOf('wide')
    await olga.goto(`${server.url}/admin-login${setUp}`)
    await olga.getByRole('heading', { name: 'Create the owner account' }).waitFor()
    expect(new URL(olga.url()).hash).toBe('')
    await isClean(olga, 'owner-account')
    await olga.getByLabel('Full name').fill('Olga Marin')
    await olga.getByLabel('Email').fill('olga@company.example')
    await olga.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await olga.getByRole('button', { name: 'Create account' }).click()
    await setUpFactor(olga)

    await olga.getByRole('heading', { name: 'Set up your company' }).waitFor()
    expect(await olga.getByText('0 of 11 done').count()).toBe(1)
    await isClean(olga, 'checklist')
    await olga.getByRole('button', { name: 'Keep fees' }).click()
    await olga.getByText('1 of 11 done').waitFor()
    await olga.getByRole('button', { name: 'Send test email' }).click()
    await olga.getByText('2 of 11 done').waitFor()

    await olga.getByRole('link', { name: 'Staff', exact: true }).first().click()
    await olga.getByRole('button', { name: 'Invite person' }).click()
    await olga.getByRole('dialog').getByLabel('Email').fill('kofi@company.example')
    await olga.getByRole('checkbox', { name: /^Cashier/ }).check()
    await isClean(olga, 'invite')
    await olga.getByRole('button', { name: 'Send invitation' }).click()
    await olga.getByRole('cell', { name: 'Invited' }).waitFor()
    await isClean(olga, 'staff')

    const kofi = await pageOf('phone')
    const invitation = new URL(await linkMailedTo('kofi@company.example'))
    await kofi.goto(`${server.url}/admin-login${invitation.hash}`)
    await kofi.getByText('Your role: Cashier').waitFor()
    await isClean(kofi, 'invitation')
    await kofi.getByLabel('Full name').fill('Kofi Mensah')
    await kofi.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await kofi.getByRole('button', { name: 'Create account' }).click()
    await setUpFactor(kofi)
    await kofi.getByRole('link', { name: 'Payments' }).click()
    await kofi.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
    expect(await kofi.getByRole('link', { name: 'Staff', exact: true }).count()).toBe(0)

    await olga.getByRole('link', { name: 'Kofi Mensah' }).waitFor()
    const again = await pageOf('phone')
    await again.goto(`${server.url}/admin-login${setUp}`)
    await again.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  })
})
