import { Worker } from 'node:worker_threads'
import { createTurns } from '#server/platform/turns.ts'

/** What the thread is given. */
export type TableJob = {
  kind: 'csv' | 'xlsx'
  content: Uint8Array
  bytesMax: number
  rowsMax: number
  columnsMax: number
  cellMax: number
}
export type TableRow = { line: number; cells: string[] }
export type TableHead = { header: string[]; encoding: string }
/** What the thread says, in this order: one head, then rows in parts, then `end`; or why it cannot go on. */
export type TableMessage = { head: TableHead } | { rows: TableRow[] } | { end: true } | { failure: string }

const READ_MS_MAX = 60_000
const HEAP_MB = 512
/** One at a time: bids need the other cores. */
const inTurn = createTurns({ atOnce: 1, waitingMax: 8 })

/** The worker lies beside this file: as a source among sources, as a bundle among bundles. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './table-worker.ts' : './table-worker.js', import.meta.url)

const TOO_MUCH = 'It is too large or too strange to be read. Save it as CSV, or cut it in two.'

/**
 * Reads a table in a thread of its own, without the house's environment, and ends the thread whatever comes of it. `take` gets the
 * parts one after another. Answers why the file cannot be read, or null; throws what `take` throws.
 */
export function readTable(job: TableJob, take: (message: TableMessage) => Promise<void>): Promise<string | null> {
  return inTurn(() => inThread(job, take))
}

async function inThread(job: TableJob, take: (message: TableMessage) => Promise<void>): Promise<string | null> {
  const worker = new Worker(WORKER, {
    workerData: job,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string | null>((resolve, reject) => {
      let taken: Promise<void> = Promise.resolve()
      timer = setTimeout(() => resolve(TOO_MUCH), READ_MS_MAX)
      worker.on('message', (message: TableMessage) => {
        if ('failure' in message) resolve(message.failure)
        else if ('end' in message) void taken.then(() => resolve(null), reject)
        else {
          taken = taken.then(() => take(message))
          taken.catch(reject)
        }
      })
      worker.once('error', (error: NodeJS.ErrnoException) =>
        // The program itself is not whole; anything else is the file's fault, such as one that needs too much memory.
        /MODULE_NOT_FOUND/.test(error.code ?? '') ? reject(error) : resolve(TOO_MUCH),
      )
      worker.once('exit', (code) => {
        if (code !== 0) resolve(TOO_MUCH)
      })
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
