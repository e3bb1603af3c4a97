import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'

/** Screens with a bid bar at the lower edge on phones. */
const WITH_BID_BAR = /^\/(lot|vehicle|auction|auctions)\//

/** Stacks what floats over every screen in a lower corner, on phones above a bid bar. */
export function Corner({ side, children }: { side: 'left' | 'right'; children: ReactNode }) {
  const [location] = useLocation()
  return (
    <div
      className={clsx(
        'pointer-events-none fixed flex flex-col gap-2 *:pointer-events-auto print:hidden',
        side === 'left' ? 'inset-x-4 z-30 sm:right-auto sm:w-[26rem]' : 'right-4 z-20 items-end',
        WITH_BID_BAR.test(location) ? 'bottom-32 lg:right-auto lg:bottom-4 lg:left-4' : 'bottom-4',
      )}
    >
      {children}
    </div>
  )
}
