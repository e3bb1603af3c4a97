import type { BankImport, BankMapping, BankPreview } from '#contract/payments/transfers.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import type { App } from '#server/platform/app.ts'
import type { ImportKind, ImportRow, RowResult } from '#server/platform/import/import-kind.ts'
import { rowsOf } from '#server/platform/import/import-store.ts'
import { presentImport } from '#server/platform/import/imports.ts'
import { invalidInput } from '#server/platform/problem.ts'
import type { PaymentRow } from '../payment.ts'
import { readBankRows, type BankRow, type ReadRow } from './bank-rows.ts'
import { guessMapping } from './guess-mapping.ts'
import { namedIn } from './reference.ts'
import { recognizer } from './recognize.ts'
import { type KnownLine, knownReferences, lockLines, readBooks, setSeparate } from './store.ts'
import { takeRow } from './take-row.ts'

type Sample = Omit<BankPreview, 'header' | 'mapping' | 'isRemembered'>
type Plan = { separate?: number[] }
type BankImportRow = ImportRow<BankMapping> & { separate: number[] }

const ROWS_MAX = 100_000
const PREVIEW_ROWS_MAX = 20
const FAULTS_SHOWN_MAX = 200
const DOUBTS_SHOWN_MAX = 200

/** A bank's list of transfers: every row of money in is booked, and used for what it names. */
export const BANK_IMPORT: ImportKind<BankMapping, BankImportRow, Plan, Sample> = {
  name: 'bank',
  mappings: 'bank_mapping',
  columns: ', separate',
  // As many columns as a mapping can name. Banks put the account and the period above the header, in separate columns.
  limits: { bytesMax: 5 * 1024 * 1024, rowsMax: ROWS_MAX, columnsMax: 100, cellMax: 20_000, headIsWide: true },
  batch: 50,
  isPrivate: true,
  actions: { send: 'send-bank-file', run: 'import-bank-file' },
  previewRows: ROWS_MAX,
  guess: (header, rows) => guessMapping({ header, rows }),

  faultsOf(mapping, header) {
    const columns = Object.values(mapping).flat()
    const isBeyond = columns.some((column) => typeof column === 'number' && column >= header.length)
    return isBeyond ? [{ field: 'mapping', message: 'The file has fewer columns.' }] : []
  },

  async plan(trx, { id }, { mapping, separate = [] }) {
    if (mapping.dayOrder === null)
      throw invalidInput([{ field: 'mapping.dayOrder', message: 'Choose the date format.' }])
    await setSeparate(trx, id, separate)
    return separate.length === 0 ? {} : { otherPayments: separate.length }
  },

  async preview(app, { id }, file, mapping) {
    const read = readBankRows(file, mapping, await readBooks(app, app.db))
    const rows = read.flatMap((one) => ('row' in one && one.row !== null ? [one.row] : []))
    const results = await expected(app, id, rows)
    const outcomes = results.map(({ outcome }) => outcome)
    const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((one) => one === outcome).length
    const doubtful = count('maybe-known')
    const known = count('known') + doubtful
    return {
      rowCount: file.rows.length,
      counts: {
        fresh: rows.length - known - count('outgoing'),
        known,
        doubtful,
        ignored: read.filter((one) => 'row' in one && one.row === null).length,
        faulty: read.filter((one) => 'faults' in one).length,
        matching: count('matches'),
        outgoing: count('outgoing'),
        otherCurrency: count('other-currency'),
      },
      rows: rows.slice(0, PREVIEW_ROWS_MAX).map((one, index) => ({ ...shown(one), outcome: outcomes[index]! })),
      doubts: results
        .flatMap(({ row, like }) => {
          if (like === null) return []
          const { line: knownLine, fileName, importedAt } = like
          return [{ ...shown(row), knownLine, fileName, importedAt }]
        })
        .slice(0, DOUBTS_SHOWN_MAX),
      faults: read
        .flatMap((one) => notesOf(one).map((note) => ({ line: one.line, ...note })))
        .slice(0, FAULTS_SHOWN_MAX),
    }
  },

  async open(app, trx, { id, header, mapping }) {
    const rows = await rowsOf(trx, BANK_IMPORT, id, { first: 0, limit: ROWS_MAX })
    // The whole file: equal rows are distinguished by how often they came before.
    const reads = readBankRows({ header: header!, rows }, mapping!, await readBooks(app, trx))
    return async (batchTrx, { separate, ...row }, batch) => {
      const asking = { importId: id, separate }
      const settled: PaymentRow[] = []
      const results: RowResult[] = []
      await lockLines(batchTrx)
      for (const [index, read] of reads.slice(row.done_count, row.done_count + batch.length).entries()) {
        const result = { number: row.done_count + index, notes: notesOf(read) }
        if ('faults' in read) results.push({ ...result, outcome: 'faulty' })
        else if (read.row === null) results.push({ ...result, outcome: 'ignored' })
        else {
          const taken = await takeRow(app, batchTrx, asking, read.row)
          settled.push(...taken.settled)
          if (taken.outcome === 'id-reused')
            results.push({ ...result, notes: [idReused(header!, mapping!)], outcome: 'faulty' })
          else results.push({ ...result, outcome: taken.outcome })
        }
      }
      const committed = () => {
        for (const payment of settled) app.extensions.payables.get(payment.purpose)?.settled?.(payment)
        app.outbox.nudge()
      }
      return { results, committed }
    }
  },
}

