import { useEffect, useRef } from 'react'
import type { ShotSlot } from '#contract/photos.ts'

/** A place of the shot list in words. */
export function wordsOf(view: ShotSlot): string {
  return view === 'vin-plate' ? 'VIN plate' : view.replaceAll('-', ' ')
}

/** The left and right arrow anywhere on the page, unless somebody is typing. */
export function useArrowKeys(walk: (step: 1 | -1) => void): void {
  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null) return
      if (event.key === 'ArrowLeft') latest.current(-1)
      if (event.key === 'ArrowRight') latest.current(1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
