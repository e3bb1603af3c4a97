import type { LiveLot } from '#contract/bidding/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useAlarms } from './alarms.ts'

/** Sounds a lot's alarms. `isLive`: in a live auction. Renders nothing, so the ticking clock re-renders only this component. */
export function AlarmWatch({ live, isLive = false }: { live: LiveLot; isLive?: boolean }) {
  useAlarms(live, useServerNow(live.standing.closesAt), isLive)
  return null
}
