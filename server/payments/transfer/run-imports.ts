import type { App } from '#server/platform/app.ts'
import type { PaymentRow } from '../payment.ts'
import { openBankFile } from './bank-file.ts'
import { readBankRows, type ReadRow } from './bank-rows.ts'
import { addProgress, claimRunning, setDone, textOf, type Progress } from './import-store.ts'
import { faultsIn } from './imports.ts'
import { readBooks } from './store.ts'
import { takeRow, type Taken } from './take-row.ts'

/** Rows per transaction: progress is visible, and an interruption loses at most these. */
const BATCH = 50

/**
 * Continues running imports, one batch of rows per transaction: the rows, their ledger entries and the import's progress are one commit, so
 * that a process that ends midway leaves nothing half done, and the next one continues after the last whole batch.
 */
export async function runImports(app: App): Promise<void> {
  let parsed: { importId: string; rows: ReadRow[] } | null = null
  for (;;) {
    const settled: PaymentRow[] = []
    const isMore = await app.db.transaction().execute(async (trx) => {
      const row = await claimRunning(trx)
      if (row === null) return false
      if (parsed?.importId !== row.id) {
        const rows = readBankRows(
          await openBankFile(await textOf(trx, row.id)),
          row.mapping!,
          await readBooks(app, trx),
        )
        parsed = { importId: row.id, rows }
      }
      const batch = parsed.rows.slice(row.done_count, row.done_count + BATCH)
      const progress = { ...NOTHING, done: batch.length, faults: batch.flatMap(faultsIn) }
      for (const read of batch) {
        if (!('row' in read)) continue
        if (read.row === null) progress.ignored += 1
        else {
          const taken = await takeRow(app, trx, row.id, read.row)
          settled.push(...taken.settled)
          count(progress, taken.outcome)
        }
      }
      await addProgress(trx, row.id, progress)
      if (row.done_count + batch.length >= parsed.rows.length) await setDone(trx, row.id)
      return true
    })
    for (const payment of settled) app.extensions.payables.get(payment.purpose)?.settled?.(payment)
    app.outbox.nudge()
    if (!isMore) return
  }
}

const NOTHING: Progress = {
  done: 0,
  imported: 0,
  known: 0,
  ignored: 0,
  matched: 0,
  outgoing: 0,
  otherCurrency: 0,
  faults: [],
}

function count(progress: Progress, outcome: Taken['outcome']): void {
  if (outcome === 'known') progress.known += 1
  else if (outcome === 'outgoing') progress.outgoing += 1
  else progress.imported += 1
  if (outcome === 'matched') progress.matched += 1
  if (outcome === 'other-currency') progress.otherCurrency += 1
}
