import { readFile } from 'node:fs/promises'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')

/** How long a step of a page may take, in ms, however busy the machine is. */
export const STEP_MS = 30_000

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1440, height: 900 } },
}

/** A person's own browser, with cookies chosen; signed in where there is a token. */
export async function openContext(
  browser: Browser,
  token: string | null,
  options: BrowserContextOptions = SIZES.wide,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(STEP_MS)
  const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
  await context.addInitScript(
    ([own, choice]) => {
      localStorage.setItem('cookie-consent', choice!)
      if (own !== '') localStorage.setItem('authToken', own!)
    },
    [token ?? '', consent],
  )
  return context
}

/** A page in a person's own browser; signed in where there is a token. */
export async function openPage(
  browser: Browser,
  { size = 'wide', token = null }: { size?: 'phone' | 'wide'; token?: string | null | undefined } = {},
): Promise<Page> {
  return (await openContext(browser, token ?? null, SIZES[size])).newPage()
}

export async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** A line of a bank file: the amount with a decimal comma, what the payer wrote, and the payer. */
export type BankLine = [amount: string, text: string, payer: string]

/** The cashier, on the page of transfers, imports a bank file in US dollars; `means`: what the preview says of a line. */
export async function importBankFile(
  cashier: Page,
  name: string,
  lines: readonly BankLine[],
  means = 'Matches a reference',
): Promise<void> {
  const rows = lines.map(([amount, text, payer]) => `20.11.2026;"${amount}";USD;"${text}";${payer}`)
  const text = ['Datum;Betrag;Währung;Verwendungszweck;Name', ...rows, ''].join('\n')
  await cashier
    .getByLabel('Bank file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  await cashier.getByText(means).first().waitFor()
  await cashier.getByText(lines[0]![2]).first().waitFor()
  await cashier.screenshot({ path: path.join(PICTURES, 'bank-file-preview.png') })
  await cashier.getByRole('button', { name: lines.length === 1 ? 'Import 1 line' : /^Import \d+ lines/ }).click()
  await cashier.getByText(`${name} imported`).waitFor()
  await cashier.getByRole('button', { name: 'Import another file' }).click()
}

/** The text of the file that a button saves. */
export async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}
