import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { type ComponentProps, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CloseMark } from './marks.tsx'

/**
 * The browser's native modal dialog: it traps the focus, makes the rest of the page inert, closes with Escape and
 * restores the focus. It sets no inline styles, which the content security policy forbids; `tokens.css` locks
 * scrolling. Escape and a press outside the dialog call `onClose`; the owner closes it by no longer rendering it.
 */
export function Modal({ onClose, className, ...rest }: Omit<ComponentProps<'dialog'>, 'open'> & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The focus returns only from a dialog that is closed before it is removed from the page.
    return () => shown?.close()
  }, [])

  function onPress(event: PointerEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && isBeside(event)) onClose()
  }

  // Outside any table, form or line of small type that contains the opener.
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className={clsx('border-line bg-paper text-sm text-ink shadow-float backdrop:bg-black/50', className)}
      onPointerDown={onPress}
      onCancel={(event) => {
        // A file input inside sends its own `cancel` event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    />,
    document.body,
  )
}

/** The backdrop belongs to the dialog: only the position of a press tells them apart. */
function isBeside({ currentTarget, clientX, clientY }: PointerEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

export function CloseButton({ onClose, className }: { onClose(): void; className: string }) {
  return (
    <button
      type="button"
      aria-label={t`Close`}
      className={clsx('inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-fog', className)}
      onClick={onClose}
    >
      <CloseMark />
    </button>
  )
}
