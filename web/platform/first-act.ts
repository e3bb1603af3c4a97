/** Runs something as soon as the person does anything on the page: presses, scrolls, types. Returns what calls it off. */
export function onFirstAct(run: () => void): () => void {
  const ended = new AbortController()
  const act = () => {
    ended.abort()
    run()
  }
  for (const name of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(name, act, { signal: ended.signal, passive: true })
  return () => ended.abort()
}
