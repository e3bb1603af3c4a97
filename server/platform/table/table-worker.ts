import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv-table.ts'
import { type Table, Unreadable } from './grid.ts'
import type { TableJob, TableMessage } from './table.ts'
import { readXlsx } from './xlsx-table.ts'

/** Rows per message: few enough that the server handles other requests between two messages. */
const ROWS_PER_MESSAGE = 500

/** Runs in a thread that lives for one file and turns it into rows of text. */
async function run(job: TableJob): Promise<void> {
  try {
    send(job.kind === 'csv' ? readCsv(job) : await readXlsx(job))
  } catch (error) {
    post({ failure: error instanceof Unreadable ? error.message : 'It’s damaged, or not the type its name says.' })
  }
}

function send({ header, encoding, rows }: Table): void {
  post({ head: { header, encoding } })
  for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE) post({ rows: rows.slice(at, at + ROWS_PER_MESSAGE) })
  post({ end: true })
}

function post(message: TableMessage): void {
  parentPort?.postMessage(message)
}

await run(workerData as TableJob)
