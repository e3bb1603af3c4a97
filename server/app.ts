import type { FastifyInstance } from 'fastify'
import { ENDPOINTS } from '#contract/all.ts'
import type { House } from './platform/house.ts'
import { startHeartbeat } from './platform/heartbeat.ts'
import { openHttp } from './platform/http.ts'
import { openApiDocument } from './platform/openapi.ts'
import { servePages } from './platform/pages.ts'
import { notFound } from './platform/problem.ts'
import type { Room, RoomHandle } from './platform/room.ts'
import { API_HEADERS } from './platform/serve.ts'
import { ROOMS } from './rooms.ts'

/** The whole server as a value: tests and benchmarks open as many as they like. */
export type App = {
  http: FastifyInstance
  /** Takes requests at `port` (0: any free one) and answers the port. */
  listen(port: number, host: string): Promise<number>
  /** Drains requests, then the rooms, the jobs and the bus. */
  stop(): Promise<void>
}

/** `webFolder`: the built client; null serves the API alone. `more`: rooms after all others (the demo's). */
export async function openApp(house: House, webFolder: string | null, more: readonly Room[] = []): Promise<App> {
  const http = openHttp(house.config, house.log)
  const handles: RoomHandle[] = []
  for (const room of [...ROOMS, ...more]) {
    const handle = await room.setUp(http, house)
    if (handle !== undefined) handles.push(handle)
  }
  const document = JSON.stringify(openApiDocument(ENDPOINTS))
  http.get('/api/openapi.json', (_request, reply) =>
    reply.headers(API_HEADERS).type('application/json; charset=utf-8').send(document),
  )
  http.all('/api/*', () => {
    throw notFound('this endpoint')
  })
  if (webFolder !== null) await http.register((scope) => servePages(scope, house.config, webFolder))
  let heartbeat: { stop(): Promise<void> } | null = null
  return {
    http,
    async listen(port, host) {
      // Lots that fell due while no server ran are looked at before the first bid is taken; only then does this run count as alive.
      for (const handle of handles) await handle.beforeListen?.()
      if (house.config.roles.has('worker')) house.outbox.start()
      if (house.config.roles.has('api')) heartbeat = await startHeartbeat(house.pool, house.log)
      await http.listen({ port, host, backlog: 4096 })
      const address = http.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    async stop() {
      await http.close()
      for (const handle of handles.toReversed()) await handle.stop?.()
      await heartbeat?.stop()
      await house.outbox.stop()
      await house.bus.close()
    },
  }
}
