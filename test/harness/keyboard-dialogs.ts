import type { JSHandle, Locator, Page } from 'playwright-core'
import { press, readUnreached, step, STOPS_MAX } from './keyboard.ts'
import type { WatchedPage } from './watched-page.ts'

/** Later rows of a list have the same buttons as these. */
const ROWS_MAX = 3

/** A press that fetches nothing within this time, in ms, opens no dialog. */
const OPENS_WITHIN_MS = 200

/** A date has a stop for each of its parts. */
const REPEATS_MAX = 20

/**
 * Nothing that is pressed in this page changes anything: only reads go to the server. For every write of staff it asks for the password
 * again, in a dialog; a member's is refused.
 */
export async function refuseWrites(page: Page, who: 'staff' | 'member' = 'staff'): Promise<void> {
  const answer =
    who === 'staff'
      ? {
          status: 403,
          json: { code: 'factor-required', message: 'Confirm that it is you.', details: { how: 'password' } },
        }
      : { status: 409, json: { code: 'conflict', message: 'Nothing changes in this walk.' } }
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }))
  await page.route('**/api/**', (route) =>
    ['GET', 'HEAD'].includes(route.request().method()) ? route.fallback() : route.fulfill(answer),
  )
}

/** The buttons of the page that don't submit a form, by their names. Runs in the page. */
function readButtons({ within, rowsMax }: { within: string; rowsMax: number }): string[] {
  const names = new Set<string>()
  for (const button of document.querySelectorAll<HTMLButtonElement>(`${within} button`)) {
    if (button.type === 'submit' && button.form !== null) continue
    // They open a page or sort it.
    if (button.closest('th, nav[aria-label="Pages"]') !== null) continue
    if (button.matches(':disabled, [aria-disabled=true]') || !button.checkVisibility()) continue
    const row = button.closest('tbody > tr, li')
    const place = row === null ? 0 : [...row.parentElement!.children].indexOf(row)
    if (place < rowsMax) names.add(button.getAttribute('aria-label') ?? button.textContent.trim())
  }
  return [...names]
}

/** Focuses the first button of that name; null: it is gone. Runs in the page. */
function focusButton(name: string): HTMLButtonElement | null {
  const found = [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name && button.checkVisibility(),
  )
  if (found === undefined || found.matches(':disabled, [aria-disabled=true]')) return null
  found.focus()
  return found
}

/** The name of the dialog on top, and whether the focus is in it; null: none is open. Runs in the page. */
function readDialog(): { title: string; hasFocus: boolean } | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog === undefined) return null
  const by = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  const title = (by?.textContent ?? dialog.getAttribute('aria-label') ?? '').trim()
  return { title, hasFocus: dialog.contains(document.activeElement) }
}

/** Until a dialog is open, or `OPENS_WITHIN_MS` is over: its script may have to be fetched first. Runs in the page. */
function dialogOpens(withinMs: number): Promise<void> {
  return new Promise((done) => {
    const look = () => (document.querySelector('dialog[open]') === null ? undefined : done())
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    setTimeout(done, withinMs)
    look()
  })
}

/**
 * Presses every button of the page that doesn't submit, goes through each dialog that opens, and closes it with Escape.
 * Returns the faults in words, and adds the dialogs' titles to `titles`. The header and the menu are part of the first page only.
 */
export async function walkDialogs(watched: WatchedPage, address: string, titles: Set<string>): Promise<string[]> {
  const { page } = watched
  await watched.go(address)
  // The page's own title comes with its script; its buttons may need its data.
  await page.locator('#content h1').first().waitFor()
  await watched.settle()
  const asked = { within: titles.size === 0 ? 'body' : 'main :not(nav) >', rowsMax: ROWS_MAX }
  const names = new Set(await page.evaluate(readButtons, asked))
  const faults: string[] = []
  const at = new URL(page.url()).pathname
  let before: string | null = null
  // Iterating a set includes the names added meanwhile: a press may show more buttons.
  for (const name of names) {
    // The script of the dialog came only now; the next press finds it there.
    const isLate: boolean = before !== null && (await page.evaluate(readDialog)) !== null
    if (isLate) await page.keyboard.press('Escape')
    for (const each of isLate ? [before!, name] : [name]) {
      const found = await pressButton(watched, each, titles)
      // The same for a dialog that opened between two presses: only what is wrong twice is wrong.
      if (found.length > 0) faults.push(...(await pressButton(watched, each, titles)))
    }
    if (new URL(page.url()).pathname !== at) await watched.go(address)
    for (const more of await page.evaluate(readButtons, asked)) names.add(more)
    before = name
  }
  if (before === null || (await page.evaluate(readDialog)) === null) return faults
  await page.keyboard.press('Escape')
  return [...faults, ...(await pressButton(watched, before, titles))]
}

