import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { refuseWrites, walkDialogOf, walkDialogs, walkPanels } from '#test/harness/keyboard-dialogs.ts'
import { press, tabTo } from '#test/harness/keyboard.ts'
import { type WatchedPage, watchedPage } from '#test/harness/watched-page.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

describe.runIf(findChromium() !== undefined)('With the keyboard alone, members', { concurrent: false }, () => {
  let company: DemoCompany
  let ada: WatchedPage

  beforeAll(async () => {
    company = await openDemoCompany()
    ada = await openFor('ada')
  })
  afterAll(() => company?.close())

  async function openFor(name: string, more = {}): Promise<WatchedPage> {
    const watched = await watchedPage(await company.enter(name, more), company.server.url, () => true)
    await refuseWrites(watched.page, 'member')
    return watched
  }

  /** A lot that takes bids, by its address. */
  async function findLot(watched: WatchedPage): Promise<string> {
    await watched.go('/?sort=ending')
    await watched.page.locator('#content h1').waitFor()
    return (await watched.page.locator('#content a[href^="/lot/"]').first().getAttribute('href'))!
  }

  async function walkAll(walks: readonly [WatchedPage, string][], titles: Set<string>): Promise<string[]> {
    const faults: string[] = []
    for (const [watched, address] of walks)
      faults.push(...(await walkDialogs(watched, address, titles)).map((fault) => `${address}: ${fault}`))
    return faults
  }

  test('find the focus in every dialog they open, and back where it was', { timeout: 120_000 }, async () => {
    const titles = new Set<string>()
    const [hugo, milo, pia] = [await openFor('hugo'), await openFor('milo'), await openFor('pia')]
    const own = ['/profile', '/my-bids', '/invoices'].map((address): [WatchedPage, string] => [ada, address])
    const others: [WatchedPage, string][] = [
      [hugo, '/selling'],
      [milo, '/payment'],
      [pia, '/verification'],
    ]
    expect(await walkAll([[ada, await findLot(ada)], ...own, ...others], titles)).toEqual([])
    expect([...titles].some((title) => title.endsWith(': photos'))).toBe(true)
  })

  test('do so where they ask for their fee back, and where a seller negotiates', { timeout: 120_000 }, async () => {
    // A lot below its reserve becomes one of Hugo's, who has none in every demo.
    const { rows } = await company.server.app.pool.query<{ id: string }>(
      `update lot set consignor_id = (select s.id from seller s join account a on a.id = s.account_id
         where a.email = 'hugo@demo.paddock.example')
       where id = (select id from lot where outcome = 'reserve-not-met' order by id limit 1) returning id`,
    )
    await company.server.app.pool.query(
      `update payment set settled_at = clock_timestamp()
       where account_id = (select id from account where email = 'pia@demo.paddock.example')`,
    )
    const titles = new Set<string>()
    const [hugo, pia] = [await openFor('hugo'), await openFor('pia')]
    const walks: [WatchedPage, string][] = [
      [hugo, `/selling/${rows[0]!.id}`],
      [pia, '/payment'],
    ]
    expect(await walkAll(walks, titles)).toEqual([])
    for (const title of ['Keep the vehicle?', /^Sell for /, /^Refund \$/])
      expect([...titles]).toContainEqual(expect.stringMatching(title))
    const field = hugo.page.getByLabel(/^(Counteroffer|Replace \$.*)$/)
    const reserve = /up to your reserve of (\S+)\./.exec(await hugo.page.locator('main').innerText())?.[1] ?? ''
    await field.fill(reserve)
    expect(await walkDialogOf(hugo.page, hugo.page.getByRole('button', { name: 'Send counteroffer' }))).toEqual([])
  })

  test('do so in the calendar, whichever month is shown', async () => {
    await ada.go('/calendar')
    await press(ada.page, ada.page.getByRole('button', { name: 'Next month' }))
    await ada.settle()
    const opener = ada.page.getByRole('button', { name: 'Subscribe to calendar' })
    expect(await walkDialogOf(ada.page, opener)).toEqual([])
  })

  test('do so on a phone, where bids and filters are in sheets', { timeout: 60_000 }, async () => {
    const phone = await openFor('dana', PHONE)
    await phone.go('/?sort=ending')
    const filters = phone.page.getByRole('button', { name: /^Filters/ })
    expect(await walkDialogOf(phone.page, filters)).toEqual([])
    await phone.go(await findLot(phone))
    const bid = phone.page.locator('button[aria-haspopup="dialog"]').first()
    expect(await walkDialogOf(phone.page, bid)).toEqual([])
  })

  test('open and leave the panels of the header with Enter, Tab and Escape', async () => {
    await ada.go('/')
    const names = new Set<string>()
    expect(await walkPanels(ada.page, names)).toEqual([])
    expect([...names]).toEqual(['Notifications', 'Account'])
  })

  test('reach the cookie banner, and its settings give the focus back', async () => {
    const visitor = await company.browser.newContext({ reducedMotion: 'reduce' })
    const watched = await watchedPage(visitor, company.server.url, () => true)
    const { page } = watched
    await watched.go('/')
    const banner = page.getByRole('region', { name: 'Cookies' })
    await banner.waitFor()
    const openers = [banner, page.locator('footer')].map((place) =>
      place.getByRole('button').filter({ hasText: /settings|customize|preferences/i }),
    )
    for (const opener of openers) expect(await walkDialogOf(page, opener.first())).toEqual([])
    await tabTo(page, banner.getByRole('button', { name: 'Reject All' }))
    await page.keyboard.press('Enter')
    await banner.waitFor({ state: 'hidden' })
  })
})
