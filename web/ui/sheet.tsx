import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { CloseButton, Modal } from './modal.tsx'

const SIDES = {
  bottom: 'mt-auto max-h-[92dvh] w-full rounded-t-md border-t pb-[max(1rem,env(safe-area-inset-bottom))]',
  left: 'h-dvh max-h-none w-[min(22rem,90vw)] border-r',
}

/** A panel that slides over the page from one side while it is rendered. Import this file lazily where a press opens it. */
export function Sheet({
  title,
  side = 'bottom',
  onClose,
  children,
}: {
  title: ReactNode
  side?: keyof typeof SIDES
  onClose(): void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={id}
      className={clsx('max-w-none overflow-y-auto overscroll-contain p-4', SIDES[side])}
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <CloseButton onClose={onClose} className="-mr-2" />
      </div>
      {children}
    </Modal>
  )
}
