import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { pseudoLanguage } from '#test/harness/pseudo-language.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

/** Of the screen, what the cookie banner and the offer to install may cover together. */
const FLOATING_MAX = 1 / 3

describe.runIf(findChromium() !== undefined)('Cards in the corner', () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await openTestServer({ client: true })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([...LANGUAGE_CODES, 'longer'])(
    'in %s the cookie banner and the offer to install cover at most a third of a phone',
    async (language) => {
      for (const viewport of [
        { width: 320, height: 568 },
        { width: 390, height: 844 },
      ]) {
        const context = await browser.newContext({
          viewport,
          locale: language === 'longer' ? 'en' : language,
          hasTouch: true,
        })
        if (language === 'longer') await context.addInitScript(pseudoLanguage)
        const page = await context.newPage()
        await page.goto(server.url)
        const banner = page.locator('[data-cookie-banner]')
        await banner.waitFor()
        await page.evaluate(() =>
          globalThis.dispatchEvent(
            Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }),
          ),
        )
        expect(await coveredShare(page)).toBeLessThanOrEqual(FLOATING_MAX)
        await banner.getByRole('button').last().click()
        await page.locator('section.shadow-float').waitFor()
        expect(await banner.count()).toBe(0)
        expect(await coveredShare(page)).toBeLessThanOrEqual(FLOATING_MAX)
        await context.close()
      }
    },
  )

  /** The share of the screen's height that the cards in its corner take. */
  function coveredShare(page: Page): Promise<number> {
    return page.evaluate(() => {
      const boxes = [...document.querySelectorAll('section.shadow-float')].map((card) => card.getBoundingClientRect())
      return boxes.reduce((sum, { height }) => sum + height, 0) / innerHeight
    })
  }
})
