import { fork, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import type { PHOTO_FAILURES } from '#contract/lots/vehicle-photos.ts'
import { newId } from '../id.ts'
import type { Developed } from './recipe.ts'

export type SourceKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'master'
export type PhotoWorkerJob = { id: string; kind: SourceKind; content: Uint8Array; rotation: number }
export type PhotoWorkerAnswer = { id: string } & (
  | { developed: Developed }
  | { fault: 'unreadable' | 'too-many-pixels' }
)
/** `broke-off`: the process ended while working. */
export type PhotoWorkerFault = (typeof PHOTO_FAILURES)[number]

/** Processes pictures one after another, in a process that yields to everything else: bids come first. */
export type PhotoWorker = {
  develop(job: Omit<PhotoWorkerJob, 'id'>, msMax?: number): Promise<Developed | PhotoWorkerFault>
  close(): void
}

/** More than a large photo takes on a slow machine busy with bids. */
const DEVELOP_MS_MAX = 120_000
/** An idle process is ended; the next photo starts another. */
const IDLE_MS = 15_000
/** A third of the CPU share of a normal process: bids hardly notice, and on a busy machine photos still get done. */
const NICE = 5

/** The process's file is next to this one, both as source and as bundle. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './photo-worker-process.ts' : './photo-worker-process.js',
  import.meta.url,
)

/** `program`: a substitute process, for tests. */
export function openPhotoWorker(program: URL = PROGRAM): PhotoWorker {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const one = async (job: Omit<PhotoWorkerJob, 'id'>, msMax: number) => {
    clearTimeout(idle)
    if (child?.connected !== true) child = startProcess(program)
    const answer = await answerOf(child, { id: newId(), ...job }, msMax)
    if (typeof answer === 'string' || 'fault' in answer) end()
    // An idle worker does not keep the server from exiting.
    else idle = setTimeout(end, IDLE_MS).unref()
    if (typeof answer === 'string') return answer
    return 'fault' in answer ? answer.fault : answer.developed
  }
  return {
    develop(job, msMax = DEVELOP_MS_MAX) {
      const next = last.then(() => one(job, msMax))
      last = next.catch(() => undefined)
      return next
    },
    close: end,
  }
}

function startProcess(program: URL): ChildProcess {
  const child = fork(program, [], { serialization: 'advanced', execArgv: [], env: {}, stdio: 'ignore' })
  // An error between two jobs, such as a signal that can't be sent, must not end the server.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  // Before its threads start: each inherits the priority.
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICE)
  } catch {
    // Where that is not permitted, the system's default priority applies.
  }
}

async function answerOf(
  child: ChildProcess,
  job: PhotoWorkerJob,
  msMax: number,
): Promise<PhotoWorkerAnswer | PhotoWorkerFault> {
  const answered = Promise.withResolvers<PhotoWorkerAnswer | PhotoWorkerFault>()
  const timer = setTimeout(() => answered.resolve('too-slow'), msMax)
  const take = (answer: PhotoWorkerAnswer) => answered.resolve(answer.id === job.id ? answer : 'broke-off')
  const ended = () => answered.resolve('broke-off')
  child.on('message', take).on('exit', ended).on('error', ended)
  child.send(job, (error) => {
    if (error !== null) ended()
  })
  const answer = await answered.promise
  clearTimeout(timer)
  child.off('message', take).off('exit', ended).off('error', ended)
  return answer
}
