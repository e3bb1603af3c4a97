import { startTransition, useEffect, useState } from 'react'

/** Later than this, in ms, what was put off does not come, however busy the browser is. */
const BUSY_MS_MAX = 1000

/** Runs something once the browser has shown what stands now, and what that set in motion is over. Returns what calls it off. */
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

/** Runs something once all that the page opened with is loaded and shown, and the browser is idle. Returns what calls it off. */
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
  // Safari has no idle callbacks, whatever the types say.
  if (!('requestIdleCallback' in globalThis)) {
    const later = setTimeout(run)
    return () => clearTimeout(later)
  }
  const later = requestIdleCallback(run, { timeout: BUSY_MS_MAX })
  return () => cancelIdleCallback(later)
}

let wasPainted = false

/**
 * False until the browser has shown what stood first since the page was loaded: what is further down is not waited for. Later screens are
 * drawn whole, so that going back finds its place.
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
