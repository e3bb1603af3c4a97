import type { FileImport, RowNote } from '#contract/platform/file-import.ts'
import { audit } from '../audit.ts'
import type { App } from '../app.ts'
import { invalidInput, notFound, refuse, Refusal } from '../problem.ts'
import type { SentFile } from '../http/one-file-form.ts'
import type { TableRow } from '../table/table.ts'
import type { ImportKind, ImportRow } from './import-kind.ts'
import {
  importById,
  lockImport,
  type NotedRow,
  openImport,
  rememberedMapping,
  rememberMapping,
  rowsOf,
  setAtWork,
} from './import-store.ts'

type Kind<M, R extends ImportRow<M>, P, S> = ImportKind<M, R, P, S>

/** Stores a file; its contents are read in the background. Sending the same file again returns the first import. */
export async function takeFile<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: Kind<M, R, P, S>,
  actorId: string,
  { content, hash, name }: SentFile,
): Promise<R> {
  // The type by the first bytes: an archive is a workbook, anything else is text.
  const type = content.subarray(0, 2).toString('latin1') === 'PK' ? 'xlsx' : 'csv'
  const fileName = shortName(name) || kind.name
  return app.db.transaction().execute(async (trx) => {
    const row = await openImport<R>(trx, kind, { actorId, fileName, hash, kind: type, content })
    const after = { fileName, kind: type, bytes: content.length }
    const subjectKind = `${kind.name}-import`
    await audit(trx, { actorId, action: kind.actions.send, subjectKind, subjectId: row.id, after })
    return row
  })
}

function shortName(name: string): string {
  const plain = name.replaceAll('\0', '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // Not half a character at its start.
  return plain.slice(-120).replace(/^[\uDC00-\uDFFF]/, '')
}

/** The first rows under the given mapping, or the remembered one, or the one that fits best. Writes nothing. */
export async function previewImport<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: Kind<M, R, P, S>,
  importId: string,
  given: M | undefined,
): Promise<({ header: string[]; mapping: M; isRemembered: boolean } & S) | Refusal> {
  const row = await importById<R>(app.db, kind, importId)
  if (row === null) throw notFound('this import')
  const header = headerOf(kind, row)
  if (header instanceof Refusal) return header
  const rows = await rowsOf(app.db, kind, importId, { first: 0, limit: kind.previewRows })
  const remembered = row.mapping ?? (await mappingOfEarlier(app, kind, header, rows))
  const mapping = given ?? remembered ?? kind.guess(header, rows)
  checkMapping(kind, mapping, header)
  const sample = await kind.preview(app, row, { header, rows }, mapping)
  return { header, mapping, isRemembered: given === undefined && remembered !== null, ...sample }
}

async function mappingOfEarlier<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: Kind<M, R, P, S>,
  header: string[],
  rows: TableRow[],
): Promise<M | null> {
  const mapping = await rememberedMapping<M>(app.db, kind, header)
  return mapping === null || kind.refit === undefined ? mapping : kind.refit(mapping, rows)
}

/** Starts a dry run or an import; `run-imports.ts` continues it. Starting the same one twice starts it once. */
export async function beginImport<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: Kind<M, R, P, S>,
  actorId: string,
  importId: string,
  { state, mapping, ...plan }: { state: 'checking' | 'running'; mapping: M } & P,
): Promise<R | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockImport<R>(trx, kind, importId)
    if (row === null) throw notFound('this import')
    const header = headerOf(kind, row)
    if (header instanceof Refusal) return header
    const own = { mapping, ...plan } as P & { mapping: M }
    if (isAtWork(row)) {
      const isSame = row.state === state && kind.isSame?.(row, own) !== false
      return isSame ? row : refuse('import-at-work', 'This import is running. Wait until it’s done.')
    }
    checkMapping(kind, mapping, header)
    const planned = (await kind.plan?.(trx, row, own, actorId)) ?? {}
    if (planned instanceof Refusal) return planned
    await setAtWork(trx, kind, importId, { state, mapping })
    await rememberMapping(trx, kind, header, mapping)
    if (state === 'running') {
      const after = { fileName: row.file_name, rows: row.row_count, ...planned }
      const subjectKind = `${kind.name}-import`
      await audit(trx, { actorId, action: kind.actions.run, subjectKind, subjectId: importId, after })
    }
    return (await lockImport<R>(trx, kind, importId))!
  })
}

/** The header of a file that was read and may be imported. */
function headerOf({ isPrivate }: { isPrivate: boolean }, { header, state }: ImportRow): string[] | Refusal {
  if (isPrivate && state === 'done') return refuse('import-closed', 'This file was already imported.')
  if (header !== null && state !== 'reading' && state !== 'unreadable') return header
  return refuse('file-not-read', 'This file hasn’t been read yet, or can’t be read.')
}

function isAtWork({ state }: ImportRow): boolean {
  return state === 'checking' || state === 'running'
}

function checkMapping<M, R extends ImportRow<M>, P, S>(kind: Kind<M, R, P, S>, mapping: M, header: string[]): void {
  const faults = kind.faultsOf(mapping, header)
  if (faults.length > 0) throw invalidInput(faults)
}

export function presentImport(row: ImportRow): FileImport {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    failure: row.failure,
    encoding: row.encoding,
    rowCount: row.row_count,
    doneCount: row.done_count,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

/** Notes with their line numbers. */
export function notesOf(rows: readonly NotedRow[]): RowNote[] {
  return rows.flatMap(({ line, notes }) => notes.map((note) => ({ line, ...note })))
}
