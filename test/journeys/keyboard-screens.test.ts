import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { walkDialog, walkPage } from '#test/harness/keyboard.ts'
import { type WatchedPage, watchedPage } from '#test/harness/watched-page.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'

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

/** What a press does that a page can't show: it saves a file, or ends the session. */
const NOT_PRESSED = /^(Export|Download|Print|Receipt|Sign out|R-|B-)/

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

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

  /** The kinds of pages that this one links to, outside the menu as well. */
  async function findMore(): Promise<void> {
    const links = await watched.page
      .locator('a[href^="/admin"]')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    for (const link of links) {
      const kind = link.replaceAll(UUID, ':id').replace(/^\/admin\/content\/.+/, '/admin/content/:name')
      if (!addresses.has(kind)) addresses.set(kind, link)
    }
  }

  test('every staff screen is walked from its skip link to its end: all in reach, in order, with a focus ring', async () => {
    for (const screen of SCREENS) addresses.set(screen, screen)
    const faults: string[] = []
    // Iterating a map includes entries added meanwhile.
    for (const [kind, address] of addresses) {
      await watched.go(address)
      await findMore()
      faults.push(...(await walkPage(watched.page)).map((fault) => `${kind}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect([...addresses.keys()].toSorted()).toEqual(SCREENS)
  })

  test('the skip link leads past the header and the menu to the content', async () => {
    const { page } = watched
    await watched.go('/admin/people')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('every button answers to Enter; a dialog keeps the focus, and Escape gives it back to what opened it', async () => {
    const faults: string[] = []
    let dialogs = 0
    for (const [kind, address] of addresses) {
      await watched.go(address)
      const pressed: string[] = []
      for (;;) {
        const name = await focusNext(watched, [...pressed])
        if (name === null) break
        pressed.push(name)
        if (NOT_PRESSED.test(name)) continue
        const seen = await pressHere(watched)
        dialogs += seen.isDialog ? 1 : 0
        faults.push(...seen.faults.map((fault) => `${kind}, “${name}”: ${fault}`))
        if (seen.isElsewhere) await watched.go(address)
      }
    }
    expect(faults).toEqual([])
    expect(dialogs).toBeGreaterThan(40)
  })
})

/** Puts the focus on the first button of the page's own content that wasn't pressed yet, and says what it is called. */
function focusNext({ page }: WatchedPage, pressed: string[]): Promise<string | null> {
  return page.evaluate((known) => {
    const nameOf = (button: HTMLElement) => {
      const copy = button.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove()
      const words = copy.textContent?.trim() === '' ? (button.getAttribute('aria-label') ?? '') : copy.textContent
      return (words ?? '').trim().replaceAll(/[\d.,$]+/g, '#')
    }
    const buttons = [...document.querySelectorAll<HTMLElement>('main button:not(nav button)')]
    const next = buttons.find(
      (button) =>
        button.checkVisibility({ visibilityProperty: true }) &&
        !button.matches(':disabled, [aria-disabled=true]') &&
        !known.includes(nameOf(button)),
    )
    if (next === undefined) return null
    next.focus()
    return nameOf(next)
  }, pressed)
}

type Seen = { isDialog: boolean; isElsewhere: boolean; faults: string[] }

async function pressHere(watched: WatchedPage): Promise<Seen> {
  const { page } = watched
  const before = page.url()
  await page.evaluate(() => Object.assign(globalThis, { opener: document.activeElement }))
  await page.keyboard.press('Enter')
  await watched.settle()
  if (page.url() !== before) return { isDialog: false, isElsewhere: true, faults: [] }
  if ((await page.locator('dialog:modal').count()) === 0) return { isDialog: false, isElsewhere: false, faults: [] }
  const faults = await walkDialog(page)
  await page.keyboard.press('Escape')
  await page
    .locator('dialog:modal')
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => faults.push('Escape doesn’t close it'))
  const isBack = await page.evaluate(() => {
    const { opener } = globalThis as unknown as { opener: Element }
    return !opener.isConnected || document.activeElement === opener
  })
  if (!isBack) faults.push('the focus is not back at what opened it')
  return { isDialog: true, isElsewhere: false, faults }
}
