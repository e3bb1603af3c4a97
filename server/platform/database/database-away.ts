import pg from 'pg'
import { busy, Problem, unavailable } from '../problem.ts'

/** Codes of a connection that could not be opened, or broke. */
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
 * SQLSTATEs that mean the database is unavailable: connection faults (08), out of resources (53), shutting down or starting up (57P), a
 * standby that is still read-only (25006), a transaction that the server ended (25P03). Any error that ends a connection or prevents it
 * counts too: a database that accepts no connections answers 55000, one that does not exist yet 3D000.
 */
const AWAY = /^(08|53|57P|25006$|25P03$)/
/** Timed out or lost a conflict with another transaction: rolled back and worth retrying. */
const TURNED_BACK = /^(57014|55P03|40001|40P01)$/

/** The problem to answer for a database fault; null for every fault that is not listed here. */
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
