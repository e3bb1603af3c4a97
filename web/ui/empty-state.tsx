import type { ReactNode } from 'react'

/** Nothing here yet: says what will be here and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="border-t border-line py-12">
      <h2 className="text-lg">{title}</h2>
      {children === undefined ? null : <div className="mt-2 max-w-prose text-slate">{children}</div>}
      {action === undefined ? null : <div className="mt-6">{action}</div>}
    </div>
  )
}
