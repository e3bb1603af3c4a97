import { lazy, Suspense } from 'react'
import { barrier } from '#contract/access.ts'
import type { User } from '#contract/accounts.ts'
import { Optional } from './optional.tsx'

const PowerBadge = lazy(() => import('../bidding/power-badge.tsx'))

/** The buying power of who may bid. Support looks at no commitments. */
export function Power({ user }: { user: User }) {
  if (barrier(user, 'complete') !== null || user.support !== null) return null
  return (
    <Optional>
      <Suspense fallback={null}>
        <PowerBadge />
      </Suspense>
    </Optional>
  )
}
