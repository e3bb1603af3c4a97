import type { App } from '../app.ts'
import { databaseProblem } from '../database/database-away.ts'
import { readTable, type TableHead, type TableRow } from '../table/table.ts'
import type { ImportKind, ImportRow, RowResult, TakeBatch } from './import-kind.ts'
import {
  addProgress,
  claimImport,
  fileOf,
  forgetCells,
  lockImport,
  noteResults,
  rowsOf,
  setFinished,
  setRead,
  setUnreadable,
} from './import-store.ts'

/**
 * Continues running imports, one batch of rows per transaction: what the rows become, their notes and the import's progress are one
 * commit, so a process that ends in between leaves nothing half done, and the next one continues after the last complete batch.
 * `isStopping` is checked between batches. A file that fails unexpectedly is tried again by the next run, after the others.
 */
export async function runImports<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: ImportKind<M, R, P, S>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const failed: string[] = []
  while (!isStopping() && (await attempt(app, failed, (claimed) => readNext(app, kind, { failed, claimed })))) {
    // Continue with the next file.
  }
  const opened = new Map<string, TakeBatch<R>>()
  while (!isStopping() && (await attempt(app, failed, (claimed) => runBatch(app, kind, { opened, failed, claimed })))) {
    // Continue with the next batch.
  }
}

/** Whether there was work. Adds the import that fails to `failed`; throws if the database is at fault, or nothing was claimed. */
async function attempt(
  app: App,
  failed: string[],
  work: (claimed: (id: string) => void) => Promise<boolean>,
): Promise<boolean> {
  let claimed: string | null = null
  try {
    return await work((id) => (claimed = id))
  } catch (err) {
    if (claimed === null || databaseProblem(err) !== null) throw err
    app.log.error({ err, importId: claimed }, 'an import failed and will be retried')
    failed.push(claimed)
    return true
  }
}

type Claims = { failed: readonly string[]; claimed: (id: string) => void }

async function runBatch<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: ImportKind<M, R, P, S>,
  { opened, failed, claimed }: Claims & { opened: Map<string, TakeBatch<R>> },
): Promise<boolean> {
  const committed = await app.db.transaction().execute(async (trx) => {
    const row = await claimImport<R>(trx, kind, ['checking', 'running'], failed)
    if (row === null) return null
    claimed(row.id)
    const work = `${row.id} ${row.state} ${JSON.stringify(row.mapping)}`
    const take = opened.get(work) ?? (await kind.open(app, trx, row))
    opened.set(work, take)
    const isRun = row.state === 'running'
    const batch = await rowsOf(trx, kind, row.id, { first: row.done_count, limit: kind.batch })
    const taken = await take(trx, row, batch, isRun)
    await noteResults(trx, kind, row.id, taken.results)
    const done = row.done_count + batch.length
    await addProgress(trx, kind, row.id, { done, counts: counted(row.counts, taken.results) })
    if (done < row.row_count) return taken
    await setFinished(trx, kind, row.id, isRun ? 'done' : 'checked')
    if (isRun && kind.isPrivate) await forgetCells(trx, kind, row.id)
    return taken
  })
  committed?.committed?.()
  return committed !== null
}

function counted(before: ImportRow['counts'], results: readonly RowResult[]): ImportRow['counts'] {
  const counts = { ...before }
  const add = (name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  for (const { outcome, notes } of results) {
    add(outcome)
    if (outcome !== 'faulty' && notes.length > 0) add('remarked')
  }
  return counts
}

/** Reads one file that has arrived; false if none waits. The worker thread parses, this one only stores. */
async function readNext<M, R extends ImportRow<M>, P, S>(
  app: App,
  kind: ImportKind<M, R, P, S>,
  { failed, claimed }: Claims,
): Promise<boolean> {
  const row = await app.db.transaction().execute((trx) => claimImport<R>(trx, kind, ['reading'], failed))
  if (row === null) return false
  claimed(row.id)
  const content = new Uint8Array((await fileOf(app.db, kind, row.id)) ?? [])
  const file: { head: TableHead | null; rows: TableRow[] } = { head: null, rows: [] }
  const failure = await readTable({ kind: row.kind, content, ...kind.limits }, (message) => {
    if ('head' in message) file.head = message.head
    if ('rows' in message) file.rows.push(...message.rows)
    return Promise.resolve()
  })
  await app.db.transaction().execute(async (trx) => {
    // Two processes may have read the same file; one stores it.
    const now = await lockImport<R>(trx, kind, row.id)
    if (now?.state !== 'reading') return
    const { head, rows } = file
    if (failure !== null || head === null) await setUnreadable(trx, kind, row.id, failure ?? 'It is empty.')
    else await setRead(trx, kind, row.id, head, rows)
  })
  return true
}
