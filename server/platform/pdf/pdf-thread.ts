import { Worker } from 'node:worker_threads'
import type { PdfJob } from './pdf-job.ts'
import type { Poster } from './poster.ts'
import type { Drawn } from './pdf-worker.ts'
import { busy } from '../problem.ts'
import { createTurns } from '../turns.ts'

/** In ms; far more than the longest document takes on a busy machine. */
const DRAW_MS_MAX = 10_000
const MEMORY_MB_MAX = 256
/** One thread, one document at a time: the other cores are for bids. Callers beyond the queue must retry. */
const inTurn = createTurns({ atOnce: 1, waitingMax: 24 })

/** The worker is next to this file, both in the sources and in the bundle. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url)

/** Started with the first document and kept, since opening the fonts takes longest; null: none runs. */
let running: Worker | null = null

/**
 * Draws a document in the drawing thread and returns its bytes. Throws `busy` when too many wait or it times out; then, and when a
 * document crashes the thread, the next one gets a new thread. A document that cannot be drawn is a bug and throws its reason.
 */
export function drawInThread(job: PdfJob | Poster, msMax = DRAW_MS_MAX): Promise<Buffer> {
  return inTurn(async () => {
    const worker = running ?? startWorker()
    running = worker
    // On shutdown the process waits for a document being drawn, but not for the idle thread.
    worker.ref()
    try {
      const drawn = await answerOf(worker, job, msMax)
      if ('failure' in drawn) throw new Error(`could not render a document: ${drawn.failure}`)
      return Buffer.from(drawn.file)
    } finally {
      worker.unref()
    }
  })
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB_MAX }
  const worker = new Worker(WORKER, { env: {}, argv: [], execArgv: [], resourceLimits })
  const forget = () => {
    if (running === worker) running = null
  }
  worker.once('exit', forget)
  worker.once('error', forget)
  return worker
}

async function answerOf(worker: Worker, job: PdfJob | Poster, msMax: number): Promise<Drawn> {
  let timer: NodeJS.Timeout | undefined
  const listeners = new AbortController()
  try {
    return await new Promise<Drawn>((resolve, reject) => {
      const broken = (error: unknown) => reject(error instanceof Error ? error : new Error('the PDF thread exited'))
      worker.once('message', resolve)
      worker.once('error', broken)
      worker.once('exit', broken)
      listeners.signal.addEventListener('abort', () => {
        worker.off('message', resolve)
        worker.off('error', broken)
        worker.off('exit', broken)
      })
      timer = setTimeout(() => {
        running = null
        void worker.terminate()
        reject(busy(30))
      }, msMax)
      worker.postMessage(job)
    })
  } finally {
    clearTimeout(timer)
    listeners.abort()
  }
}
