import { type ReactNode, useEffect, useRef } from 'react'
import type { MoneySettings } from '#contract/invoices/company-settings.ts'

/** The settings being edited. `faultOf`: the server's error for a field, by its name. */
export type Draft = {
  settings: MoneySettings
  currency: string
  set: (changes: Partial<MoneySettings>) => void
  faultOf: (field: string) => string | undefined
}

/** A section of the form: its subject, what it means, and its errors as a whole. `id`: links to `#id` scroll here. */
export function Section({
  id,
  title,
  lead,
  fault,
  children,
}: {
  id?: string
  title: string
  lead: string
  fault?: string
  children: ReactNode
}) {
  const section = useRef<HTMLElement>(null)
  // The form arrives after the page, so the browser finds nothing to scroll to on its own.
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section ref={section} id={id} className="border-t border-line pt-6 pb-8">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">{lead}</p>
      {children}
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
    </section>
  )
}

/** Fields side by side where there is space. */
export const ROW = 'grid gap-4 sm:grid-cols-2'
