/** Runs something at the person's first action on the page: a press, a scroll, a key. Returns the cancel function. */
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
