import {
  cloneElement,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Source: the specification, section 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

const GAP_PX = 6

let lastClosedAt = Number.NEGATIVE_INFINITY

/**
 * A short hint for the control inside, on hover (after 700 ms; immediately within 300 ms of another) and on keyboard
 * focus. Escape and a press close it. Only for optional information: a phone has no hover.
 */
export function Tooltip({
  label,
  children,
}: {
  label: string
  children: ReactElement<{ 'aria-describedby'?: string }>
}) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show(delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delayMs)
  }

  function hide() {
    clearTimeout(timer.current)
    if (open) lastClosedAt = performance.now()
    setOpen(false)
  }

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') show(performance.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(0)
      }}
      onBlur={hide}
    >
      {open ? cloneElement(children, { 'aria-describedby': id }) : children}
      {open ? <Words id={id} label={label} anchor={anchor} /> : null}
    </span>
  )
}

/** Above the control or, without room there, below it; never beyond the window's edges. */
function Words({ id, label, anchor }: { id: string; label: string; anchor: RefObject<HTMLElement | null> }) {
  const words = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    const own = words.current
    // The control itself: its wrapper has no box.
    const control = anchor.current?.firstElementChild?.getBoundingClientRect()
    if (own === null || control === undefined) return
    const { width, height } = own.getBoundingClientRect()
    const middle = control.left + control.width / 2 - width / 2
    const above = control.top - height - GAP_PX
    own.style.left = `${Math.max(GAP_PX, Math.min(middle, window.innerWidth - width - GAP_PX))}px`
    own.style.top = `${above < GAP_PX ? control.bottom + GAP_PX : above}px`
  }, [anchor])

  return (
    <span
      ref={words}
      role="tooltip"
      id={id}
      className="pointer-events-none fixed top-0 left-0 z-50 w-max max-w-64 rounded-sm bg-ink px-2 py-1 text-left text-xs font-normal whitespace-normal text-on-strong shadow-float"
    >
      {label}
    </span>
  )
}
