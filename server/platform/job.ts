import type { App } from './app.ts'
import type { FeatureHandle } from './feature.ts'

export const HOUR_MS = 3_600_000

/**
 * Runs a feature's recurring work in processes with the role `worker`: once at the start, then every `everyMs`. Runs never overlap
 * within a process but may overlap between processes, so the work must tolerate that. A failure is logged, and the next run tries again.
 */
export function job(app: App, name: string, everyMs: number, work: () => Promise<void>): FeatureHandle {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  const run = () => {
    running ??= work()
      .catch((err: unknown) => app.log.error({ err, job: name }, 'a job failed and will be retried'))
      .finally(() => (running = null))
  }
  return {
    beforeListen() {
      if (!app.config.roles.has('worker')) return Promise.resolve()
      timer = setInterval(run, everyMs)
      run()
      return Promise.resolve()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await running
    },
  }
}
