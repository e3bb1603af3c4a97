import type { ReactNode } from 'react'

/** A short fact on a photo, as if chalked on the windshield. Its parent is positioned; it lies along the lower edge. */
export function Chalk({ children }: { children: ReactNode }) {
  return (
    <span className="absolute print:hidden inset-x-0 bottom-0 block bg-black/60 px-3 py-1.5 text-xs font-bold tracking-[0.12em] text-white uppercase [font-stretch:125%]">
      {children}
    </span>
  )
}
