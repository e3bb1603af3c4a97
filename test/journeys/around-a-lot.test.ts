import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { type CastLot, castLot } from '#test/inventory.ts'

const STEP_MS = 10_000

/** What people do around a lot other than bidding, each role in its own browser. */
describe.runIf(findChromium() !== undefined)('Around a lot', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let ada: CastMember
  let aukje: CastMember
  let lot: CastLot
  let beside: CastLot

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    ada = await castPerson(server.app.pool, { name: 'Ada' })
    aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    lot = await castLot(server.app)
    beside = await castLot(server.app)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function pageOf({ token }: CastMember, address: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(STEP_MS)
    await context.addInitScript((value) => {
      // Only once: a token the page has removed stays removed.
      if (sessionStorage.getItem('cast') === null) localStorage.setItem('authToken', value)
      sessionStorage.setItem('cast', 'yes')
      // The lots to compare survive a page load only with consent.
      const choice = { necessary: true, analytics: false, marketing: false, functional: true }
      localStorage.setItem('cookie-consent', JSON.stringify(choice))
    }, token)
    const page = await context.newPage()
    await page.goto(server.url + address)
    return page
  }

  test('a bidder asks, the auctioneer answers, and the answer is next to the question on the lot', async () => {
    const hers = await pageOf(ada, `/lot/${lot.lotNumber}`)
    await hers.getByRole('heading', { name: 'If you win' }).scrollIntoViewIfNeeded()
    await hers.locator('summary', { hasText: 'Ask a question' }).click()
    await hers.getByLabel('Ask a question').fill('Is the spare key there?')
    await hers.getByRole('button', { name: 'Send question' }).click()
    await hers.getByText('Only you can see it until we answer', { exact: false }).waitFor()
    const desk = await pageOf(aukje, '/admin/questions')
    await desk.getByLabel('Answer').fill('It hangs on the first one.')
    await desk.getByRole('button', { name: 'Publish answer' }).click()
    await desk.getByText('Answer published').first().waitFor()
    await hers.goto(`${server.url}/lot/${lot.lotNumber}#questions`)
    await hers.getByText('It hangs on the first one.').waitFor()
    expect(await hers.getByText('You asked').count()).toBe(1)
    await Promise.all([hers.context().close(), desk.context().close()])
  })

  test('an auctioneer uploads photos and sees them arrive; the chosen hero represents the lot', async () => {
    const { rows } = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [
      lot.lotId,
    ])
    const desk = await pageOf(aukje, `/admin/photos/${rows[0]!.id}`)
    const files = ['front-left', 'rear', 'boot'].map(async (name, index) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await plain(index),
    }))
    await desk
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await Promise.all(files))
    await desk.getByText('3 uploaded').waitFor()
    const moves = desk.getByRole('button', { name: /^Move / })
    await expect.poll(() => moves.count(), { timeout: STEP_MS }).toBe(3)
    await expect.poll(() => desk.getByText('Processing', { exact: true }).count(), { timeout: 4 * STEP_MS }).toBe(0)
    const [shown] = ((await moves.last().getAttribute('aria-label')) ?? '').replace('Move ', '').split(',')
    await desk
      .getByRole('button', { name: /^Make hero/ })
      .last()
      .click()
    await expect.poll(() => moves.first().getAttribute('aria-label')).toBe(`Move ${shown}, photo 1 of 3`)
    const hers = await pageOf(ada, `/lot/${lot.lotNumber}`)
    const track = hers.getByTestId('gallery-track').locator('img')
    await expect.poll(() => track.count(), { timeout: STEP_MS }).toBe(3)
    expect(await track.first().getAttribute('alt')).toContain(shown)
    await Promise.all([hers.context().close(), desk.context().close()])
  })

  test('two lots are added to a comparison from their pages, and one is removed', async () => {
    const page = await pageOf(ada, `/lot/${lot.lotNumber}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('checkbox', { name: `Compare lot ${lot.lotNumber}` }).click()
    await page.goto(`${server.url}/lot/${beside.lotNumber}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('checkbox', { name: `Compare lot ${beside.lotNumber}` }).click()
    await page.getByRole('link', { name: 'Compare 2 lots' }).click()
    await page.getByRole('heading', { name: 'Compare 2 lots' }).waitFor()
    for (const { lotNumber } of [lot, beside]) await page.getByText(String(lotNumber)).first().waitFor()
    await page.getByRole('button', { name: `lot ${beside.lotNumber}` }).click()
    await page.waitForURL(`${server.url}/lot/${lot.lotNumber}`)
    await page.context().close()
  })

  test('a person signed out elsewhere, or suspended, is asked to sign in on the lot page without a reload', async () => {
    const people = [
      await castPerson(server.app.pool, { name: 'Boris' }),
      await castPerson(server.app.pool, { name: 'Chidi' }),
    ]
    const pages = await Promise.all(people.map((person) => pageOf(person, `/lot/${lot.lotNumber}`)))
    const bidOf = (page: Page) => page.getByRole('button', { name: /^Place bid of/ })
    for (const page of pages) await bidOf(page).waitFor()
    await server.call('DELETE', '/api/sessions', { token: people[0]!.token })
    await suspend(people[1]!)
    for (const page of pages) {
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
      expect(await bidOf(page).count()).toBe(0)
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
      await page.context().close()
    }
  })

  async function suspend({ id }: CastMember): Promise<void> {
    const { token } = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    const body = { accountStatus: 'suspended', reason: 'Two unpaid lots' }
    await server.call('PATCH', `/api/admin/accounts/${id}`, { token, body })
  }

  test('a question before a bid opens in place: the pressed button and all others stay where they are', async () => {
    const hers = await pageOf(ada, `/lot/${beside.lotNumber}`)
    await hers.getByText('Bid another amount').click()
    await hers.getByLabel('Another amount').fill('5000')
    const form = hers.locator('form', { has: hers.getByLabel('Another amount') })
    const pressed = form.getByRole('button', { name: /\$5,000$/ })
    const boxes = async () => {
      const shown = [pressed, hers.locator('#next-bid'), hers.getByRole('button', { name: 'Set auto-bid' })]
      return Promise.all(shown.map((each) => each.boundingBox()))
    }
    await expect.poll(() => hers.getByText(/total\. This becomes the price/).count()).toBe(1)
    const before = await boxes()
    await pressed.click()
    await hers.getByText(/type the amount/).waitFor()
    expect(await boxes()).toEqual(before)
    expect(await pressed.innerText()).toContain('Confirm $5,000')
    await hers.getByLabel('Type the amount to confirm').fill('5000')
    await hers.getByRole('button', { name: 'Confirm', exact: true }).click()
    await hers.getByText('You’re the high bidder').first().waitFor()
    await hers.context().close()
  })
})

/** A plain gray photo; each call uses another gray. */
function plain(shade: number): Promise<Buffer> {
  const grey = 60 + shade * 60
  const background = { r: grey, g: grey, b: grey }
  return sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
