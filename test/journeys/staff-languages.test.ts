import type { BrowserContext, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { cutTexts, isTooWide, plainWords, pseudoLanguage } from '#test/harness/pseudo-language.ts'
import { type WatchedPage, watchedPage } from '#test/harness/watched-page.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'
import { findScreens } from './find-screens.ts'

/** Words that are the same in every language. */
const SAME = [
  'paddock|english|español|deutsch|vins?|pdf|jpeg|png|webp|heic|usd|iban|bic|ach|sepa|csv|xlsx|stripe|mini|min',
  // A kind of damage that a file named, which stays as it was written.
  'electrical',
  'jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(tember)?|oct(ober)?|nov(ember)?|dec(ember)?',
  // Countries, which the browser names.
  'austria|belgium|brazil|canada|china|france|germany|india|italy|japan|korea|mexico|south|spain|sweden|kingdom|states|united',
  '(sun|mon|tues?|wednes|thurs?|fri|satur)(day)?|wed|thu|sat|utc|gmt|[ecmp][sd]t|america|new|york|chicago',
].join('|')

/** Where the walk begins; it finds the other pages by their links. */
const STARTS = ['/admin', '/admin/account']

describe.runIf(findChromium() !== undefined)('The administration in another language', { concurrent: false }, () => {
  let company: DemoCompany

  beforeAll(async () => {
    company = await openDemoCompany()
  })
  afterAll(() => company?.close())

  /** What is wrong with each kind of staff screen, found by their links. */
  async function walk(context: BrowserContext, look: (watched: WatchedPage) => Promise<string[]>): Promise<string[]> {
    const watched = await watchedPage(context, company.server.url, () => true)
    const addresses = new Map(STARTS.map((start) => [start, start]))
    const faults = new Set<string>()
    for (const [kind, address] of addresses) {
      await watched.go(address)
      await findScreens(watched.page, addresses)
      for (const fault of await look(watched)) faults.add(`${kind}: ${fault}`)
    }
    return [...faults]
  }

  test('shows no English on any screen', { timeout: 600_000 }, async () => {
    const context = await company.enter('olga')
    await context.addInitScript(pseudoLanguage)
    const data = new Set<string>()
    context.on(
      'response',
      (response) => void wordsOf(response).then((words) => words.forEach((word) => data.add(word))),
    )
    const faults = await walk(context, async ({ page }) =>
      (await plainWords(page, `^(${[SAME, ...data].join('|')})$`)).map((text) => `"${text}" isn’t translated`),
    )
    expect(faults).toEqual([])
  })

  test('names actions and records in the filters of the audit log', { timeout: 120_000 }, async () => {
    const context = await company.enter('olga')
    await context.addInitScript(pseudoLanguage)
    const watched = await watchedPage(context, company.server.url, () => true)
    await watched.go('/admin/audit')
    const options = await watched.page.locator('option').allTextContents()
    expect(options.length).toBeGreaterThan(20)
    expect(options.filter((text) => /[aeiouy]/i.test(text.replaceAll(/[áàéèíìóòúùýÿ]/gi, '')))).toEqual([])
  })

  test.each(['de-DE', 'es-MX'])('has room for %s on every screen', { timeout: 600_000 }, async (locale) => {
    const context = await company.enter('olga', { locale })
    const faults = await walk(context, async (watched) => {
      const { page } = watched
      const found = await watched.faults()
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        for (const text of await cutTexts(page)) found.push(`${width} px: "${text}" is cut off`)
        if (await isTooWide(page)) found.push(`${width} px: scrolls sideways`)
      }
      return found
    })
    expect(faults).toEqual([])
  })
})

/** What the server sends in English, to be said in the language of the page. */
const SAID_BY_PAGES = /^(sentence|event|failure)$/
const SAID_OF_CONTENT = /^label$/

/** Words of names, notes and other data that the server sent. A code, such as `in-stock`, is not shown as it is. */
async function wordsOf(response: Response): Promise<string[]> {
  const { pathname } = new URL(response.url())
  if (!pathname.startsWith('/api/')) return []
  const said = pathname.startsWith('/api/admin/content') ? SAID_OF_CONTENT : SAID_BY_PAGES
  const found = new Set<string>()
  const visit = (value: unknown, of: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) if (!said.test(name)) visit(part, name)
    // A text was written by a person, even if it is one word.
    if (typeof value !== 'string' || (of !== 'text' && /^[a-z]+(-[a-z]+)*$/.test(value))) return
    for (const word of value.split(/[^\p{L}\p{M}]+/u)) if (/^[A-Za-z]{3,}$/.test(word)) found.add(word)
  }
  visit(await response.json().catch(() => null), '')
  return [...found]
}
