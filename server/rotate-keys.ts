import type pg from 'pg'
import type { Keys } from './platform/keys.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** Progress on one column. `lost`: boxes that no known key opens. */
export type Progress = { name: string; seen: number; total: number; changed: number; lost: number }

export type Rotation = {
  pool: pg.Pool
  /** Only the new key. */
  present: Keys
  /** The new key and the former ones. */
  all: Keys
  /** Called after each batch. */
  report(progress: Progress): void
}

type Row = Record<string, unknown> & { box: Buffer | string }

const BATCH = 500

/**
 * Reseals with the present key everything that is sealed with the master key. What already uses the present key is skipped, so the work
 * can be stopped at any moment and resumed; each batch is one transaction. It may run while servers that know both keys are running: a
 * row that one of them changes meanwhile keeps the server's value.
 */
export async function rotateKeys(rotation: Rotation): Promise<Progress[]> {
  const done: Progress[] = []
  for (const column of SEALED_COLUMNS) done.push(await rotateColumn(rotation, column))
  return done
}

async function rotateColumn(rotation: Rotation, column: SealedColumn): Promise<Progress> {
  const { pool, report } = rotation
  const counted = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${column.table} where ${column.where}`,
  )
  const progress = { name: column.name, seen: 0, total: counted.rows[0]!.count, changed: 0, lost: 0 }
  let after: unknown[] | null = null
  for (;;) {
    const rows: Row[] = await batchAfter(pool, column, after)
    const last = rows.at(-1)
    if (last === undefined) return progress
    const changes = rows.flatMap((row) => changeOf(rotation, column, row, progress))
    progress.changed += await write(pool, column, changes)
    progress.seen += rows.length
    report({ ...progress })
    after = Object.keys(column.key).map((name) => last[name])
  }
}

async function batchAfter(pool: pg.Pool, column: SealedColumn, after: unknown[] | null): Promise<Row[]> {
  const names = Object.keys(column.key).join(', ')
  const places = Object.values(column.key).map((type, index) => `$${index + 1}::${type}`)
  const from = after === null ? '' : `and (${names}) > (${places.join(', ')})`
  const found = await pool.query<Row>(
    `select ${names}, ${column.value} as box from ${column.table}
     where ${column.where} ${from} order by ${names} limit ${BATCH}`,
    after ?? [],
  )
  return found.rows
}

type Change = { row: Row; box: Buffer | string }

/** The box resealed with the present key; nothing if it already uses that key or if no key opens it. */
function changeOf({ present, all }: Rotation, column: SealedColumn, row: Row, progress: Progress): Change[] {
  const box = decoded(column, row.box)
  const context = column.context(row)
  if (opened(present, box, context) !== null) return []
  const content = opened(all, box, context)
  if (content === null) {
    progress.lost += 1
    return []
  }
  return [{ row, box: encoded(column, present.seal(content, context)) }]
}

function opened(keys: Keys, box: Buffer, context: string): Buffer | null {
  try {
    return keys.open(box, context)
  } catch {
    return null
  }
}

async function write(pool: pg.Pool, column: SealedColumn, changes: Change[]): Promise<number> {
  if (changes.length === 0) return 0
  const names = Object.entries(column.key).map(([name, type], index) => `${name} = $${index + 3}::${type}`)
  const client = await pool.connect()
  try {
    await client.query('begin')
    let changed = 0
    for (const { row, box } of changes) {
      // Update only if the row still holds what was read: a server that changed it meanwhile used the present key.
      const written = await client.query(
        `update ${column.table} set ${column.change} where ${column.value} = $2 and ${names.join(' and ')}`,
        [box, row.box, ...Object.keys(column.key).map((name) => row[name])],
      )
      changed += written.rowCount ?? 0
    }
    await client.query('commit')
    return changed
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

function decoded({ mark }: SealedColumn, box: Buffer | string): Buffer {
  return typeof box === 'string' ? Buffer.from(box.slice(mark?.length ?? 0), 'base64') : box
}

function encoded({ mark }: SealedColumn, box: Buffer): Buffer | string {
  return mark === null ? box : mark + box.toString('base64')
}
