import type { StaffTopic } from '#contract/staff-lists.ts'
import type { Bus } from './bus/bus.ts'

/**
 * The topic of hints that say which list of the administration changed, and nothing else. Tables with the trigger `tells_staff` send them
 * by themselves.
 */
export const STAFF_LIST = 'staff-list'

/** For lists without a trigger, because their tables are written too often or by bids: call after the commit. */
export function staffListChanged({ bus }: { bus: Bus }, topic: StaffTopic): void {
  bus.publish(STAFF_LIST, topic)
}
