import Fastify from 'fastify'
import { serveHealth } from './health/health.ts'
import type { House } from './house.ts'
import { sendError } from './http/http.ts'
import { notFound } from './problem.ts'

export type WorkerDoor = {
  port: number
  /** From now on it says that this process is not ready. */
  drain(): void
  close(): Promise<void>
}

/**
 * What a process answers that works behind the scenes: `/healthz` and `/readyz`, for who starts and watches it, and nothing else.
 * Throws where the port is taken.
 */
export async function openWorkerDoor(house: House, port: number, host: string): Promise<WorkerDoor> {
  const http = Fastify({ forceCloseConnections: true })
  http.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply))
  http.setNotFoundHandler(() => {
    throw notFound('this page')
  })
  const health = await serveHealth(http, house.pool, house.bus)
  await http.listen({ port, host })
  const address = http.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    drain: () => health.drain(),
    close: () => http.close(),
  }
}
