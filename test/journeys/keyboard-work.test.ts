import type { FileChooser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { press, type } from '#test/harness/keyboard.ts'
import { STEP_MS } from '#test/harness/visitor.ts'
import { castLot } from '#test/inventory.ts'
import { block, pressAndConfirm } from './company-steps.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'
import { fortyLots } from './forty-lots.ts'

const COMING = 'Live evening: classics and commercials'

// No step of this file uses the mouse.
describe.runIf(findChromium() !== undefined)('With the keyboard alone, staff', { concurrent: false }, () => {
  let company: DemoCompany
  let page: Page

  beforeAll(async () => {
    company = await openDemoCompany()
    company.olga.setDefaultTimeout(STEP_MS)
    page = await company.olga.newPage()
    await page.goto(`${company.server.url}/admin`)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  })
  afterAll(() => company?.close())

  const toast = (words: string | RegExp) => page.getByText(words).first().waitFor()

  /** `G`, the name of a page, Enter. */
  async function goTo(name: string, title = name): Promise<void> {
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'Go to page' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor()
  }

  test('approve an identity document', async () => {
    await goTo('Verifications')
    await press(page, page.getByRole('button', { name: 'Veda Rao' }), 'Space')
    await page.getByRole('img', { name: /^Identity document/ }).waitFor()
    await press(page, page.getByRole('button', { name: 'Zoom in' }), 'Space')
    await type(page, page.getByLabel('Document number'), 'D1234-56789')
    await press(page, page.getByRole('button', { name: 'Approve' }))
    await toast('Veda Rao is verified')
    expect(await company.rows(`select verification_status as it from account where name = 'Veda Rao'`)).toEqual([
      { it: 'verified' },
    ])
  })

  test('answer a ticket', async () => {
    await goTo('Tickets')
    const ticket = page.getByRole('main').getByRole('table').getByRole('link').first()
    await press(page, ticket)
    const reply = page.getByLabel(/^Reply to /)
    await type(page, reply, 'Thanks for writing. Both keys are with the car.')
    await press(page, page.getByRole('button', { name: 'Send reply' }))
    await page.getByRole('list', { name: 'Conversation' }).getByText('Both keys are with the car.').waitFor()
  })

  test('refund a membership fee', async () => {
    await goTo('Payments')
    await page.keyboard.press('/')
    await page.keyboard.type('Pia Rossi')
    await page.getByText(/^1 payment: /).waitFor()
    const refund = page.getByRole('button', { name: 'Refund Pia Rossi' })
    await press(page, refund)
    await page.keyboard.type('Paid twice by mistake')
    await page.keyboard.press('Escape')
    await expect.poll(() => refund.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Reason'), 'Paid twice by mistake')
    await press(page, dialog.getByRole('button', { name: /^Refund \$/ }))
    await toast(/^Refund of \$[\d.,]+ requested/)
    expect(await company.rows(`select 1 from refund where reason = 'Paid twice by mistake'`)).toHaveLength(1)
  })

  test('import a file of vehicles, and add one of them to an auction', async () => {
    // The browser says nothing of a file dialog that opens before it has heard that somebody listens.
    const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve))
    await goTo('Import', 'Import vehicles')
    await press(page, page.getByLabel('Drop a file here, or choose one'))
    await (await chooser).setFiles({ name: 'north.csv', mimeType: 'text/csv', buffer: fortyLots('NORTH') })
    await press(page, page.getByRole('button', { name: /^Check all/ }))
    await page.getByText('40 to add').waitFor()
    await press(page, page.getByRole('button', { name: 'Import', exact: true }))
    await page.getByText('40 added').waitFor()

    await goTo('Auctions')
    await press(page, page.getByRole('link', { name: `Plan ${COMING}` }))
    await press(page, page.getByRole('button', { name: 'Add vehicle' }))
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Make, model, VIN or stock number'), 'N-107')
    await dialog.getByText('N-107', { exact: false }).waitFor()
    await press(page, dialog.getByRole('button', { name: 'Choose' }))
    await type(page, dialog.getByLabel('Opening bid (USD)'), '1500')
    await press(page, dialog.getByRole('button', { name: 'Add to auction' }))
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/stock N-107/).waitFor()
  })

  test('run a live lot at the desk, from a bid in the room to the hammer', async () => {
    const { app } = company.server
    const lot = await castLot(app, {
      auctionKind: 'live',
      liveStartMs: 600_000,
      extensionWindowMs: 600_000,
      extensionMs: 600_000,
    })
    const [ada] = await company.rows<{ paddle: number }>(`select paddle from account where name = 'Ada Quist'`)
    const paddle = ada!.paddle
    await goTo('Auctions')
    await press(page, page.getByRole('link', { name: 'Thursday auction', exact: true }))
    const desk = block(page)
    await desk.getByText('Lot 1 of 1', { exact: true }).waitFor()
    await page.keyboard.press('b')
    await page.keyboard.type(String(paddle))
    await desk.getByRole('link', { name: 'Ada Quist' }).waitFor()
    const confirm = desk.getByRole('button', { name: /^Confirm bid/ })
    await page.keyboard.press('Enter')
    await confirm.waitFor()
    // A press too soon after the first counts as the same.
    const leads = async () => {
      if (await confirm.isVisible()) await page.keyboard.press('Enter')
      return desk.getByText(`Paddle ${paddle} leads at $100.`).isVisible()
    }
    await expect.poll(leads, { timeout: STEP_MS }).toBe(true)
    await page.keyboard.press('Escape')
    const opener = desk.getByRole('button', { name: 'Enter a client’s bid' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    await pressAndConfirm(page, 'F')
    await pressAndConfirm(page, 'H')
    const status = async () =>
      (await company.rows<{ status: string }>('select status from standing where lot_id = $1', [lot.lotId]))[0]
    await expect.poll(status, { timeout: STEP_MS }).toEqual({ status: 'sold' })
  })
})
