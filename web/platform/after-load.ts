/** Deferred work runs after this many ms at the latest, however busy the browser is. */
const BUSY_MS_MAX = 1000

/** Once the browser has painted the current content and the tasks this started are done. */
function afterPaint(run: () => void): () => void {
  let callOff = () => {}
  const frame = requestAnimationFrame(() => {
    callOff = whenIdle(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    callOff()
  }
}

/** Runs something once everything the page opened with is loaded and shown, and the browser is idle. Returns the cancel function. */
export function afterLoad(run: () => void): () => void {
  let callOff = () => {}
  const begin = () => {
    callOff = afterPaint(run)
  }
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
  return () => {
    window.removeEventListener('load', begin)
    callOff()
  }
}

const waiting = new Set<() => void>()

/** In turn: each waits until the browser is idle again, so that what the last one started is on the screen, and no task does all of it. */
function whenIdle(run: () => void): () => void {
  const turn = () => run()
  waiting.add(turn)
  if (waiting.size === 1) nextTurn()
  return () => waiting.delete(turn)
}

function nextTurn(): void {
  onceIdle(() => {
    const [turn] = waiting
    if (turn === undefined) return
    waiting.delete(turn)
    if (waiting.size > 0) nextTurn()
    turn()
  })
}

function onceIdle(run: () => void): void {
  // Safari has no idle callbacks, despite the types.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: BUSY_MS_MAX })
  else setTimeout(run)
}
