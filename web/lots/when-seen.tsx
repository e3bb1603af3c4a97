import { type ReactNode, startTransition, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { afterLoad } from '#web/platform/after-load.ts'

/** How far below the screen content is prepared, so that it is there when it is scrolled to. */
const AHEAD = '150px 0px'

type Given = { id?: string; placeholderClass?: string; children: ReactNode }

/**
 * Renders its children once the page has loaded and the browser is idle, or sooner when they come near the screen. Idle
 * counts too because keyboards, screen readers, print and search engines reach them without scrolling. `id`: a URL that
 * ends in it renders them immediately and scrolls there. `placeholderClass` reserves their space until then.
 */
export function WhenSeen({ id, placeholderClass = 'min-h-80', children }: Given) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(() => id !== undefined && location.hash === `#${id}`)
  useEffect(() => {
    const shown = place.current
    if (isNear || shown === null) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(shown)
    const callOff = afterLoad(() => startTransition(() => setIsNear(true)))
    return () => {
      watcher.disconnect()
      callOff()
    }
  }, [isNear])
  if (isNear) return <Suspense fallback={<div aria-hidden="true" className={placeholderClass} />}>{children}</Suspense>
  return <div ref={place} aria-hidden="true" className={placeholderClass} />
}

/**
 * What is below the first screen of a page: rendered right after it while the page starts, so that a phone neither renders nor lays out all
 * of it in one task. Later it is there at once, or going back would not find its place.
 */
export function Below({ children }: { children: ReactNode }) {
  const [isStarting] = useState(() => document.querySelector('[data-starting]') !== null)
  return useDeferredValue(true, !isStarting) ? children : null
}
