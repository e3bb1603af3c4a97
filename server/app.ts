import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { ENDPOINTS } from '#contract/all.ts'
import { pageHeads } from './seo/page-heads.ts'
import type { App } from './platform/app.ts'
import { serveHealth } from './platform/health/health.ts'
import { startHeartbeat } from './platform/health/heartbeat.ts'
import { portOf, serveMetrics, type MetricsServer } from './platform/health/metrics-server.ts'
import { openHttp } from './platform/http/http.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import { unwelcome } from './platform/http/unwelcome.ts'
import { answerUnrouted } from './platform/http/wrong-method.ts'
import type { Feature, FeatureHandle } from './platform/feature.ts'
import { answering } from './platform/http/serve.ts'
import { Readings } from './platform/readings.ts'
import { answerEarly } from './fast-path/early.ts'
import { Wire } from './fast-path/wire.ts'
import { SharedAnswers } from './platform/shared/shared-answers.ts'
import { subscribeTerms } from './platform/settings.ts'
import { subscribeShown } from './platform/shared/shown.ts'
import { openWorkerHealth, type WorkerHealth } from './platform/worker-health.ts'
import { FEATURES } from './features.ts'

/** Made when it is first asked for: it takes a while, and few ask. */
let apiDocument: string | null = null

/** The whole server as a value: tests and benchmarks open as many as they need. */
export type RunningServer = {
  http: FastifyInstance
  /** The port that serves metrics, once it does, or null. */
  readonly metricsPort: number | null
  /** Takes requests at `port` (0: any free one) and returns the port. */
  listen(port: number, host: string): Promise<number>
  /**
   * Works in the background without taking requests: the role `worker` only. Serves its health at `port`, if given, and returns the
   * port.
   */
  work(port: number | null, host: string): Promise<number | null>
  /** Reports not ready, takes no more requests, answers the open ones, then stops the features, the jobs and the bus. */
  stop(): Promise<void>
}

/** `webFolder`: the built client; null serves only the API. `more`: features after all others (the demo's). */
export async function openApp(
  app: App,
  webFolder: string | null,
  more: readonly Feature[] = [],
): Promise<RunningServer> {
  const http = openHttp(app.config, app.log, app.meters, app.tracing)
  const shared = new SharedAnswers()
  shared.registerMetrics(app.meters)
  http.decorate('shared', shared)
  http.decorate('wire', new Wire(http, app.config, http.answered))
  http.decorate('readings', new Readings(app.db, app.now))
  subscribeTerms(app)
  subscribeShown(app.bus, shared)
  const handles: FeatureHandle[] = []
  for (const feature of [...FEATURES, ...more]) {
    const handle = await feature.setUp(http, app)
    if (handle !== undefined) handles.push(handle)
  }
  const health = await serveHealth(http, app.pool, app.bus)
  http.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((apiDocument ??= JSON.stringify(openApiDocument(ENDPOINTS)))),
  )
  answerUnrouted(http, ENDPOINTS, webFolder !== null)
  if (webFolder !== null)
    await http.register((scope) => servePages(scope, app.config, webFolder, pageHeads(app, webFolder), shared))
  answerEarly(http, shared, unwelcome(app.config))
  let heartbeat: { stop(): Promise<void> } | null = null
  let door: WorkerHealth | null = null
  let metrics: MetricsServer | null = null
  const begin = async () => {
    for (const handle of handles) await handle.beforeListen?.()
    if (app.config.roles.has('worker')) app.outbox.start()
    if (app.config.metrics !== null) metrics = await serveMetrics(app, app.config.metrics)
  }
  return {
    http,
    async work(port, host) {
      await begin()
      if (port !== null) door = await openWorkerHealth(app, port, host)
      return door?.port ?? null
    },
    get metricsPort() {
      return metrics?.port ?? null
    },
    async listen(port, host) {
      // Lots that were due while no server ran are handled before the first bid is taken; only then does this run count as alive.
      await begin()
      if (app.config.roles.has('api')) heartbeat = await startHeartbeat(app.databaseUrl, app.log)
      await http.listen({ port, host, backlog: 4096 })
      return portOf(http.server)
    },
    async stop() {
      // Load balancers see that the server is stopping before it refuses connections.
      health.drain()
      door?.drain()
      if (app.config.drainMs > 0) await wait(app.config.drainMs)
      const closed = http.close()
      // From here on this process takes no bids: an outage, unless another process takes them.
      const lastBeat = heartbeat?.stop()
      await allAnswered(http)
      for (const handle of handles.toReversed()) await handle.stop?.()
      await cutConnections(http, closed)
      await lastBeat
      await metrics?.stop()
      await app.outbox.stop()
      await app.bus.close()
      await door?.close()
    },
  }
}

/** In ms; longer than a bid may wait for its commit. */
const ANSWER_MS_MAX = 9000
const CUT_AFTER_MS = 1000

/** Answers requests that arrived before the stop, or on connections that are still open. */
async function allAnswered(http: FastifyInstance): Promise<void> {
  const until = performance.now() + ANSWER_MS_MAX
  do await wait(10)
  while (answering(http) > 0 && performance.now() < until)
}

/** Closes idle connections; cuts those whose client does not accept its answer. */
async function cutConnections(http: FastifyInstance, closed: Promise<unknown>): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 20)
  const all = setTimeout(() => http.server.closeAllConnections(), CUT_AFTER_MS)
  await closed
  clearInterval(idle)
  clearTimeout(all)
}
