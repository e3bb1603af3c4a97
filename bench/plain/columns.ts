import type { Cell, Columns, Kind } from '#server/fast-path/columns.ts'

/** Arrays travel as text, which the database parses. */
export function columnsOf<T>(rows: readonly T[], kinds: readonly Kind[], cells: (row: T) => readonly Cell[]): Columns {
  if (rows.length === 0) return { rows: 0, arrays: [] }
  const values = rows.map(cells)
  const column = (at: number) => values.map((row) => row[at] ?? null)
  return { rows: rows.length, arrays: kinds.map((kind, at) => arrayOf(kind, column(at))) }
}

export function arrayOf(_kind: Kind, values: readonly Cell[]): string {
  return `{${values.map(literal).join(',')}}`
}

function literal(value: Cell): string {
  if (value === null) return 'NULL'
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
