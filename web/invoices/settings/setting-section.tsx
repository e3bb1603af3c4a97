import type { ReactNode } from 'react'
import type { MoneySettings } from '#contract/invoices/company-settings.ts'

/** The settings being edited. `faultOf`: the server's error for a field, by its name. */
export type Draft = {
  settings: MoneySettings
  currency: string
  set: (changes: Partial<MoneySettings>) => void
  faultOf: (field: string) => string | undefined
}

/** A section of the form: its subject, what it means, and its errors as a whole. */
export function Section({
  title,
  lead,
  fault,
  children,
}: {
  title: string
  lead: string
  fault?: string
  children: ReactNode
}) {
  return (
    <section className="border-t border-line pt-6 pb-8">
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
