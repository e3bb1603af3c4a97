import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

/** Source: the specification, section 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

let lastClosedAt = Number.NEGATIVE_INFINITY

/**
 * A word of help for the control inside, on hovering (after 700 ms; at once within 300 ms of another) and on keyboard focus.
 * Escape closes it. Only for what is also said elsewhere: a phone has no hover.
 */
export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show(delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delayMs)
  }

  function hide() {
    clearTimeout(timer.current)
    setOpen((was) => {
      if (was) lastClosedAt = performance.now()
      return false
    })
  }

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      className="relative inline-flex"
      aria-describedby={open ? id : undefined}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') show(performance.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS)
      }}
      onPointerLeave={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(0)
      }}
      onBlur={hide}
    >
      {children}
      {open ? (
        <span
          role="tooltip"
          id={id}
          className="absolute bottom-full left-1/2 z-50 w-max max-w-60 -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-xs text-on-strong shadow-float"
        >
          {label}
        </span>
      ) : null}
    </span>
  )
}
