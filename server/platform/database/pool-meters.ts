import type pg from 'pg'
import type { Meters, Reading } from '../meters/meters.ts'

/** Registers metrics of how busy the database pools are, by their names. */
export function registerPoolMetrics(meters: Meters, pools: Record<string, pg.Pool>): void {
  const of = (read: (pool: pg.Pool) => number) => (): Reading =>
    Object.entries(pools).map(([pool, each]) => [{ pool }, read(each)] as const)
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    meters.gauge(name, help, of(read), ['pool'])
  gauge('paddock_pool_connections', 'Open database connections, by pool', (pool) => pool.totalCount)
  gauge('paddock_pool_connections_idle', 'Idle database connections, by pool', (pool) => pool.idleCount)
  gauge('paddock_pool_connections_max', 'Maximum connections, by pool', (pool) => pool.options.max)
  gauge('paddock_pool_waiting', 'Statements waiting for a connection, by pool', (pool) => pool.waitingCount)
}
