import type { App } from './app.ts'
import type { FeatureHandle } from './feature.ts'
import { perApp } from './per-app.ts'

export const HOUR_MS = 3_600_000

/** What a job needs of the app. */
type JobApp = Pick<App, 'log'> & { config: Pick<App['config'], 'roles'> }

const runsOf = perApp<Map<string, () => Promise<void>>, JobApp>(() => new Map())

/**
 * Runs a feature's recurring work in processes with the role `worker`: once at the start, then every `everyMs`. Runs never overlap
 * within a process but may overlap between processes, so the work must tolerate that. A failure is logged, and the next run tries again.
 */
export function job(app: JobApp, name: string, everyMs: number, work: () => Promise<void>): FeatureHandle {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  const run = () => {
    const done = work()
    running = done
      .catch((err: unknown) => app.log.error({ err, job: name }, 'a job failed and will be retried'))
      .finally(() => (running = null))
    return done
  }
  const runByClock = () => {
    if (running === null) void run()
  }
  runsOf(app).set(name, async () => {
    while (running !== null) await running
    await run()
  })
  return {
    beforeListen() {
      if (!app.config.roles.has('worker')) return Promise.resolve()
      timer = setInterval(runByClock, everyMs)
      runByClock()
      return Promise.resolve()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await running
    },
  }
}

/**
 * Runs a job now, whatever this process's roles: after its run in progress, and with no run of its clock meanwhile. What was due before
 * the call has been handled when it returns. For tests; throws what the work throws.
 */
export async function runJob(app: JobApp, name: string): Promise<void> {
  const run = runsOf(app).get(name)
  if (run === undefined) throw new Error(`There is no job '${name}'`)
  await run()
}

/** Runs each of the app's jobs once, as `runJob` does: what was due before the call has been handled when it returns. For tests. */
export async function runJobs(app: JobApp): Promise<void> {
  for (const run of runsOf(app).values()) await run()
}
