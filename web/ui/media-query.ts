import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** True while the system asks for less motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery(QUERY)
}

/** Whether the media query holds now. */
export function mediaMatches(query: string): boolean {
  return window.matchMedia(query).matches
}

/** True while the media query holds; follows its changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => mediaMatches(query),
    () => false,
  )
}
