import type { Locator, Page } from 'playwright-core'

/** The browser's own controls, which a page does not see, are no place of the page. */
export async function focusIsOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.activeElement
    return at !== null && at !== document.body && at.closest('dialog') === null
  })
}

/** Whether something else than the element lies at its middle or in one of its corners. */
export async function isCovered(locator: Locator): Promise<boolean> {
  return locator.first().evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const places = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 8, top + 8],
      [right - 8, bottom - 8],
    ] as const
    return places.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
  })
}
