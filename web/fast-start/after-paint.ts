import { startTransition, useEffect, useState } from 'react'

/** Deferred work runs after this many ms at the latest, however busy the browser is. */
const BUSY_MS_MAX = 1000

/** Runs something once the browser has painted the current content and the tasks this started are done. Returns the cancel function. */
export function afterPaint(run: () => void): () => void {
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

let wasPainted = false

/**
 * False until the browser has painted the first content after the page load: the lower parts are not waited for. Later
 * screens render whole, so that going back restores the scroll position.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(wasPainted)
  useEffect(() => {
    if (isPainted) return undefined
    return afterPaint(() => {
      wasPainted = true
      startTransition(() => setIsPainted(true))
    })
  }, [isPainted])
  return isPainted
}
