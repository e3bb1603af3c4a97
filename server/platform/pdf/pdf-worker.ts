import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PdfJob } from './pdf-job.ts'
import { drawPdf } from './pdf-sheet.ts'

/** What the thread answers: the file, or why there is none. */
export type Drawn = { file: Uint8Array<ArrayBuffer> } | { failure: string }

// Bids go first wherever the processor is short. Linux alone counts niceness by thread; elsewhere it would be the whole house's.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

/** Runs in a worker thread, one document after the other: fonts stay open between them. */
parentPort?.on('message', (job: PdfJob) => {
  drawPdf(job).then(
    (file) => {
      const own = new Uint8Array(file)
      const drawn: Drawn = { file: own }
      parentPort?.postMessage(drawn, [own.buffer])
    },
    (error: unknown) => {
      const drawn: Drawn = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      parentPort?.postMessage(drawn)
    },
  )
})
