import type { Fault } from './fault.ts'
import { DATABASE_FAULTS } from './databases.ts'
import { PROCESS_FAULTS } from './processes.ts'

/** Everything that the house survives, in the order of the quality page. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...DATABASE_FAULTS]
