import type { LiveLot } from '#contract/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useAlarms } from './alarms.ts'

/** Sounds the alarms of a lot; draws nothing, so that the ticking clock redraws nothing but this. */
export function AlarmWatch({ live }: { live: LiveLot }) {
  useAlarms(live, useServerNow(live.standing.closesAt))
  return null
}
