import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { payablesOf } from '../payable.ts'
import type { PaymentRow } from '../store.ts'
import { readBankFile } from './bank-file.ts'
import { readBankRows, type ReadRow } from './bank-rows.ts'
import { addProgress, claimRunning, setDone, textOf, type Progress } from './import-store.ts'
import { faultsIn } from './imports.ts'
import { takeRow } from './take-row.ts'

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
        const { currency } = await readHouseTerms(house)
        const rows = readBankRows(readBankFile(await textOf(trx, row.id)), row.mapping!, currency)
        parsed = { importId: row.id, rows }
      }
      const batch = parsed.rows.slice(row.done_count, row.done_count + BATCH)
      const progress: Progress = { done: batch.length, imported: 0, known: 0, ignored: 0, matched: 0, faults: [] }
      for (const read of batch) {
        progress.faults.push(...faultsIn(read))
        if (!('row' in read)) continue
        if (read.row === null) {
          progress.ignored += 1
          continue
        }
        const taken = await takeRow(house, trx, row.id, read.row)
        settled.push(...taken.settled)
        if (taken.outcome === 'known') progress.known += 1
        else progress.imported += 1
        if (taken.outcome === 'matched') progress.matched += 1
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
