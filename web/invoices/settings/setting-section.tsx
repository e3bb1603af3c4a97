import { type ReactNode, useEffect, useRef } from 'react'
import type { MoneySettings } from '#contract/invoices/company-settings.ts'
import { t, translated } from '#web/platform/language/text.ts'

/** The settings being edited. `faultOf`: the server's error for a field, by its name. */
export type Draft = {
  settings: MoneySettings
  currency: string
  set: (changes: Partial<MoneySettings>) => void
  faultOf: (field: string) => string | undefined
}

/** The titles of the sections by their ids, in the order of the form; links to `#id` scroll there. */
export const sectionTitles = () => ({
  membership: t`Membership`,
  brand: t`Brand`,
  place: t`Currency and time zone`,
  increments: t`Bid increments`,
  fees: t`Buyer’s premium`,
  'fixed-fees': t`Fixed fees`,
  tax: t`Tax`,
  due: t`Due dates, late fee and storage`,
  times: t`Bidding times`,
  retention: t`Identity documents`,
  bank: t`Bank account`,
  company: t`On every invoice`,
})

/** A section of the form: its subject, what it means, and its errors as a whole. */
export function Section({
  id,
  lead,
  fault,
  children,
}: {
  id: keyof ReturnType<typeof sectionTitles>
  lead: string
  fault?: string
  children: ReactNode
}) {
  const section = useRef<HTMLElement>(null)
  // The form arrives after the page, so the browser finds nothing to scroll to on its own.
  useEffect(() => {
    if (location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section ref={section} id={id} className="border-t border-line pt-6 pb-8">
      <h2 className="text-lg">{sectionTitles()[id]}</h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">{lead}</p>
      {children}
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {translated(fault)}
        </p>
      )}
    </section>
  )
}

/** Fields side by side where there is space. */
export const ROW = 'grid gap-4 sm:grid-cols-2'
