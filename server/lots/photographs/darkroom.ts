import { fork, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import type { PHOTOGRAPH_FAILURES } from '#contract/photographs.ts'
import { newId } from '#server/platform/id.ts'
import type { Developed } from './recipe.ts'

export type SourceKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'master'
export type DarkroomJob = { id: string; kind: SourceKind; content: Uint8Array; rotation: number }
export type DarkroomAnswer = { id: string } & ({ developed: Developed } | { fault: 'unreadable' | 'too-many-pixels' })
/** `broke-off`: the process ended under it. */
export type DarkroomFault = (typeof PHOTOGRAPH_FAILURES)[number]

/** Makes pictures ready, one after another, in a process that yields to everything else: bids come first. */
export type Darkroom = {
  develop(job: Omit<DarkroomJob, 'id'>, msMax?: number): Promise<Developed | DarkroomFault>
  close(): void
}

/** More than a large photograph takes on a slow machine that is busy with bids. */
const DEVELOP_MS_MAX = 120_000
/** An idle process is let go; the next photograph starts another. */
const IDLE_MS = 15_000
/** A third of the share of what is not so: bids hardly feel it, and on a busy machine a photograph is ready all the same. */
const NICE = 5

/** The process lies beside this file: as a source among sources, as a bundle among bundles. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './darkroom-process.ts' : './darkroom-process.js',
  import.meta.url,
)

/** `program`: another one, for tests. */
export function openDarkroom(program: URL = PROGRAM): Darkroom {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const one = async (job: Omit<DarkroomJob, 'id'>, msMax: number) => {
    clearTimeout(idle)
    if (child?.connected !== true) child = startProcess(program)
    const answer = await answerOf(child, { id: newId(), ...job }, msMax)
    if (typeof answer === 'string' || 'fault' in answer) end()
    // A process with nothing to do holds no program back from ending.
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
  child.unref()
  child.channel?.unref()
  // At once, before its threads begin: each inherits it.
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICE)
  } catch {
    // Where that is not permitted, the system shares as it likes.
  }
}

async function answerOf(child: ChildProcess, job: DarkroomJob, msMax: number): Promise<DarkroomAnswer | DarkroomFault> {
  const answered = Promise.withResolvers<DarkroomAnswer | DarkroomFault>()
  const timer = setTimeout(() => answered.resolve('too-slow'), msMax)
  const take = (answer: DarkroomAnswer) => answered.resolve(answer.id === job.id ? answer : 'broke-off')
  const ended = () => answered.resolve('broke-off')
  child.on('message', take).on('exit', ended).on('error', ended)
  child.send(job, (error) => {
    if (error !== null) ended()
  })
  const answer = await answered.promise
  clearTimeout(timer)
  child.off('message', take).off('exit', ended)
  return answer
}
