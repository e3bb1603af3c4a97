import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const SOON = { timeout: 30_000 }
const CONSENT = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })

describe.runIf(findChromium() !== undefined)('the camera in the yard', () => {
  let server: TestServer
  let browser: Browser
  let aukje: CastMember

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    browser = await openBrowser()
    aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** The camera page of a new vehicle, whose shell the service worker keeps. */
  async function openCamera(): Promise<{ context: BrowserContext; page: Page; vehicleId: string }> {
    const { lotId } = await castLot(server.app)
    const found = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [lotId])
    const vehicleId = found.rows[0]!.id
    const context = await browser.newContext(PHONE)
    context.setDefaultTimeout(SOON.timeout)
    const page = await context.newPage()
    await page.goto(`${server.url}/faq`)
    await page.evaluate(
      ([token, choice]) => {
        localStorage.setItem('cookie-consent', choice!)
        localStorage.setItem('authToken', token!)
      },
      [aukje.token, CONSENT],
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.goto(`${server.url}/admin/photos/${vehicleId}/camera`)
    await page.getByRole('heading', { name: '2010 Kiri Urban: take photos' }).waitFor()
    await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined), SOON).toBe(true)
    return { context, page, vehicleId }
  }

  async function take(page: Page, shot: string, color: string): Promise<void> {
    const create = { width: 60, height: 40, channels: 3, background: color } as const
    const buffer = await sharp({ create }).jpeg().toBuffer()
    await page.getByLabel(new RegExp(`: ${shot}$`)).setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer })
  }
  const row = (page: Page, shot: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(shot, { exact: true }) })
  const stored = async (vehicleId: string) =>
    (
      await server.app.pool.query<{ slot: string }>('select slot from photo where vehicle_id = $1 order by slot', [
        vehicleId,
      ])
    ).rows.map(({ slot }) => slot)

  test('keeps photos taken offline through a reload, and uploads each once when the connection is back', async () => {
    const { context, page, vehicleId } = await openCamera()
    await row(page, 'Front left').getByText('Not taken').waitFor()
    await context.setOffline(true)
    await page.getByText('You’re offline').first().waitFor()
    await take(page, 'Front left', 'teal')
    await take(page, 'VIN plate', 'red')
    for (const shot of ['Front left', 'VIN plate']) await row(page, shot).getByText('Waiting on this device').waitFor()
    await page.getByText('2 photos not uploaded yet.').waitFor()
    expect(await stored(vehicleId)).toEqual([])
    await page.reload()
    await context.setOffline(false)
    for (const shot of ['Front left', 'VIN plate'])
      await row(page, shot).getByText('Uploaded', { exact: true }).waitFor()
    await page.getByText('2 of 19 shots uploaded.').waitFor()
    expect(await stored(vehicleId)).toEqual(['front-left', 'vin-plate'])
    await page.reload()
    await row(page, 'VIN plate').getByText('Uploaded', { exact: true }).waitFor()
    expect(await stored(vehicleId)).toEqual(['front-left', 'vin-plate'])
    await context.close()
  })

  test('an upload whose answer is lost is repeated and stored once', async () => {
    const { context, page, vehicleId } = await openCamera()
    let answers = 0
    await page.route('**/photos?slot=*', async (route) => {
      answers += 1
      const answer = await route.fetch()
      await (answers === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }))
    })
    await take(page, 'Keys', 'gold')
    await expect.poll(() => answers, SOON).toBe(2)
    await row(page, 'Keys').getByText('Uploaded', { exact: true }).waitFor()
    await page.getByText('not uploaded yet').waitFor({ state: 'detached' })
    expect(await stored(vehicleId)).toEqual(['keys'])
    await context.close()
  })

  test('a photo of another vehicle is named and uploaded from here, too; a refused one says why and can be deleted', async () => {
    const first = await openCamera()
    await first.context.setOffline(true)
    await take(first.page, 'Odometer', 'navy')
    await row(first.page, 'Odometer').getByText('Waiting on this device').waitFor()
    const { lotId } = await castLot(server.app)
    const other = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [lotId])
    await first.context.setOffline(false)
    await first.page.goto(`${server.url}/admin/photos/${other.rows[0]!.id}/camera`)
    await expect.poll(() => stored(first.vehicleId), SOON).toEqual(['odometer'])
    const input = first.page.getByLabel(/: Keys$/)
    await input.setInputFiles({ name: 'keys.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') })
    const keys = row(first.page, 'Keys')
    await keys.getByText('Not uploaded').waitFor()
    await keys.getByRole('button', { name: /^Delete.*Keys$/ }).click()
    await keys.getByText('Not taken').waitFor()
    await first.context.close()
  })
})