/** Presses one button with Enter; if that opens a dialog, goes round it and leaves it. */
async function pressButton(watched: WatchedPage, name: string, titles: Set<string>): Promise<string[]> {
  const { page } = watched
  const button = await page.evaluateHandle(focusButton, name)
  if (!(await button.evaluate((one) => one !== null))) return []
  await page.keyboard.press('Enter')
  // A choice of the language or a sign-out loads the page again.
  await page.evaluate(dialogOpens, OPENS_WITHIN_MS).catch(() => page.waitForLoadState())
  await watched.settle()
  const dialog = await page.evaluate(readDialog)
  if (dialog === null) return []
  const around = titles.has(dialog.title) ? [] : await walkDialog(page, dialog)
  if (around.length === 0) titles.add(dialog.title)
  return [...around, ...(await leaveDialog(page, button))].map((fault) => `${name}: ${fault}`)
}

/** Goes round the open dialog with Tab. */
async function walkDialog(page: Page, { title, hasFocus }: { title: string; hasFocus: boolean }): Promise<string[]> {
  const faults = title === '' ? ['the dialog has no name'] : []
  if (!hasFocus) faults.push('the focus does not go into the dialog')
  await page.evaluate(() => Object.assign(globalThis, { walk: undefined }))
  let [last, repeats] = ['', 0]
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const stop = await step(page)
    // Between its last stop and its first, the browser's own controls have the focus.
    if (stop === null) continue
    if ((await page.evaluate(readDialog))?.hasFocus !== true)
      faults.push(`the focus leaves the dialog to ${stop.words}`)
    if (stop.isKnown && (stop.words !== last || repeats > REPEATS_MAX)) break
    // Every key that is pressed in a frame is the frame's: Escape would not close the dialog.
    if (stop.words.startsWith('iframe')) faults.push('the focus goes into a frame')
    repeats = stop.isKnown ? repeats + 1 : 0
    faults.push(...stop.faults.map((fault) => `${stop.words} ${fault}`))
    last = stop.words
  }
  return [...faults, ...(await page.evaluate(readUnreached, 'dialog[open]'))]
}

/** Escape closes the dialog, and the focus is at the button again. */
async function leaveDialog(page: Page, button: JSHandle<HTMLButtonElement | null>): Promise<string[]> {
  await page.keyboard.press('Escape')
  const left = await page.evaluate(readDialog)
  if (left !== null) {
    await page.reload()
    return [`Escape does not close “${left.title}”`]
  }
  // A button that the refused request replaced can't have it.
  const isBack = await button.evaluate((one) => one?.isConnected !== true || one === document.activeElement)
  if (isBack) return []
  const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? 'nothing')
  return [`the focus does not return but is at ${where}`]
}

/** Opens each panel below a button of the header with Enter, goes into it with Tab, and leaves it with Escape. Returns the faults in words. */
export async function walkPanels(page: Page, names: Set<string>): Promise<string[]> {
  const faults: string[] = []
  for (const button of await page.locator('header button[aria-expanded][aria-controls]').all()) {
    const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
    if (!(await button.isVisible()) || (await panel.getAttribute('role')) !== 'group') continue
    const name = (await panel.getAttribute('aria-label')) ?? 'a panel without a name'
    names.add(name)
    await button.focus()
    await page.keyboard.press('Enter')
    await panel.waitFor()
    const hasStops = await panel.locator('a[href], button:enabled, input:enabled, select:enabled').count()
    await page.keyboard.press('Tab')
    const isIn = await panel.evaluate((one) => one.contains(document.activeElement))
    if (hasStops > 0 && !isIn) faults.push(`${name}: Tab does not go into the panel`)
    await page.keyboard.press('Escape')
    if (await panel.isVisible()) faults.push(`${name}: Escape does not close the panel`)
    const isBack = await button.evaluate((one) => one === document.activeElement)
    if (!isBack) faults.push(`${name}: the focus does not return`)
  }
  return faults
}

/** Presses the opener of a dialog by keyboard, goes round the dialog, and leaves it with Escape. Returns the faults in words. */
export async function walkDialogOf(page: Page, opener: Locator): Promise<string[]> {
  await press(page, opener)
  await page.locator('dialog[open]').waitFor()
  const dialog = await page.evaluate(readDialog)
  if (dialog === null) return ['the dialog does not stay open']
  const faults = await walkDialog(page, dialog)
  await page.keyboard.press('Escape')
  if ((await page.evaluate(readDialog)) !== null) return [...faults, `Escape does not close “${dialog.title}”`]
  const isBack = await opener.evaluate((one) => one === document.activeElement)
  return isBack ? faults : [...faults, `the focus does not return from “${dialog.title}”`]
}
