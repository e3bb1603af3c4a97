import type { StaffTopic } from '#contract/platform/staff-lists.ts'
import type { Bus } from './bus/bus.ts'

/**
 * The topic of hints that name a changed administration list, and carry nothing else. Tables with the trigger `tells_staff` send them
 * automatically.
 */
export const STAFF_LIST = 'staff-list'

/** For lists without a trigger, whose tables are written too often or by bids: call after the commit. */
export function staffListChanged({ bus }: { bus: Bus }, topic: StaffTopic): void {
  bus.publish(STAFF_LIST, topic)
}
