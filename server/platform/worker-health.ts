import Fastify from 'fastify'
import { serveHealth } from './health/health.ts'
import type { App } from './app.ts'
import { sendError } from './http/http.ts'
import { notFound } from './problem.ts'

export type WorkerHealth = {
  port: number
  /** From now on it reports that this process is not ready. */
  drain(): void
  close(): Promise<void>
}

/**
 * The health endpoints of a background process: `/healthz` and `/readyz`, for supervisors, and nothing else. Throws when the port is
 * taken.
 */
export async function openWorkerHealth(app: App, port: number, host: string): Promise<WorkerHealth> {
  const http = Fastify({ forceCloseConnections: true })
  http.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply))
  http.setNotFoundHandler(() => {
    throw notFound('this page')
  })
  const health = await serveHealth(http, app.pool, app.bus)
  await http.listen({ port, host })
  const address = http.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    drain: () => health.drain(),
    close: () => http.close(),
  }
}
