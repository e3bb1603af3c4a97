import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { createTurns } from '#server/platform/turns.ts'

/** The thread's input; limits in bytes, rows, columns and characters. */
export type TableJob = {
  kind: 'csv' | 'xlsx'
  content: Uint8Array
  bytesMax: number
  rowsMax: number
  columnsMax: number
  cellMax: number
  /** The header is as wide as most lines: lines with two or more columns may precede it, as in bank files. */
  headIsWide?: boolean
}
export type TableRow = { line: number; cells: string[] }
export type TableHead = { header: string[]; encoding: string }
/** The thread's messages, in this order: one head, rows in batches, then `end`; or the reason it failed. */
export type TableMessage = { head: TableHead } | { rows: TableRow[] } | { end: true } | { failure: string }

const READ_MS_MAX = 60_000
const HEAP_MB = 512
/** One at a time: bids need the other cores. */
const inTurn = createTurns({ atOnce: 1, waitingMax: 8 })

/** The worker is next to this file, both in the sources and in the bundle. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './table-worker.ts' : './table-worker.js', import.meta.url)

const TOO_MUCH = 'It’s too large or too unusual to read. Save it as CSV, or split it in two.'

/**
 * Reads a table in a separate thread, without the server's environment variables, and always ends the thread. `take` receives the
 * messages one after another. Returns why the file cannot be read, or null; throws what `take` throws.
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
        // The worker itself is missing; any other error is the file's fault, such as one that needs too much memory.
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

/** Identifies files with the same columns, so that they are read with the same mapping. */
export function headerHash(header: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(header)).digest()
}
