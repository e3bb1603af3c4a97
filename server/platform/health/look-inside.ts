import { createServer, type Server } from 'node:http'
import type { MetricsPlace } from '../config/config-seeing.ts'
import { watchDatabase } from '../database/database-watch.ts'
import type { House } from '../house.ts'

export type Inside = { port: number; stop(): Promise<void> }

/**
 * Lets Prometheus look, at `GET /metrics` on a port of its own: what can be read there is meant for operators, so it is never served
 * where people come in. Throws where the port is taken.
 */
export async function lookInside({ meters, pool, log }: House, { port, host }: MetricsPlace): Promise<Inside> {
  const { metricsText } = await import('../meters/metrics-text.ts')
  const text = metricsText(meters)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    text.read().then(
      (body) => response.writeHead(200, { 'content-type': text.contentType }).end(body),
      (err: unknown) => {
        log.error({ err }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const database = watchDatabase(meters, pool, (isAway, awayMs) => {
    if (isAway) log.warn('the database does not answer')
    else log.warn({ awayMs: Math.round(awayMs) }, 'the database answers again')
  })
  return {
    port: portOf(server),
    async stop() {
      await Promise.all([database.stop(), close(server)])
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
