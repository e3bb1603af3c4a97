import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** A table that scrolls sideways in its own box on narrow screens. `caption` names it for screen readers. */
export function Table({
  caption,
  dense = false,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: ReactNode; dense?: boolean }) {
  return (
    // A box that scrolls must be reachable by keyboard.
    <div
      // Positioned: the caption is hidden by position, and would otherwise widen the page instead of this box.
      className="relative overflow-x-auto"
      role="region"
      aria-label={typeof caption === 'string' ? caption : undefined}
      tabIndex={0}
    >
      <table
        {...rest}
        className={clsx(
          'tabular w-full border-collapse text-left',
          '[&_td]:border-t [&_td]:border-line [&_td]:align-top [&_th]:align-bottom [&_thead_th]:text-xs [&_thead_th]:font-semibold [&_thead_th]:text-slate',
          dense
            ? 'text-xs [&_td]:px-2 [&_td]:py-1.5 [&_th]:px-2 [&_th]:py-1.5'
            : '[&_td]:px-3 [&_td]:py-3 [&_th]:px-3 [&_th]:py-2',
          className,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}
