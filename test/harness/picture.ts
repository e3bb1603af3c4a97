import path from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from '#server/platform/root.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')

/** For visual review: `SCREENSHOTS=1` saves a picture of every page. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env['SCREENSHOTS'] === undefined) return
  const words = name.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replaceAll(/[^a-z0-9]+/gi, '-')
  await page.screenshot({ path: path.join(PICTURES, `${words}.jpg`), fullPage, type: 'jpeg', quality: 70 })
}