export function presentBankImport(row: ImportRow<BankMapping>): BankImport {
  const { known = 0, ignored = 0, faulty = 0, outgoing = 0, matched = 0, unmatched = 0 } = row.counts
  const otherCurrency = row.counts['other-currency'] ?? 0
  const imported = matched + unmatched + otherCurrency
  return { ...presentImport(row), counts: { known, ignored, faulty, outgoing, otherCurrency, imported, matched } }
}

/** The column holds an id that isn't the bank's own: the row would be taken for one that was imported. */
function idReused(header: readonly string[], { bankId }: BankMapping): Omit<RowNote, 'line'> {
  const message = 'This id was imported before, for other money. Choose the column of the bank’s own id, or none.'
  return { column: header[bankId ?? 0] ?? '', value: '', message, isFault: true }
}

function notesOf(read: ReadRow): Omit<RowNote, 'line'>[] {
  if (!('faults' in read)) return []
  return read.faults.map(({ column, message }) => ({ column, value: '', message, isFault: true }))
}

function shown({ line, bookedOn, amount, currency, text, payerName }: BankRow) {
  return { line, bookedOn, amount, currency, text, payerName }
}

type Expected = { row: BankRow; outcome: Sample['rows'][number]['outcome']; like: KnownLine | null }

/** What a run would make of each row. */
async function expected(app: App, importId: string, rows: readonly BankRow[]): Promise<Expected[]> {
  const recognize = await recognizer(app.db, rows, { importId, separate: [] })
  const matches = await namesOurs(app, rows)
  const outcomeOf = (row: BankRow) => {
    if (row.kind === 'out') return 'outgoing'
    if (row.kind === 'other-currency') return 'other-currency'
    return matches(row) ? 'matches' : 'unmatched'
  }
  return rows.map((row) => {
    const { isKnown, like } = recognize(row)
    const outcome = like !== null ? 'maybe-known' : isKnown ? 'known' : outcomeOf(row)
    return { row, outcome, like }
  })
}

/** Whether a row names one of our payments, or an invoice with an open balance. */
async function namesOurs(app: App, rows: readonly BankRow[]): Promise<(row: BankRow) => boolean> {
  const named = rows.map(namedIn)
  const references = await knownReferences(
    app.db,
    named.flatMap((one) => one.references),
  )
  const numbers = new Set<string>()
  for (const payable of app.extensions.payables.values()) {
    const found =
      (await payable.numbered?.(
        app.db,
        named.flatMap((one) => one.numbers),
      )) ?? []
    for (const { number, amount } of found) if (amount > 0) numbers.add(number)
  }
  return (row) => {
    const ours = namedIn(row)
    return ours.references.some((one) => references.has(one)) || ours.numbers.some((one) => numbers.has(one))
  }
}
