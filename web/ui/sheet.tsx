import { type ReactNode, useId } from 'react'
import { CloseButton, Modal } from './modal.tsx'

/**
 * A panel that slides over the page from below while it is rendered. Import this file lazily where a press opens it. The padding of its
 * scrolling keeps the focus above a button that stays at its lower edge.
 */
export function Sheet({ title, onClose, children }: { title: ReactNode; onClose(): void; children: ReactNode }) {
  const id = useId()
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={id}
      className="mt-auto max-h-[92dvh] w-full max-w-none scroll-pb-24 overflow-y-auto overscroll-contain rounded-t-md border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
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
