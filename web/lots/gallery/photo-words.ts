import { useEffect, useRef } from 'react'
import type { ShotSlot } from '#contract/photos.ts'

/** A place of the shot list in words. */
export function wordsOf(view: ShotSlot): string {
  return view === 'vin-plate' ? 'VIN plate' : view.replaceAll('-', ' ')
}

/** What does something of its own with the arrows: fields, and tables that scroll. */
const OWN_ARROWS = 'input, textarea, select, [role="region"], [role="tablist"], [role="menu"]'

/** The left and right arrow anywhere on the page, unless somebody is typing. */
export function useArrowKeys(walk: (step: 1 | -1) => void): void {
  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest(OWN_ARROWS) !== null) return
      const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
      if (step === null || event.ctrlKey || event.metaKey || event.altKey) return
      // The box of photographs would scroll by itself as well, where it has the focus.
      event.preventDefault()
      latest.current(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** How many photographs there are; of how many, where the file named more from which the vehicle came. */
export function photographWords({
  photoCount,
  photosExpected,
}: {
  photoCount: number
  photosExpected: number
}): string {
  if (photosExpected > photoCount) return `${photoCount} of ${photosExpected} photographs`
  if (photoCount === 0) return 'no photographs'
  return photoCount === 1 ? '1 photograph' : `${photoCount} photographs`
}
