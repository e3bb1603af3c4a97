import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { findChromium } from '#test/harness/browser.ts'
import { walkDialogOf } from '#test/harness/keyboard-dialogs.ts'
import { press, type } from '#test/harness/keyboard.ts'
import { STEP_MS } from '#test/harness/visitor.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'

// No step of this file uses the mouse.
describe.runIf(findChromium() !== undefined)('With the keyboard alone, a plan', { concurrent: false }, () => {
  let company: DemoCompany
  let page: Page
  let auctionId: string

  beforeAll(async () => {
    company = await openDemoCompany()
    company.olga.setDefaultTimeout(STEP_MS)
    page = await company.olga.newPage()
    auctionId = await planThree()
    await page.goto(`${company.server.url}/admin/auctions/${auctionId}/plan`)
    await handle('First').waitFor()
  })
  afterAll(() => company?.close())

  /** A draft with three vehicles that are in no other lot. */
  async function planThree(): Promise<string> {
    const { server } = company
    const body = { email: 'aukje@demo.paddock.example', password: 'aukje-demo-paddock' }
    const { token } = (await server.call('POST', '/api/login', { body })).body as { token: string }
    const post = (path: string, own: object) => server.call('POST', `/api/admin${path}`, { token, body: own })
    const id = newId()
    await post('/auctions', { id, entry: plannedAuction({ title: 'Keyboard auction' }) })
    for (const model of ['First', 'Second', 'Third']) {
      const facts = { keys: 'present', titleBrand: 'clean', runState: 'drives', sellerKind: 'fleet', location: 'Here' }
      const vehicleId = newId()
      await company.rows(
        `insert into vehicle (id, year, make, model, body, facts, import_hash) values ($1, 2012, 'Kiri', $2, 'suv', $3, 'x')`,
        [vehicleId, model, JSON.stringify({ ...facts, stated: {} })],
      )
      const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
      const entered = await post(`/auctions/${id}/lots`, { id: newId(), vehicleId, ...terms })
      expect([entered.status, entered.body]).toEqual([201, entered.body])
    }
    return id
  }

  const handle = (model: string) => page.getByRole('button', { name: `Move 2012 Kiri ${model}: space, then arrows` })
  const order = async () =>
    (
      await company.rows<{ model: string }>(
        `select v.model from lot l join vehicle v on v.id = l.vehicle_id where l.auction_id = $1 order by l.position`,
        [auctionId],
      )
    )
      .map(({ model }) => model)
      .join(' ')
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

  test('is put in order by its handles and by its buttons, and the focus stays where it was', async () => {
    const says = (words: string) => page.getByRole('status').getByText(words).waitFor({ state: 'attached' })
    await press(page, handle('First'), 'Space')
    await says('Over place 1 of 3.')
    // A row that was picked up answers the arrows one task after it says so.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await page.keyboard.press('ArrowDown')
    await says('Over place 2 of 3.')
    await page.keyboard.press('Space')
    await expect.poll(order, { timeout: STEP_MS }).toBe('Second First Third')
    await expect.poll(() => hasFocus(handle('First'))).toBe(true)

    const up = page.getByRole('button', { name: 'Move up 2012 Kiri Third' })
    await press(page, up)
    await expect.poll(order, { timeout: STEP_MS }).toBe('Second Third First')
    await expect.poll(() => hasFocus(up)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(order, { timeout: STEP_MS }).toBe('Third Second First')
    await expect.poll(() => hasFocus(up)).toBe(true)
  })

  test('gives one price to several lots', async () => {
    await press(page, page.getByRole('checkbox', { name: 'Select 2012 Kiri Second' }), 'Space')
    await press(page, page.getByRole('checkbox', { name: 'Select 2012 Kiri First' }), 'Space')
    const edit = page.getByRole('button', { name: 'Edit selected (2)' })
    await page.getByRole('button', { name: 'Select all' }).focus()
    expect(await walkDialogOf(page, edit)).toEqual([])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Opening bid (USD)'), '750')
    await press(page, dialog.getByRole('button', { name: /^Change 2 lots/ }))
    await dialog.waitFor({ state: 'detached' })
    expect(
      await company.rows('select 1 from lot where auction_id = $1 and opening_bid = 75000', [auctionId]),
    ).toHaveLength(2)
    const now = page.getByRole('button', { name: 'Edit selected (0)' })
    await expect.poll(() => hasFocus(now)).toBe(true)
  })

  test('loses a lot, and the focus goes to the next one', async () => {
    await press(page, page.getByRole('button', { name: 'Remove 2012 Kiri Second' }))
    const dialog = page.getByRole('dialog', { name: /^Remove lot \d+\?$/ })
    await dialog.getByText(/^2012 Kiri Second leaves the run list/).waitFor()
    expect(await order()).toBe('Third Second First')
    await press(page, dialog.getByRole('button', { name: 'Remove lot' }))
    await expect.poll(order, { timeout: STEP_MS }).toBe('Third First')
    await expect.poll(() => hasFocus(handle('First'))).toBe(true)
  })
})
