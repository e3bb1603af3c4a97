import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { busy } from '#server/platform/problem.ts'
import { createTurns } from '#server/platform/turns.ts'

/** What a worker is given. `memoryMax`: bytes that a decoder may have. `edge`: pixels of the longer edge of a drawn page. */
export type DecodeJob = {
  kind: 'heic' | 'pdf'
  content: Uint8Array
  pixelsMax: number
  pagesMax: number
  edge: number
  memoryMax: number
}
/** Plain pixels, four bytes each: red, green, blue, alpha. */
export type Raster = { width: number; height: number; data: Uint8Array }
export type DecodeFault = 'unreadable' | 'locked' | 'too-many-pages' | 'too-many-pixels' | 'too-slow'
export type Decoded = { pages: Raster[] } | { fault: DecodeFault }

/** More than any honest document takes on a slow machine. */
const DECODE_MS_MAX = 15_000
const MEMORY_MAX = 1024 * 1024 * 1024
/** One at a time: bids need the other cores. */
const inTurn = createTurns({ atOnce: 1, waitingMax: 12 })
/** A document that takes longer gives its turn to the next and goes on beside it. */
const TURN_MS = 3000
/** So many of them at once; one more is turned away, so that slow documents never hold up the others. */
const SLOW_AT_ONCE_MAX = 1
let slowOnes = 0

/** The worker lies beside this file: as a source among sources, as a bundle among bundles. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './decode-worker.ts' : './decode-worker.js', import.meta.url)

/**
 * Decodes in a thread of its own, without the house's environment, and ends the thread whatever comes of it. Faults of the file
 * are answered; throws `busy` when too many wait, or take long.
 */
export async function decode(
  job: Omit<DecodeJob, 'memoryMax'>,
  msMax = DECODE_MS_MAX,
  turnMs = TURN_MS,
): Promise<Decoded> {
  const begun = await inTurn(() => begin({ ...job, memoryMax: MEMORY_MAX }, msMax, turnMs))
  return begun.decoded
}

/** Decodes as long as its turn lasts; `decoded` may be still to come. */
async function begin(job: DecodeJob, msMax: number, turnMs: number): Promise<{ decoded: Promise<Decoded> }> {
  const giveUp = new AbortController()
  const decoded = inThread(job, msMax, giveUp.signal)
  const isOver = decoded.then(
    () => true,
    () => true,
  )
  if (await Promise.race([isOver, wait(turnMs, false, { ref: false })])) return { decoded }
  if (slowOnes >= SLOW_AT_ONCE_MAX) {
    giveUp.abort()
    await isOver
    throw busy(15)
  }
  slowOnes += 1
  void isOver.then(() => (slowOnes -= 1))
  return { decoded }
}

async function inThread(job: DecodeJob, msMax: number, giveUp: AbortSignal): Promise<Decoded> {
  const worker = new Worker(WORKER, {
    workerData: job,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Decoded>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: 'too-slow' }), msMax)
      giveUp.addEventListener('abort', () => resolve({ fault: 'too-slow' }), { once: true })
      worker.once('message', resolve)
      // A decoder that runs out of memory or trips over the file ends its thread: to the house that is a file like any other.
      worker.once('error', (error) => (isHouseFault(error) ? reject(error) : resolve({ fault: 'unreadable' })))
      worker.once('exit', () => resolve({ fault: 'unreadable' }))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** The program itself is not whole: a decoder or the worker's own file is missing. */
function isHouseFault(error: unknown): boolean {
  return /MODULE_NOT_FOUND|UNSUPPORTED/.test(String((error as { code?: unknown } | null)?.code))
}
