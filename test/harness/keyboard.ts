import type { Locator, Page } from 'playwright-core'

/** No page has as many stops: a longer walk goes in circles. */
export const STOPS_MAX = 900

/** A date has a stop for each of its parts, and an email in its frame one for each link. */
const REPEATS_MAX = 40

type Walk = {
  known: Set<Element>
  before: { words: string; top: number; left: number; right: number; list: Element | null } | null
}
type Stop = { words: string; isKnown: boolean; faults: string[] }

/** Whether the element, or the label that is drawn for it, shows where the focus is. Runs in the page. */
function readStop(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return null
  const walk = ((globalThis as typeof globalThis & { walk?: Walk }).walk ??= {
    known: new Set<Element>(),
    before: null,
  })
  const isKnown = walk.known.has(at)
  walk.known.add(at)
  const words = `${at.localName} “${(at.getAttribute('aria-label') ?? (at.innerText || at.getAttribute('name') || at.id)).trim().slice(0, 60)}”`
  if (isKnown) return { words, isKnown, faults: [] }
  const faults: string[] = []
  // A control that is hidden for the eye is drawn as its label.
  const drawn = at.getBoundingClientRect().width <= 1 ? (at.closest('label') ?? at) : at
  const hasRing = [at, drawn].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  // In a frame, what has the focus there shows it.
  if (!hasRing && at.localName !== 'iframe') faults.push('has no focus ring')
  if (at.tabIndex > 0) faults.push('has a place of its own in the order')
  const box = [...drawn.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (box === undefined) return { words, isKnown, faults: [...faults, 'is not drawn'] }
  const middle = (start: number, end: number, room: number) => (Math.max(start, 0) + Math.min(end, room)) / 2
  const hit = document.elementFromPoint(
    middle(box.left, box.right, innerWidth),
    middle(box.top, box.bottom, innerHeight),
  )
  if (hit === null) faults.push('is outside the window')
  // A button that can't be used now lets the mouse through.
  else if (!at.matches('[aria-disabled=true]') && !drawn.contains(hit) && hit.closest('label')?.control !== at)
    faults.push(`is covered by ${hit.localName}`)
  const content = at.closest('dialog, main')
  // Marks on a drawing come in the order of their numbers, wherever they are. The cross of a dialog comes last: the focus begins at what
  // the dialog is about.
  const isCross = at.getAttribute('aria-label') === 'Close'
  if (content === null || isCross || at.closest('nav, .cursor-crosshair') !== null) {
    walk.before = null
    return { words, isKnown, faults }
  }
  let scrolled = 0
  for (let frame: Element | null = drawn; frame !== null; frame = frame.parentElement) scrolled += frame.scrollTop
  const { before } = walk
  // What is scrolled within a list is drawn above what comes after the list.
  const list = at.closest('.overflow-y-auto')
  const isBelow =
    before === null || before.list !== list || box.right <= before.left + 4 || box.left >= before.right - 4
  if (!isBelow && box.bottom + scrolled <= before.top) faults.push(`comes after ${before.words}, which is below it`)
  walk.before = { words, top: box.top + scrolled, left: box.left, right: box.right, list }
  return { words, isKnown, faults }
}

/** What a mouse can use and the walk didn't come to. Runs in the page. */
export function readUnreached(within: string): string[] {
  const { walk } = globalThis as typeof globalThis & { walk?: Walk }
  const known = walk?.known ?? new Set<Element>()
  const ALWAYS =
    'a[href], button, select, textarea, summary, iframe:not([tabindex="-1"]), [role=button], [contenteditable=true]'
  const USABLE = `${ALWAYS}, input:not([type=hidden]), [tabindex]:not([tabindex="-1"])`
  const root = document.querySelector(within)
  if (root === null) return [`no ${within}`]
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [aria-disabled=true], [inert] *, [aria-hidden=true]')
  // Of a group of radio buttons the keyboard stops at one, and the arrow keys go to the others.
  const isReached = (element: Element) =>
    known.has(element) ||
    (element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      [...known].some((one) => one instanceof HTMLInputElement && one.type === 'radio' && one.name === element.name))
  const hasHandler = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
    const props = key === undefined ? {} : (element as Element & Record<string, Record<string, unknown>>)[key]!
    return ['onClick', 'onDoubleClick', 'onMouseDown'].some((name) => typeof props[name] === 'function')
  }
  const words = (element: Element) =>
    `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`
  const missed = [...root.querySelectorAll(USABLE)].filter((element) => isUsable(element) && !isReached(element))
  // A press on a drawing marks a place; the button below it does so, too.
  const forMouse = [...root.querySelectorAll('*')].filter(
    (element) =>
      hasHandler(element) && isUsable(element) && !element.matches(`${USABLE}, label, form, dialog, .cursor-crosshair`),
  )
  return [
    ...missed.map((element) => `${words(element)} can’t be reached`),
    ...forMouse.map((element) => `${words(element)} is for the mouse alone`),
  ]
}

/** Walks the whole page with Tab from its first stop to its last. Returns its faults in words. */
export async function walkPage(page: Page): Promise<string[]> {
  const first = await step(page)
  const faults = first?.words.includes('Skip to content') === true ? [] : [`begins at ${first?.words ?? 'nothing'}`]
  faults.push(...(await walkOn(page, first)))
  // A busy machine draws later what the last stops have scrolled, and the page learns of it then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return [...faults, ...(await page.evaluate(readUnreached, 'body'))]
}

/** To the next stop. Null: the focus has left the page. */
export async function step(page: Page): Promise<Stop | null> {
  await page.keyboard.press('Tab')
  return page.evaluate(readStop)
}

/** Goes on until the focus leaves the page or is at the first stop again. */
async function walkOn(page: Page, first: Stop | null): Promise<string[]> {
  const faults = (first?.faults ?? []).map((fault) => `${first?.words} ${fault}`)
  let [last, repeats] = [first?.words, 0]
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const stop = await step(page)
    if (stop === null) {
      const next = await step(page)
      return next === null || next.isKnown ? faults : [...faults, `the focus is lost after ${last}`]
    }
    faults.push(...stop.faults.map((fault) => `${stop.words} ${fault}`))
    if (!stop.isKnown) repeats = 0
    else if (stop.words === last && repeats < REPEATS_MAX) repeats += 1
    else if (stop.words === first?.words) return faults
    else return [...faults, `the focus is caught at ${stop.words}`]
    last = stop.words
  }
  return [...faults, 'the walk has no end']
}

/** Presses Tab until the focus is there, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < STOPS_MAX; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}`)
}

/** Goes to a control with Tab and presses a key there. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to a field with Tab and types over what is in it. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}
