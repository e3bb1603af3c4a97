import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { CloseMark } from './marks.tsx'

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger
export const DialogClose = Radix.Close

/** The window itself, with its title; `description` is read out with it. Import this file lazily where a press opens it. */
export function DialogContent({
  title,
  description,
  children,
  className,
  ...rest
}: Omit<ComponentProps<typeof Radix.Content>, 'title'> & { title: ReactNode; description?: ReactNode }) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
      <Radix.Content
        {...rest}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        className={clsx(
          'fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-line bg-paper p-6 shadow-float',
          className,
        )}
      >
        <Radix.Title className="pr-10 text-lg">{title}</Radix.Title>
        {description === undefined ? null : (
          <Radix.Description className="mt-2 text-slate">{description}</Radix.Description>
        )}
        <div className="mt-4">{children}</div>
        <Radix.Close
          aria-label="Close"
          className="absolute top-3 right-3 inline-flex size-11 items-center justify-center rounded-md hover:bg-fog"
        >
          <CloseMark />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
}
