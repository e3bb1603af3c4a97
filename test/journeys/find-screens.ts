import type { Page } from 'playwright-core'

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** Adds one address of each kind of staff screen that the page links to, outside the menu as well. */
export async function findScreens(page: Page, addresses: Map<string, string>): Promise<void> {
  const links = await page
    .locator('a[href^="/admin"]')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  for (const link of links) {
    const kind = link.replaceAll(UUID, ':id').replace(/^\/admin\/content\/.+/, '/admin/content/:name')
    if (!addresses.has(kind)) addresses.set(kind, link)
  }
}
