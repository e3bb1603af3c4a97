import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { busy } from '../problem.ts'
import { createTurns } from '../turns.ts'

/** A worker's input. `memoryMax`: bytes that a decoder may have. `edge`: pixels of the longer edge of a drawn page. */
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

/** More than any legitimate document takes on a slow machine. */
const DECODE_MS_MAX = 15_000
const MEMORY_MAX = 1024 * 1024 * 1024
/** One at a time: bids need the other cores. */
const inTurn = createTurns({ atOnce: 1, waitingMax: 12 })
/** A document that takes longer lets the next one start and continues in parallel. */
const TURN_MS = 3000
/** How many slow documents may run in parallel; another one is refused, so that they never hold up the rest. */
const SLOW_AT_ONCE_MAX = 1
let slowOnes = 0

/** The worker is in the same folder as this file, both as source and as a bundle. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './decode-worker.ts' : './decode-worker.js', import.meta.url)

/**
 * Decodes in a separate thread without the server's environment variables; the thread always ends. Faults of the file are returned; throws
 * `busy` when too many documents wait or are slow.
 */
export async function decode(
  job: Omit<DecodeJob, 'memoryMax'>,
  msMax = DECODE_MS_MAX,
  turnMs = TURN_MS,
): Promise<Decoded> {
  const begun = await inTurn(() => begin({ ...job, memoryMax: MEMORY_MAX }, msMax, turnMs))
  return begun.decoded
}

/** Decodes while its turn lasts; `decoded` may settle later. */
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
      // A decoder that runs out of memory or crashes on the file ends its thread; the file then counts as unreadable.
      worker.once('error', (error) => (isServerFault(error) ? reject(error) : resolve({ fault: 'unreadable' })))
      worker.once('exit', () => resolve({ fault: 'unreadable' }))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** The installation is incomplete: a decoder or the worker's own file is missing. */
function isServerFault(error: unknown): boolean {
  return /MODULE_NOT_FOUND|UNSUPPORTED/.test(String((error as { code?: unknown } | null)?.code))
}
