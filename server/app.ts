import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { ENDPOINTS } from '#contract/all.ts'
import { pageHeads } from './lots/social/page-heads.ts'
import type { House } from './platform/house.ts'
import { serveHealth } from './platform/health/health.ts'
import { startHeartbeat } from './platform/health/heartbeat.ts'
import { lookInside, type Inside } from './platform/health/look-inside.ts'
import { openHttp } from './platform/http/http.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import { unwelcome } from './platform/http/unwelcome.ts'
import { answerUnrouted } from './platform/http/wrong-method.ts'
import type { Room, RoomHandle } from './platform/room.ts'
import { answering } from './platform/http/serve.ts'
import { Readings } from './platform/readings.ts'
import { answerEarly } from './platform/shared/early.ts'
import { SharedAnswers } from './platform/shared/shared-answers.ts'
import { hearTerms } from './platform/settings.ts'
import { hearShown } from './platform/shared/shown.ts'
import { openWorkerDoor, type WorkerDoor } from './platform/worker-door.ts'
import { ROOMS } from './rooms.ts'

/** The whole server as a value: tests and benchmarks open as many as they like. */
export type App = {
  http: FastifyInstance
  /** Where metrics can be read by now, or null. */
  readonly metricsPort: number | null
  /** Takes requests at `port` (0: any free one) and answers the port. */
  listen(port: number, host: string): Promise<number>
  /**
   * Works in the background without taking requests: the role `worker` alone. At `port`, where one is given, it says how it is, and
   * answers the port.
   */
  work(port: number | null, host: string): Promise<number | null>
  /** Is not ready any more, takes no more requests, answers those that are here, then ends the rooms, the jobs and the bus. */
  stop(): Promise<void>
}

/** `webFolder`: the built client; null serves the API alone. `more`: rooms after all others (the demo's). */
export async function openApp(house: House, webFolder: string | null, more: readonly Room[] = []): Promise<App> {
  const http = openHttp(house.config, house.log, house.meters, house.tracing)
  const shared = new SharedAnswers()
  shared.tell(house.meters)
  http.decorate('shared', shared)
  http.decorate('readings', new Readings(house.db, house.now))
  hearTerms(house)
  hearShown(house.bus, shared)
  const handles: RoomHandle[] = []
  for (const room of [...ROOMS, ...more]) {
    const handle = await room.setUp(http, house)
    if (handle !== undefined) handles.push(handle)
  }
  const health = await serveHealth(http, house.pool, house.bus)
  const document = JSON.stringify(openApiDocument(ENDPOINTS))
  http.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
  answerUnrouted(http, ENDPOINTS, webFolder !== null)
  if (webFolder !== null)
    await http.register((scope) => servePages(scope, house.config, webFolder, pageHeads(house), shared))
  answerEarly(http, shared, unwelcome(house.config))
  let heartbeat: { stop(): Promise<void> } | null = null
  let door: WorkerDoor | null = null
  let metrics: Inside | null = null
  const begin = async () => {
    for (const handle of handles) await handle.beforeListen?.()
    if (house.config.roles.has('worker')) house.outbox.start()
    if (house.config.metrics !== null) metrics = await lookInside(house, house.config.metrics)
  }
  return {
    http,
    async work(port, host) {
      await begin()
      if (port !== null) door = await openWorkerDoor(house, port, host)
      return door?.port ?? null
    },
    get metricsPort() {
      return metrics?.port ?? null
    },
    async listen(port, host) {
      // Lots that fell due while no server ran are looked at before the first bid is taken; only then does this run count as alive.
      await begin()
      if (house.config.roles.has('api')) heartbeat = await startHeartbeat(house.databaseUrl, house.log)
      await http.listen({ port, host, backlog: 4096 })
      const address = http.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    async stop() {
      // Who asks whether to send more people here is told no before the door is shut.
      health.drain()
      door?.drain()
      if (house.config.drainMs > 0) await wait(house.config.drainMs)
      const closed = http.close()
      // From here on no bid is taken: time that counts as an outage where no other process takes them.
      const lastBeat = heartbeat?.stop()
      await allAnswered(http)
      for (const handle of handles.toReversed()) await handle.stop?.()
      await cutConnections(http, closed)
      await lastBeat
      await metrics?.stop()
      await house.outbox.stop()
      await house.bus.close()
      await door?.close()
    },
  }
}

/** Longer than a bid may wait for its commit. */
const ANSWER_MS_MAX = 9000
const CUT_AFTER_MS = 1000

/** Requests that came before the end, or on connections still open, get their answers. */
async function allAnswered(http: FastifyInstance): Promise<void> {
  const until = performance.now() + ANSWER_MS_MAX
  do await wait(10)
  while (answering(http) > 0 && performance.now() < until)
}

/** Connections without a request are closed; one whose client does not take its answer is cut. */
async function cutConnections(http: FastifyInstance, closed: Promise<unknown>): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 20)
  const all = setTimeout(() => http.server.closeAllConnections(), CUT_AFTER_MS)
  await closed
  clearInterval(idle)
  clearTimeout(all)
}
