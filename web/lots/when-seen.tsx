import { type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { afterLoad } from '#web/platform/after-paint.ts'

/** How far below the screen something is got ready, so that it is there when it is scrolled to. */
const AHEAD = '150px 0px'

/**
 * Draws its children once the page has loaded and the browser is idle, so that it opens without what is far down, and sooner where they come
 * near the screen. Not only then: keyboards, screen readers, print and search engines reach them without scrolling. `id`: an address that
 * ends in it draws them at once and leads there. `room`: the class that holds their place until then.
 */
export function WhenSeen({ id, room = 'min-h-80', children }: { id?: string; room?: string; children: ReactNode }) {
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
  if (isNear) return <Suspense fallback={<div aria-hidden="true" className={room} />}>{children}</Suspense>
  return <div ref={place} aria-hidden="true" className={room} />
}
