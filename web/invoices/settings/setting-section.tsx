import type { ReactNode } from 'react'
import type { MoneySettings } from '#contract/house-settings.ts'

/** The settings as they are being changed. `faultOf`: what the house says of a field, by its name. */
export type Draft = {
  settings: MoneySettings
  currency: string
  set: (changes: Partial<MoneySettings>) => void
  faultOf: (field: string) => string | undefined
}

/** A part of the form: what it is about, what it means, and what is wrong with it as a whole. */
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

/** Fields beside each other where there is room. */
export const ROW = 'grid gap-4 sm:grid-cols-2'
