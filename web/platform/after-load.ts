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

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks, despite the types.
  if (!('requestIdleCallback' in globalThis)) {
    const later = setTimeout(run)
    return () => clearTimeout(later)
  }
  const later = requestIdleCallback(run, { timeout: BUSY_MS_MAX })
  return () => cancelIdleCallback(later)
}
