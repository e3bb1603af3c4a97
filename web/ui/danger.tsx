import type { ReactNode } from 'react'

/** Actions that take something away: apart from the ordinary ones before them, and in the color of what is lost. */
export function Danger({ children }: { children: ReactNode }) {
  return (
    // A filled button, which confirms, has its own color; a form in place of the button needs the whole width.
    <span className="inline-flex flex-wrap items-center gap-2 border-line max-sm:w-full max-sm:border-t max-sm:pt-2 sm:border-l sm:border-edge sm:pl-3 sm:first:border-l-0 sm:first:pl-0 has-[form]:w-full has-[form]:border-l-0 has-[form]:pl-0 [&>button:not(.bg-outbid)]:text-outbid">
      {children}
    </span>
  )
}
