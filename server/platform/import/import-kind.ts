import type { AuditAction } from '#contract/platform/audit-words.ts'
import type { Kysely } from 'kysely'
import type { FileImport, RowNote } from '#contract/platform/file-import.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import type { App } from '../app.ts'
import type { Refusal } from '../problem.ts'
import type { Limits } from '../table/grid.ts'
import type { TableRow } from '../table/table.ts'

/** An import as it is stored. `counts`: how many of the processed rows had each outcome, and `remarked`. */
export type ImportRow<Mapping = unknown> = {
  id: string
  file_name: string
  kind: 'csv' | 'xlsx'
  state: FileImport['state']
  failure: string | null
  encoding: string | null
  header: string[] | null
  mapping: Mapping | null
  row_count: number
  done_count: number
  counts: Partial<Record<string, number>>
  created_at: number
  finished_at: number | null
}

/** `number`: of the row, from 0. The outcome `faulty` means that the row was rejected. */
export type RowResult = { number: number; outcome: string; notes: Omit<RowNote, 'line'>[] }

/**
 * Handles one batch of rows within the batch's transaction; a check (`isRun` false) writes nothing. `committed` is called after the
 * commit.
 */
export type TakeBatch<Row> = (
  trx: Kysely<object>,
  row: Row,
  batch: TableRow[],
  isRun: boolean,
) => Promise<{ results: RowResult[]; committed?: () => void }>

/** The tables of a kind: `<name>_import` with its own columns, `<name>_import_row`, and the remembered mappings. */
export type ImportTables = { name: string; columns: string; mappings: string }

/** What one kind of file is and what its rows become. Everything else about an import is the same for all kinds. */
export type ImportKind<Mapping, Row extends ImportRow<Mapping>, Plan, Sample> = ImportTables & {
  limits: Limits & { bytesMax: number }
  /** Rows per transaction: progress is visible, an interruption loses no more than these, and requests are answered in between. */
  batch: number
  /** The rows hold personal data: they are deleted once they are imported, and the import can't be run again. */
  isPrivate: boolean
  /** The audit lines of an upload and of a run. */
  actions: { send: AuditAction; run: AuditAction }
  /** How many of the first rows a mapping is guessed from, and a preview made. */
  previewRows: number
  guess(header: string[], rows: TableRow[]): Mapping
  /** Adapts a mapping that was remembered from another file with the same header. */
  refit?(mapping: Mapping, rows: TableRow[]): Mapping
  faultsOf(mapping: Mapping, header: string[]): FieldFault[]
  preview(app: App, row: Row, file: { header: string[]; rows: TableRow[] }, mapping: Mapping): Promise<Sample>
  /** Whether this import already works on this plan; if so, starting it again does nothing. */
  isSame?(row: Row, plan: Plan): boolean
  /** Checks and stores what a check or a run received besides the mapping. Returns what its audit line adds. */
  plan?(trx: Kysely<object>, row: Row, plan: Plan & { mapping: Mapping }, actorId: string): Promise<Refusal | object>
  /** Reads what all batches of a run need. */
  open(app: App, trx: Kysely<object>, row: Row): Promise<TakeBatch<Row>>
}
