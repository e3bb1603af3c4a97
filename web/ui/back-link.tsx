import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link back to the list that the page belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="inline-flex min-h-11 items-center wrap-anywhere text-link">
      {children}
    </Link>
  )
}
