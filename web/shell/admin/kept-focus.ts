import { type RefObject, useEffect } from 'react'

/** What the focus may go to: no fields, since the keys of a page would be typed into them. */
const STOPS = 'a[href], button:not(:disabled, [aria-disabled=true])'
const HEADINGS = 'h1, h2, h3'
const ROWS = 'tr, li'

/** Where the focus is: the element, and what contains it, innermost first. */
type Place = { element: Element; levels: Level[] }
/** `neighbors`: of a row, the others of its list, the next ones first. */
type Level = { container: Element; isInRow: boolean; neighbors: Element[] }

/**
 * Keeps the keyboard where it was: an action often removes its own button or row, and the browser would leave the focus
 * on the page. It goes to the row or, where that is gone, to the next one; elsewhere to the next action or the heading.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = within.current
    let onPage: Place | null = null
    let inDialog: Place | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const dialog = target.closest('dialog')
      inDialog = dialog === null ? null : placeOf(target, dialog)
      // A dialog gives the focus back to its opener, which may be gone by then.
      if (dialog === null) onPage = root?.contains(target) === true ? placeOf(target, root) : null
    }
    // A press on nothing in particular lets go of the focus.
    const onPress = ({ target }: Event) => {
      if (target instanceof Element && target.closest('dialog') === null) onPage = null
      inDialog = null
    }
    const removals = new MutationObserver(() => {
      if (document.activeElement !== document.body) return
      const lost = document.querySelector('dialog[open]') === null ? onPage : inDialog
      if (lost === null || lost.element.isConnected) return
      const next = nearestTo(lost)
      if (next?.matches(STOPS) === false) next.tabIndex = -1
      next?.focus()
    })
    // Dialogs are beside the root.
    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [within])
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
