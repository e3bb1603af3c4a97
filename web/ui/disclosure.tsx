import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/**
 * A button that opens a panel below itself. Escape, a press or focus elsewhere and navigation close it; Escape restores the focus. On narrow
 * screens the nearest positioned ancestor places it. `name`: the panel's name if the label is unclear. Function children mount on open.
 */
export function Disclosure({
  label,
  name,
  hint,
  wide = false,
  children,
}: {
  label: ReactNode
  name: string
  /** A tooltip with the button's label. */
  hint?: string
  /** For a panel of whole sentences. */
  wide?: boolean
  children: ReactNode | (() => ReactNode)
}) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [location] = useLocation()

  useEffect(() => setOpen(false), [location])

  useLeaving(open, frame, button, setOpen)

  const opener = (
    <Button
      ref={button}
      variant="ghost"
      className="max-sm:px-2.5"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => setOpen(!open)}
    >
      {label}
    </Button>
  )
  return (
    <div ref={frame} className="lg:relative">
      {hint === undefined ? opener : <Tooltip label={hint}>{opener}</Tooltip>}
      <div
        id={id}
        role="group"
        aria-label={name}
        hidden={!open}
        className={`absolute top-full right-0 z-30 mt-2 ${wide ? 'w-[min(28rem,calc(100vw-2rem))]' : 'w-[min(20rem,calc(100vw-2rem))]'} rounded-md border border-line bg-paper p-3 shadow-float`}
      >
        {typeof children === 'function' ? open && children() : children}
      </div>
    </div>
  )
}

/** Escape closes the panel and gives the focus back; so do a press and focus elsewhere, without it. */
function useLeaving(
  open: boolean,
  frame: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  setOpen: (open: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    // A panel that is still empty is passed over by Tab, and stays.
    const onFocus = (event: FocusEvent) => {
      if (event.relatedTarget !== button.current) onPress(event)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
    }
  }, [open, frame, button, setOpen])
}
