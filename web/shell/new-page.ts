import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * A new address starts at its top with the focus on its content, as a loaded page would. Going back keeps the place that the
 * browser restores; an address with a `#part` is scrolled by its page.
 */
export function useNewPage(content: RefObject<HTMLElement | null>): void {
  const [location] = useLocation()
  const shown = useRef(location)
  const wentBack = useRef(false)

  useEffect(() => {
    const onBack = () => {
      wentBack.current = true
    }
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])

  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    if (!wentBack.current) {
      if (window.location.hash === '') window.scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    }
    wentBack.current = false
  }, [location, content])
}
