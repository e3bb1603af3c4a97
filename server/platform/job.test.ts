import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { job, runJob } from './job.ts'

function openJob(work: () => Promise<void>) {
  const app = { config: { roles: new Set(['worker'] as const) }, log: pino({ level: 'silent' }) }
  return { app, clock: job(app, 'count', 1000, work) }
}

test('a job run by hand waits for the run of its clock, and its clock does not run meanwhile', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const { app, clock } = openJob(work)
  await clock.beforeListen?.()
  const byHand = runJob(app, 'count')
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]!()
  await byHand
  await clock.stop?.()
  vi.useRealTimers()
})

test('a job run by hand throws what its work throws; one that does not exist is named', async () => {
  const { app, clock } = openJob(() => Promise.reject(new Error('no connection')))
  await expect(runJob(app, 'count')).rejects.toThrow('no connection')
  await expect(runJob(app, 'other')).rejects.toThrow("There is no job 'other'")
  await clock.stop?.()
})
