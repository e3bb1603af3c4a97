import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PdfJob } from './pdf-job.ts'
import { drawPoster } from './draw-poster.ts'
import { drawPdf } from './pdf-sheet.ts'
import type { Poster } from './poster.ts'

/** The thread's answer: the file, or why it failed. */
export type Drawn = { file: Uint8Array<ArrayBuffer> } | { failure: string }

// Bids take priority when the CPU is busy. Only Linux has per-thread niceness; elsewhere this would slow the whole process.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

/** Runs in a worker thread, one document after the other: fonts stay open between them. */
parentPort?.on('message', (job: PdfJob | Poster) => {
  const drawing = 'marks' in job ? drawPoster(job) : drawPdf(job)
  drawing.then(
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
