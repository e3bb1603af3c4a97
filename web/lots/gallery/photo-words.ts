import { t } from '#web/platform/language/text.ts'
import { useEffect, useRef } from 'react'
import type { ShotSlot } from '#contract/lots/photos.ts'

const VIEWS: Record<Exclude<ShotSlot, `damage-${string}`>, string> = {
  'front-left': t`front left`,
  front: t`front`,
  'front-right': t`front right`,
  right: t`right side`,
  'rear-right': t`rear right`,
  rear: t`rear`,
  'rear-left': t`rear left`,
  left: t`left side`,
  'interior-front': t`interior front`,
  'interior-rear': t`interior rear`,
  dashboard: t`dashboard`,
  odometer: t`odometer`,
  engine: t`engine`,
  boot: t`trunk`,
  wheels: t`wheels`,
  underbody: t`underbody`,
  'vin-plate': t`VIN plate`,
  keys: t`keys`,
  documents: t`documents`,
  detail: t`detail`,
  other: t`other`,
}

/** A position of the shot list in words. */
export function wordsOf(view: ShotSlot): string {
  return isDamage(view) ? t`damage ${view.slice(DAMAGE.length)}` : VIEWS[view]
}

const DAMAGE = 'damage-'

function isDamage(view: ShotSlot): view is Extract<ShotSlot, `damage-${string}`> {
  return view.startsWith(DAMAGE)
}

/** Elements that handle arrow keys themselves: fields, and tables that scroll. */
const OWN_ARROWS = 'input, textarea, select, [role="region"], [role="tablist"], [role="menu"]'

/** Left and right arrow keys anywhere on the page, unless the person is typing. */
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
      // The scrolling photo box would also scroll natively when it has the focus.
      event.preventDefault()
      latest.current(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
