import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { generateSync } from 'otplib'
import type pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CastMember } from '#test/cast.ts'
import { STEP_MS } from '#test/harness/visitor.ts'

const PASSWORD = 'a lighthouse in the fog'

/** On the page of a set-up link or an invitation: the account, then two-factor authentication with its recovery codes. */
export async function createStaffAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Six-digit code').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I saved these codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** The hash of the link in the email with an invitation. */
export async function invitationOf(dataDir: string, address: string): Promise<string> {
  const folder = path.join(dataDir, 'mail')
  let link = ''
  const look = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
    const plain = texts.map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    const found = plain.find((text) => text.includes(address) && text.includes('#invitation='))
    link = /#invitation=[\w-]{43}/.exec(found ?? '')?.[0] ?? ''
    return link
  }
  await expect.poll(look, { timeout: STEP_MS }).not.toBe('')
  return link
}

/** A US account, whose routing number has the right check digit. */
export async function fillAccount(page: Page, holder: string): Promise<void> {
  await page.getByLabel('Account holder').fill(holder)
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel('Bank', { exact: true }).fill('First Bank')
}

/** The company's details and bank account, on the page of money settings. */
export async function fillCompany(page: Page): Promise<void> {
  const details = {
    'Company name': 'Springfield Auctions',
    'Legal name': 'Springfield Auctions LLC',
    'Tax ID': '12-3456789',
    Address: '1 Yard Road, Springfield, IL 62701',
    Email: 'office@company.example',
    Phone: '+1 555 0100',
  }
  const company = page.locator('#company')
  for (const [label, text] of Object.entries(details)) await company.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Offer bank transfers').check()
  await fillAccount(page, 'Springfield Auctions LLC')
  await page.getByLabel('Reason').fill('Set-up')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved', { exact: true }).waitFor()
}

export async function addSeller(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sellers', exact: true }).click()
  await page.getByRole('button', { name: 'Add seller' }).click()
  await page.getByLabel('Code').fill('NORTH')
  await page.getByLabel('Name', { exact: true }).fill('Northside Fleet')
  await page.getByLabel('Postal address').fill('9 North Street\nSpringfield, IL 62702')
  await page.getByLabel('Email', { exact: true }).fill('fleet@northside.example')
  await page.getByLabel('Phone').fill('+1 555 0199')
  await page.getByRole('button', { name: 'Save seller' }).click()
  await page.getByRole('heading', { name: 'Northside Fleet' }).waitFor()
}

/** A live auction that begins in an hour, on clocks that never run out: only the auctioneer ends a lot. Returns its id. */
export async function planLiveAuction(page: Page, title: string): Promise<string> {
  await page.getByRole('link', { name: 'Auctions', exact: true }).click()
  await page.getByRole('link', { name: 'New auction' }).click()
  await page.getByLabel('Auction title', { exact: true }).fill(title)
  await page.getByLabel('Kind').selectOption('live')
  await page.getByLabel('Location').fill('Springfield')
  const start = new Date(Date.now() + 3_600_000)
  const local = new Date(start.getTime() - start.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  for (const label of ['Bidding opens', 'First lot opens']) await page.getByLabel(label).fill(local)
  for (const label of ['Lot time', 'Late-bid window', 'Late-bid extension'])
    await page.getByLabel(`${label} (seconds)`).fill('600')
  await page.getByRole('button', { name: 'Create auction' }).click()
  await page.waitForURL('**/plan')
  return /auctions\/([\w-]+)\/plan/.exec(page.url())![1]!
}

/** At the desk of a live auction: presses a key, and again once the desk asks for it. */
export async function pressAndConfirm(desk: Page, key: string): Promise<void> {
  const asksAgain = async () => {
    await desk.keyboard.press(key)
    return desk.getByText(`Press ${key} again to confirm.`).isVisible()
  }
  // While an earlier action is on its way, a press does nothing; and two presses at once count as one.
  await expect.poll(asksAgain, { timeout: STEP_MS }).toBe(true)
  await expect.poll(asksAgain, { timeout: STEP_MS }).toBe(false)
}

/** The lot that is offered, at the desk and on the live page. */
export function block(page: Page): Locator {
  return page.getByRole('region', { name: 'On the block', exact: true })
}

export async function bidNow(hall: Page): Promise<void> {
  await block(hall)
    .getByRole('button', { name: /Place bid of \$100/ })
    .click()
}

export async function enterPhoneBid(desk: Page, { name, paddle }: CastMember): Promise<void> {
  await desk.keyboard.press('b')
  const entry = block(desk).getByRole('form', { name: 'Enter a bid' })
  await entry.getByLabel('From').selectOption('phone')
  await entry.getByLabel('Client number').fill(String(paddle))
  await entry.getByRole('link', { name }).waitFor()
  await entry.getByRole('button', { name: 'Enter bid of $100' }).click()
  const confirm = entry.getByRole('button', { name: `Confirm bid of $100 for ${paddle}` })
  // Two presses at once count as one.
  const isEntered = async () => {
    if (await confirm.isVisible()) await confirm.click()
    return entry.getByText(`Paddle ${paddle} leads at $100.`).isVisible()
  }
  await expect.poll(isEntered, { timeout: STEP_MS }).toBe(true)
}

/** Sends what the two presses send: with them, three dozen lots would take as many pauses between presses. */
export async function passTheRest(desk: Page, pool: pg.Pool, lots: number): Promise<void> {
  type Open = { lot_id: string; sequence: number }
  const open = async () =>
    (await pool.query<Open>(`select lot_id, sequence::int from standing where status = 'open'`)).rows
  for (let left = lots; left > 0; left -= 1) {
    await expect.poll(async () => (await open()).length, { timeout: STEP_MS, interval: 20 }).toBe(1)
    const [lot] = await open()
    const status = await desk.evaluate(
      async ([at, seen]) => {
        const authorization = `Bearer ${localStorage.getItem('authToken')}`
        const headers = { authorization, 'content-type': 'application/json' }
        return (await fetch(at, { method: 'POST', headers, body: JSON.stringify({ seen }) })).status
      },
      [`/api/admin/lots/${lot!.lot_id}/pass`, lot!.sequence] as const,
    )
    expect(status).toBe(200)
  }
}
