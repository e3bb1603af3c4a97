import type pg from 'pg'
import type { Meters, Sample } from '../meters/meters.ts'

/** Tells how busy the pools of database connections are, by the name of what they are for. */
export function tellPools(meters: Meters, pools: Record<string, pg.Pool>): void {
  const of = (read: (pool: pg.Pool) => number) => (): Sample[] =>
    Object.entries(pools).map(([pool, each]) => [{ pool }, read(each)])
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) => meters.gauge(name, help, of(read))
  gauge('paddock_pool_connections', 'Open connections to the database, by pool.', (pool) => pool.totalCount)
  gauge('paddock_pool_connections_idle', 'Those of them that nobody uses.', (pool) => pool.idleCount)
  gauge('paddock_pool_connections_max', 'As many as a pool may open.', (pool) => pool.options.max)
  gauge('paddock_pool_waiting', 'Statements that wait for a connection.', (pool) => pool.waitingCount)
}
