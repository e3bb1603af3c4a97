import type { ReactNode } from 'react'
import { NextMark } from './marks.tsx'

/** A part of a page that few readers need: its heading opens it. Printed open. */
export function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <NextMark className="size-4 rotate-90 group-open:-rotate-90 print:hidden" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
