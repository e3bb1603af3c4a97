import type { Locator, Page } from 'playwright-core'

/** The browser's own controls, which a page can't see, don't count as part of the page. */
export async function focusIsOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.activeElement
    return at !== null && at !== document.body && at.closest('dialog') === null
  })
}

/** Whether another element covers the middle or one of the corners of the element. */
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

/** Scrolling sideways at the given width, and at that of the narrowest phone. */
export async function sidewaysFaults(page: Page, viewport: { width: number; height: number }): Promise<string[]> {
  const faults: string[] = []
  for (const width of [viewport.width, 320]) {
    await page.setViewportSize({ ...viewport, width })
    // Not `innerWidth`: a phone enlarges it for a page that is too wide.
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (tooWide > 0) faults.push(`scrolls sideways by ${tooWide} px at ${width} px`)
  }
  await page.setViewportSize(viewport)
  return faults
}
