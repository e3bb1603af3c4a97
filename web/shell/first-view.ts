/* What the server shows of a page (`server/seo/first-view.ts`) until the application replaces it, at a moment that its reader doesn't see. */

const view = document.querySelector('[data-first-view]')
const replaced = new AbortController()
let focused = document.activeElement

// At the end the browser itself takes the focus away.
document.addEventListener('focusin', keepFocused, { signal: replaced.signal })
document.addEventListener('pointerdown', () => (focused = null), { signal: replaced.signal })

function keepFocused({ target }: FocusEvent): void {
  if (target instanceof Element) focused = target
}

/** Right after it has been replaced: the answers that its reader opened are open again, and the focus is where it was. */
export function carryOver(): void {
  replaced.abort()
  for (const { id } of view?.querySelectorAll('details[open]') ?? [])
    document.getElementById(id)?.setAttribute('open', '')
  if (focused === null || view?.contains(focused) !== true) return
  const address = focused.getAttribute('href')
  const successor = focused.matches('details > summary')
    ? document.querySelector<HTMLElement>(`#${CSS.escape(focused.parentElement!.id)} > summary`)
    : [...document.links].find((link) => link.getAttribute('href') === address)
  successor?.focus({ preventScroll: true })
}
