import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { press } from '#test/harness/keyboard.ts'
import { STEP_MS } from '#test/harness/visitor.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'

// The first test uses the keyboard alone.
describe.runIf(findChromium() !== undefined)('A member who deletes a saved search', { concurrent: false }, () => {
  let company: DemoCompany
  let page: Page

  beforeAll(async () => {
    company = await openDemoCompany()
    page = await (await company.enter('boris')).newPage()
    page.setDefaultTimeout(STEP_MS)
    const body = { email: 'boris@demo.paddock.example', password: 'boris-demo-paddock' }
    const { token } = (await company.server.call('POST', '/api/login', { body })).body as { token: string }
    for (const name of ['Vans', 'Pickups', 'Sedans', 'Wagons'])
      await company.server.call('POST', '/api/saved-searches', {
        token,
        body: { name, query: `q=${name}`, alert: false },
      })
  })
  afterAll(() => company?.close())

  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  /** Until what keeps the focus has come, which waits for the page. */
  const open = async () => {
    const keeper = page.waitForResponse(/kept-focus/)
    await page.goto(`${company.server.url}/profile`)
    await Promise.all([keeper, button('Delete Wagons').waitFor()])
  }
  /** The row of a list that has the focus, in its words; null: none has. */
  const focused = () => page.evaluate(() => document.activeElement?.closest('main li')?.textContent ?? null)

  test('by the keyboard goes on with the next one', async () => {
    await open()
    await press(page, button('Delete Vans'))
    await button('Delete Vans').waitFor({ state: 'detached' })
    await expect.poll(focused, { timeout: STEP_MS }).toContain('Pickups')
  })

  test('by the mouse stays where the page was scrolled to', async () => {
    await open()
    await button('Delete Wagons').scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate(() => scrollY)
    await button('Delete Sedans').click()
    const before = await scrolled()
    await button('Delete Sedans').waitFor({ state: 'detached' })
    await expect.poll(focused, { timeout: STEP_MS }).toContain('Pickups')
    expect(await scrolled()).toBe(before)
  })
})
