import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'

/** Screens with a bid panel at the right of wide windows: everything floats at the left of them. */
const WITH_SIDE_PANEL = /^\/(lot|vehicle)\//

/**
 * What floats over every screen in the lower corners, one above the other on phones, and never over a bar at the lower edge. The frame
 * is as high as the window whatever it holds: what comes later is added on top, and nothing that is there moves for it.
 */
export function Corners({ left, right }: { left: ReactNode; right: ReactNode }) {
  const [location] = useLocation()
  const beside = WITH_SIDE_PANEL.test(location)
  return (
    <div
      data-above-bar
      className={clsx(
        'pointer-events-none fixed inset-x-4 top-0 lg:inset-x-1.5 bottom-[calc(1rem+var(--bottom-bar))] z-20 flex flex-col-reverse gap-2 sm:flex-row sm:items-end print:hidden',
        beside && 'lg:flex-col-reverse lg:items-start',
      )}
    >
      <div className="flex flex-col-reverse gap-2 *:pointer-events-auto empty:hidden max-sm:contents sm:w-[26rem]">
        {left}
      </div>
      <div
        className={clsx(
          // Where they stand one above the other, this is the lower one: what comes later at the left does not push it up.
          'flex flex-col items-end gap-2 *:pointer-events-auto max-sm:-order-1',
          beside && 'lg:-order-1',
          beside ? 'max-lg:ml-auto lg:items-start' : 'ml-auto',
        )}
      >
        {right}
      </div>
    </div>
  )
}
