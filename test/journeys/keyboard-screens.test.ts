import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { walkPage } from '#test/harness/keyboard.ts'
import { sidewaysFaults } from '#test/harness/page-probes.ts'
import { type WatchedPage, watchedPage } from '#test/harness/watched-page.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'
import { findScreens } from './find-screens.ts'

/** Every kind of page of the administration, with the company of the demo in it. A new page is added here. */
const SCREENS = [
  '/admin',
  '/admin/account',
  '/admin/auctions',
  '/admin/auctions/:id',
  '/admin/auctions/:id/photos',
  '/admin/auctions/:id/plan',
  '/admin/auctions/new',
  '/admin/audit',
  '/admin/canned-answers',
  '/admin/clients/new',
  '/admin/content',
  '/admin/content/:name',
  '/admin/disputes',
  '/admin/import',
  '/admin/invoices',
  '/admin/invoices/:id',
  '/admin/mails',
  '/admin/negotiations',
  '/admin/negotiations/:id',
  '/admin/newsletters',
  '/admin/outbox',
  '/admin/payments',
  '/admin/payouts',
  '/admin/payouts/:id',
  '/admin/people',
  '/admin/people-rules',
  '/admin/people/:id',
  '/admin/photos/:id',
  '/admin/questions',
  '/admin/referrals',
  '/admin/reports',
  '/admin/reports/auctions/:id',
  '/admin/reserve-requests',
  '/admin/risks',
  '/admin/sellers',
  '/admin/sellers/:id',
  '/admin/settings',
  '/admin/settlement',
  '/admin/settlements/:id',
  '/admin/shipping',
  '/admin/staff',
  '/admin/statements',
  '/admin/tickets',
  '/admin/tickets/:id',
  '/admin/transfers',
  '/admin/undeliverable-emails',
  '/admin/vehicles',
  '/admin/vehicles/:id',
  '/admin/vehicles/new',
  '/admin/verifications',
]

const PHONE = { width: 390, height: 844 }

/** Where the walk begins; it finds the other pages by their links. */
const STARTS = ['/admin', '/admin/account']

describe.runIf(findChromium() !== undefined)('With the keyboard alone', { concurrent: false }, () => {
  let company: DemoCompany
  let watched: WatchedPage
  /** One address of each kind of page, found by its links. */
  const addresses = new Map<string, string>()

  beforeAll(async () => {
    company = await openDemoCompany()
    watched = await watchedPage(company.olga, company.server.url, () => true)
  })
  afterAll(() => company?.close())

  test(
    'every staff screen is walked from its skip link to its end: all in reach, in order, with a focus ring',
    { timeout: 600_000 },
    async () => {
      for (const start of STARTS) addresses.set(start, start)
      const faults: string[] = []
      // Iterating a map includes entries added meanwhile.
      for (const [kind, address] of addresses) {
        await watched.go(address)
        await findScreens(watched.page, addresses)
        faults.push(...(await walkPage(watched.page)).map((fault) => `${kind}: ${fault}`))
      }
      expect(faults).toEqual([])
      expect(SCREENS.filter((screen) => !addresses.has(screen))).toEqual([])
    },
  )

  test(
    'every staff screen fits the narrowest phone, also with names without spaces',
    { timeout: 300_000 },
    async () => {
      const { pool } = company.server.app
      const long = 'W'.repeat(100)
      await pool.query('update auction set title = $1', [long])
      await pool.query('update seller set name = $1', [long])
      const faults: string[] = []
      for (const [kind, address] of addresses) {
        await watched.go(address)
        faults.push(...(await sidewaysFaults(watched.page, PHONE)).map((fault) => `${kind}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
  )

  test('the skip link leads past the header and the menu to the content', async () => {
    const { page } = watched
    await watched.go('/admin/people')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
})
