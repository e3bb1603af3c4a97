import pg from 'pg'
import { busy, Problem, unavailable } from '../problem.ts'

/** Of a connection that could not be made, or broke. */
const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Faults of the driver and its pool that have no code. */
const UNNAMED =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * SQLSTATEs of a database that is not there for us: connection faults (08), out of resources (53), shutting down or starting up (57P),
 * a standby that does not write yet (25006), and one whose transaction it ended itself (25P03). Besides, whatever ends the connection
 * or never let it begin: a database that takes no connections says 55000, one that is not there yet 3D000.
 */
const AWAY = /^(08|53|57P|25006$|25P03$)/
/** Took too long, or lost against somebody else: rolled back, and worth another try. */
const TURNED_BACK = /^(57014|55P03|40001|40P01)$/

/** The problem that a fault of the database is for who sent the request; null for every other fault. */
export function databaseProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError || /^[0-9A-Z]{5}$/.test(code)) {
    if (AWAY.test(code) || endsConnection(error)) return unavailable()
    return TURNED_BACK.test(code) ? busy(1) : null
  }
  return BROKEN.has(code) || UNNAMED.test(error.message) ? unavailable() : null
}

function endsConnection(error: Error): boolean {
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')
}
