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

/** What each query was on the screen, kept for paper. */
const onScreen = new Map<string, boolean>()

/** Paper is narrower than a screen: a layout that followed it would load again and print half empty. */
function matchesOnScreen(query: string): boolean {
  const kept = onScreen.get(query)
  if (kept !== undefined && mediaMatches('print')) return kept
  const matches = mediaMatches(query)
  onScreen.set(query, matches)
  return matches
}

/** True while the media query holds on the screen; follows its changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchesOnScreen(query),
    () => false,
  )
}
