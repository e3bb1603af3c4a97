import type { House } from './house.ts'
import type { RoomHandle } from './room.ts'

export const HOUR_MS = 3_600_000

/**
 * Work that a room does again and again, in processes with the role `worker`: every `everyMs`, and once at the start. Runs never
 * overlap in a process; they may between processes, so the work must bear that. A failure is logged, and the next run tries again.
 */
export function chore(house: House, name: string, everyMs: number, work: () => Promise<void>): RoomHandle {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  const run = () => {
    running ??= work()
      .catch((err: unknown) => house.log.error({ err, chore: name }, 'a chore failed and will be tried again'))
      .finally(() => (running = null))
  }
  return {
    beforeListen() {
      if (!house.config.roles.has('worker')) return Promise.resolve()
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
