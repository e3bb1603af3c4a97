import type { House } from '#server/platform/house.ts'
import { payablesOf } from '../payable.ts'
import type { PaymentRow } from '../store.ts'
import { readBankFile } from './bank-file.ts'
import { readBankRows, type ReadRow } from './bank-rows.ts'
import { addProgress, claimRunning, setDone, textOf, type Progress } from './import-store.ts'
import { faultsIn } from './imports.ts'
import { readBooks } from './store.ts'
import { takeRow, type Taken } from './take-row.ts'

/** Rows of one transaction: progress is seen, and an interruption costs no more than these. */
const BATCH = 50

/**
 * Goes on with running imports, a batch of rows a transaction: the rows, their ledger entries and the import's progress are one commit,
 * so that a process that ends between leaves nothing half taken, and the next one goes on after the last whole batch.
 */
export async function runImports(house: House): Promise<void> {
  let parsed: { importId: string; rows: ReadRow[] } | null = null
  for (;;) {
    const settled: PaymentRow[] = []
    const isMore = await house.db.transaction().execute(async (trx) => {
      const row = await claimRunning(trx)
      if (row === null) return false
      if (parsed?.importId !== row.id) {
        const rows = readBankRows(readBankFile(await textOf(trx, row.id)), row.mapping!, await readBooks(house, trx))
        parsed = { importId: row.id, rows }
      }
      const batch = parsed.rows.slice(row.done_count, row.done_count + BATCH)
      const progress = { ...NOTHING, done: batch.length, faults: batch.flatMap(faultsIn) }
      for (const read of batch) {
        if (!('row' in read)) continue
        if (read.row === null) progress.ignored += 1
        else {
          const taken = await takeRow(house, trx, row.id, read.row)
          settled.push(...taken.settled)
          count(progress, taken.outcome)
        }
      }
      await addProgress(trx, row.id, progress)
      if (row.done_count + batch.length >= parsed.rows.length) await setDone(trx, row.id)
      return true
    })
    for (const payment of settled) payablesOf(house).get(payment.purpose)?.settled?.(payment)
    house.outbox.nudge()
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
