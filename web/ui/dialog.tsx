import clsx from 'clsx'
import { createContext, type ReactNode, use, useId } from 'react'
import { Button } from './button.tsx'
import { CloseButton, Modal } from './modal.tsx'

const Closing = createContext<() => void>(() => {})

/**
 * A modal dialog with its title; `description` is read out with it. The owner closes it by no longer rendering it. Import this file lazily
 * where a press opens it.
 */
export function Dialog({
  onClose,
  title,
  description,
  children,
  className,
}: {
  onClose(): void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  className?: string
}) {
  // Buttons call it with their event, which is no argument of `onClose`.
  const close = () => onClose()
  const id = useId()
  return (
    <Modal
      onClose={close}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      className={clsx(
        'm-auto max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-md border p-6',
        className,
      )}
    >
      <h2 id={`${id}-title`} className="pr-10 text-lg">
        {title}
      </h2>
      {description === undefined ? null : (
        <p id={`${id}-description`} className="mt-2 text-slate">
          {description}
        </p>
      )}
      <Closing value={close}>
        <div className="mt-4">{children}</div>
      </Closing>
      <CloseButton onClose={close} className="absolute top-3 right-3" />
    </Modal>
  )
}

/** Cancels without any change. */
export function DialogClose({ children }: { children: ReactNode }) {
  return (
    <Button variant="outline" onClick={use(Closing)}>
      {children}
    </Button>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
}
