import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

/** One section of the profile under its heading. `id` is the link target. */
export function ProfileSection({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className="scroll-mt-6">
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
      {lead === undefined ? null : <p className="mt-2 text-slate">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** A named fact with its actions. */
export function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 border-t border-line py-3 sm:grid-cols-[9rem_1fr_auto]">
      <dt className="text-slate max-sm:col-span-2 max-sm:text-xs">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
      {action === undefined ? null : <dd className="-my-1.5">{action}</dd>}
    </div>
  )
}

/** The frame of a form that opens in place; its first field gets the focus. */
export function OpenForm({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus()
  }, [])
  return (
    <div ref={frame} role="group" aria-label={label} className="my-3 rounded-md bg-fog p-4 sm:p-6">
      {children}
    </div>
  )
}

/** The submit and cancel buttons of such a form. */
export function FormEnd({
  busy,
  action,
  busyAction,
  destructive = false,
  onCancel,
}: {
  busy: boolean
  action: string
  busyAction: string
  destructive?: boolean
  onCancel: () => void
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant={destructive ? 'destructive' : 'default'} aria-disabled={busy}>
        {busy ? busyAction : action}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </div>
  )
}
