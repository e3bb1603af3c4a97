import { useEffect, useLayoutEffect } from 'react'

/** How far down each search was read, by its address. */
const places = new Map<string, number>()
const PLACES_MAX = 50

let wentBack = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    wentBack = true
    // Long enough for the page to be drawn; what is pressed later is a new step.
    setTimeout(() => (wentBack = false), 1000)
  })
}

/** Who goes back to a search finds it where it was left, once its lots are drawn. */
export function useScrollPlace(query: string, isDrawn: boolean): void {
  useLayoutEffect(() => {
    const place = places.get(query)
    if (isDrawn && wentBack && place !== undefined) {
      window.scrollTo(0, place)
      requestAnimationFrame(() => window.scrollTo(0, place))
    }
  }, [query, isDrawn])
  useEffect(() => {
    const note = () => {
      places.delete(query)
      places.set(query, window.scrollY)
      if (places.size > PLACES_MAX) places.delete(places.keys().next().value ?? '')
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [query])
}
