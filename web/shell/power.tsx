import { lazy, Suspense } from 'react'
import { barrier } from '#contract/access.ts'
import type { User } from '#contract/accounts.ts'
import { useMediaQuery } from '../ui/media-query.ts'
import { Optional } from './optional.tsx'

const PowerBadge = lazy(() => import('../bidding/power/power-badge.tsx'))

/** On a phone the header has no room for it: there it stands beside the bid box and above one's bids. */
const ROOMY = '(min-width: 40rem)'

/** The buying power of who may bid. Support looks at no commitments. */
export function Power({ user }: { user: User }) {
  const isRoomy = useMediaQuery(ROOMY)
  if (!isRoomy || barrier(user, 'complete') !== null || user.support !== null) return null
  return (
    <Optional>
      <Suspense fallback={null}>
        <PowerBadge />
      </Suspense>
    </Optional>
  )
}
