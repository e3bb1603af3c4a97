import { followFaults } from '../platform/forms/first-fault.ts'

/** What the focus may go to: no fields, since the keys of a page would be typed into them. */
const STOPS = 'a[href], button:not(:disabled, [aria-disabled=true])'
const HEADINGS = 'h1, h2, h3'
const ROWS = 'tr, li'

/** Where the focus is: the element, and what contains it, innermost first. */
type Place = { element: Element; levels: Level[] }
/** `neighbors`: of a row, the others of its list, the next ones first. */
type Level = { container: Element; isInRow: boolean; neighbors: Element[] }

let isKept = false

/**
 * Keeps the focus where it was, for as long as the page lives: an action often removes its own button or row, and the
 * browser would leave the focus on the page. It goes to the row or, where that is gone, to the next one; elsewhere to the
 * next action or the heading. The page scrolls there only for the keyboard. A refused save takes it to the first fault.
 */
export function keepFocus(): void {
  if (isKept) return
  isKept = true
  followFaults()
  let onPage: Place | null = null
  let inDialog: Place | null = null
  let isPointed = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const dialog = target.closest('dialog')
    inDialog = dialog === null ? null : placeOf(target, dialog)
    const content = target.closest('#content')
    // A dialog gives the focus back to its opener, which may be gone by then.
    if (dialog === null) onPage = content === null ? null : placeOf(target, content)
  })
  // A press on nothing in particular lets go of the focus.
  document.addEventListener('pointerdown', ({ target }) => {
    isPointed = true
    if (target instanceof Element && target.closest('dialog') === null) onPage = null
    inDialog = null
  })
  document.addEventListener('keydown', () => {
    isPointed = false
  })
  // The browser restores where a page was scrolled to.
  window.addEventListener('popstate', () => {
    onPage = null
  })
  const removals = new MutationObserver(() => {
    if (document.activeElement !== document.body) return
    const lost = document.querySelector('dialog[open]') === null ? onPage : inDialog
    if (lost === null || lost.element.isConnected) return
    const next = nearestTo(lost)
    if (next?.matches(STOPS) === false) next.tabIndex = -1
    next?.focus({ preventScroll: isPointed })
  })
  // Dialogs are beside the content.
  removals.observe(document.body, { childList: true, subtree: true })
}

function placeOf(element: Element, root: Element): Place {
  const levels: Level[] = []
  for (let at = element; at !== root; at = at.parentElement!) {
    const container = at.parentElement!
    const isInRow = container.closest(ROWS) !== null
    levels.push({ container, isInRow, neighbors: at.matches(ROWS) ? neighborsOf(at) : [] })
  }
  return { element, levels }
}

function neighborsOf(row: Element): Element[] {
  const all = [...(row.parentElement?.children ?? [])]
  const at = all.indexOf(row)
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()]
}

/** Null: the page is just loading. */
function nearestTo({ levels }: Place): HTMLElement | null {
  for (const [depth, { container, isInRow, neighbors }] of levels.entries()) {
    if (!container.isConnected) continue
    for (const neighbor of neighbors) {
      const stop = neighbor.isConnected ? firstShown(neighbor, STOPS) : null
      if (stop !== null) return stop
    }
    const heading = firstShown(container, HEADINGS)
    if (heading !== null) return heading
    const stop = isInRow || depth === 0 ? firstShown(container, STOPS) : null
    if (stop !== null) return stop
    if (container.matches(ROWS)) return container as HTMLElement
  }
  return null
}

function firstShown(container: Element, what: string): HTMLElement | null {
  return [...container.querySelectorAll<HTMLElement>(what)].find((element) => element.checkVisibility()) ?? null
}
