import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { CloseMark } from './marks.tsx'

export const Sheet = Radix.Root
export const SheetTrigger = Radix.Trigger
export const SheetClose = Radix.Close

const SIDES = {
  bottom: 'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-md border-t pb-[max(1rem,env(safe-area-inset-bottom))]',
  left: 'inset-y-0 left-0 w-[min(22rem,90vw)] border-r',
  right: 'inset-y-0 right-0 w-[min(22rem,90vw)] border-l',
}

/** A panel that slides over the page from one side. Import this file lazily where a press opens it. */
export function SheetContent({
  title,
  side = 'bottom',
  children,
  className,
  ...rest
}: Omit<ComponentProps<typeof Radix.Content>, 'title'> & { title: ReactNode; side?: keyof typeof SIDES }) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
      <Radix.Content
        {...rest}
        aria-describedby={undefined}
        className={clsx('fixed z-50 overflow-y-auto border-line bg-paper p-4 shadow-float', SIDES[side], className)}
      >
        <div className="flex min-h-11 items-center justify-between gap-4">
          <Radix.Title className="text-lg">{title}</Radix.Title>
          <Radix.Close
            aria-label="Close"
            className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-fog"
          >
            <CloseMark />
          </Radix.Close>
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}
