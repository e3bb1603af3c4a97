import { keyOf, SqlError, type Row } from './model.ts'
import { statement, type Context, type Result, type Statement } from './statement.ts'

/** What a batch writes: one statement a table, rows as columns. Any table and any columns, as long as it is said in this way. */
export const WRITE_STATEMENTS: Statement[] = [
  statement(
    "insert into audit (id, actor_id, act, subject_kind, subject_id, reason) select id, actor_id, act, 'lot', subject_id, reason from unnest({text}) as v(id, actor_id, act, subject_id, reason)",
    (context, [casts = '']) => {
      const rows = unnested(context, casts, ['id', 'actor_id', 'act', 'subject_id', 'reason'])
      return insert(
        context,
        'audit',
        rows.map((row) => ({ ...row, subject_kind: 'lot' })),
        false,
      )
    },
  ),
  {
    matches: /^insert into ([a-z_]+) \(([a-z_, ]+)\) select \* from unnest\((.+?)\)( on conflict do nothing)?$/,
    run: insertMany,
  },
  {
    matches: /^insert into ([a-z_]+) \(([a-z_, ]+)\) select ((?:(?:, )?unnest\([^)]+\))+)$/,
    run: (context, [table = '', columns = '', arrays = '']) =>
      insertMany(context, [table, columns, arrays.replaceAll(/unnest\(([^)]+)\)/g, '$1')]),
  },
  {
    matches: /^update standing s set (.+) from unnest\((.+?)\) as v\(([a-z_, ]+)\) where s\.lot_id = v\.lot_id$/,
    run: updateStandings,
  },
]

function insertMany(context: Context, [table = '', columns = '', casts = '', onConflict]: string[]): Promise<Result> {
  return insert(context, table, unnested(context, casts, names(columns)), onConflict !== undefined)
}

/** Waits for whoever is writing the same key: if that commits, this is a duplicate. */
async function insert(context: Context, table: string, rows: Row[], skipsKnown: boolean): Promise<Result> {
  const { model, transaction } = context
  let written = 0
  for (const row of rows) {
    const key = keyOf(table, row)
    await model.lock(transaction, table, key, context.limits)
    if (model.read(transaction, table, key) !== undefined) {
      if (skipsKnown) continue
      throw new SqlError('23505', `duplicate key value violates unique constraint "${table}_pkey"`)
    }
    if (table === 'purchase_due' && Number(row.amount) <= 0)
      throw new SqlError('23514', 'new row for relation "purchase_due" violates check constraint')
    model.write(transaction, table, row)
    written += 1
  }
  return { columns: [], rows: [], tag: `INSERT 0 ${written}` }
}

async function updateStandings(context: Context, words: string[]): Promise<Result> {
  const [settings = '', casts = '', list = ''] = words
  const { model, transaction } = context
  const values = unnested(context, casts, names(list))
  const targets = settings.split(',').map((each) => {
    const [, column, from] = /^ ?([a-z_]+) = v\.([a-z_]+)$/.exec(each) ?? []
    if (column === undefined || from === undefined) throw new Error(`the model does not know the setting ${each}`)
    return { column, from }
  })
  let written = 0
  for (const value of values) {
    const key = String(value.lot_id)
    if (model.read(transaction, 'standing', key) === undefined) continue
    await model.lock(transaction, 'standing', key, context.limits)
    const row = model.read(transaction, 'standing', key)!
    const changed = Object.fromEntries(targets.map(({ column, from }) => [column, value[from]]))
    model.write(transaction, 'standing', { ...row, ...changed })
    written += 1
  }
  return { columns: [], rows: [], tag: `UPDATE ${written}` }
}

/** `unnest($1::uuid[], …)` as rows with these columns. */
function unnested(context: Context, casts: string, columns: string[]): Row[] {
  const arrays = casts.split(',').map((each) => {
    const [, number, type] = /^ ?\$(\d+)::([a-z0-9]+)\[\]$/.exec(each) ?? []
    if (number === undefined || type === undefined) throw new Error(`the model does not know the cast ${each}`)
    return context.given.array(Number(number), type)
  })
  const length = Math.max(...arrays.map((array) => array.length))
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map((column, index) => [column, arrays[index]?.[row] ?? null])),
  )
}

function names(list: string): string[] {
  return list.split(',').map((each) => each.trim())
}
