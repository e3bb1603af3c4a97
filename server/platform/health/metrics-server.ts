import { createServer, type Server } from 'node:http'
import type { MetricsPlace } from '../config/config.ts'
import { watchDatabase } from '../database/database-watch.ts'
import type { App } from '../app.ts'

export type MetricsServer = { port: number; stop(): Promise<void> }

/**
 * Serves Prometheus `GET /metrics` on a separate port: metrics are for operators and must never be reachable on the public port. Throws
 * when the port is taken.
 */
export async function serveMetrics({ meters, pool, log }: App, { port, host }: MetricsPlace): Promise<MetricsServer> {
  meters.watchProcess()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    meters.text().then(
      (body) => response.writeHead(200, { 'content-type': meters.contentType }).end(body),
      (err: unknown) => {
        log.error({ err }, 'could not collect metrics')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const database = watchDatabase(meters, pool, (isAway, awayMs) => {
    if (isAway) log.warn('the database is not responding')
    else log.warn({ awayMs: Math.round(awayMs) }, 'the database is responding again')
  })
  return {
    port: portOf(server),
    async stop() {
      await Promise.all([database.stop(), close(server)])
    },
  }
}

/** The port a server listens on; 0: on none. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
