import type { LiveLot } from '#contract/bidding/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useAlarms } from './alarms.ts'

/** Sounds a lot's alarms. Renders nothing, so the ticking clock re-renders only this component. */
export function AlarmWatch({ live }: { live: LiveLot }) {
  useAlarms(live, useServerNow(live.standing.closesAt))
  return null
}
