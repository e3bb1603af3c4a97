import { CLIENT_FAULTS } from './clients.ts'
import { CLOSING_FAULTS } from './closing.ts'
import { DATABASE_FAULTS } from './databases.ts'
import type { Fault } from './fault.ts'
import { MACHINE_FAULTS } from './machine.ts'
import { PARTNER_FAULTS } from './partners.ts'
import { PROCESS_FAULTS } from './processes.ts'
import { RELEASE_FAULTS } from './releases.ts'

/** Everything that the house survives. */
export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...DATABASE_FAULTS,
  ...MACHINE_FAULTS,
  ...CLIENT_FAULTS,
  ...CLOSING_FAULTS,
  ...PARTNER_FAULTS,
  ...RELEASE_FAULTS,
]
