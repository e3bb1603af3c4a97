import type { Fault } from './fault.ts'
import { PROCESS_FAULTS } from './processes.ts'

/** Everything that the house survives, in the order of the quality page. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS]
