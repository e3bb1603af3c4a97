import type { Limits, Model, Row, Transaction } from './model.ts'
import type { Parameters, Type } from './values.ts'
import type { Column } from './wire.ts'

export type Context = { model: Model; transaction: Transaction; limits: Limits; given: Parameters }

export type Result = { columns: readonly Column[]; rows: unknown[][]; tag: string }

/** A statement of the server's that the model knows: how its text reads, and what it does. `words`: what stood in the gaps. */
export type Statement = { matches: RegExp; run(context: Context, words: string[]): Result | Promise<Result> }

/**
 * `text` as it stands in the server, on one line; `{now}` stands for either of PostgreSQL's clocks, `{columns}` for a list of columns,
 * `{text}` for anything.
 */
export function statement(text: string, run: Statement['run']): Statement {
  const pattern = text
    .replaceAll(/[.*+?^$|()[\]\\]/g, String.raw`\$&`)
    .replaceAll('{now}', String.raw`(clock_timestamp\(\)|now\(\))`)
    .replaceAll('{columns}', '([a-z_, ]+)')
    .replaceAll('{text}', '(.+)')
  return { matches: new RegExp(`^${pattern}$`), run }
}

/** One line, so that how a statement is broken into lines does not matter. */
export function onOneLine(text: string): string {
  const known = lines.get(text)
  if (known !== undefined) return known
  const line = text.replaceAll(/\s+/g, ' ').trim()
  lines.set(text, line)
  return line
}

const lines = new Map<string, string>()

/** What `clock_timestamp()` or `now()` tells here, in ms: `now()` is the transaction's start. */
export function clock({ model, transaction }: Context, name: string): number {
  return name === 'now()' ? transaction.startedAt : model.time.now()
}

export function selected(columns: readonly Column[], rows: unknown[][]): Result {
  return { columns, rows, tag: `SELECT ${rows.length}` }
}

/** Columns of tables that are read by name. */
const TYPES: Record<string, Type> = {
  lot_id: 'uuid',
  auction_id: 'uuid',
  position: 'int4',
  seller_id: 'uuid',
  terms: 'jsonb',
  sale_kind: 'text',
  status: 'text',
  sequence: 'int8',
  opens_at_ms: 'int8',
  closes_at_ms: 'int8',
  price: 'int8',
  leader_id: 'uuid',
  leader_paddle: 'int4',
  sealed: 'bytea',
  floor: 'int8',
  reserve_met: 'bool',
  bid_count: 'int4',
  extensions: 'int4',
  last_hash: 'bytea',
  sealed_count: 'int8',
  sealed_hash: 'bytea',
  number: 'int8',
  talk: 'bytea',
  talk_due_at_ms: 'int8',
  text: 'text',
  bidder_id: 'uuid',
  bid_id: 'uuid',
  lot_number: 'int4',
  title: 'text',
}

export function columnsIn(list: string): Column[] {
  return list.split(',').map((each): Column => {
    const name = each.trim()
    const type = TYPES[name]
    if (type === undefined) throw new Error(`the model does not know the type of ${name}`)
    return [name, type]
  })
}

export function cells(row: Row, columns: readonly Column[]): unknown[] {
  return columns.map(([name]) => row[name] ?? null)
}

export function by<T extends Row>(...names: string[]): (one: T, other: T) => number {
  return (one, other) => {
    for (const name of names) {
      const [a, b] = [one[name], other[name]] as [string | number, string | number]
      if (a !== b) return a < b ? -1 : 1
    }
    return 0
  }
}

export function found(context: Context, table: string, holds: (row: Row) => boolean): Row[] {
  return [...context.model.scan(context.transaction, table)].filter(holds)
}

export function byIds(context: Context, table: string, ids: unknown[]): Row[] {
  return [...new Set(ids)].flatMap((id): Row[] => {
    const row = context.model.read(context.transaction, table, String(id))
    return row === undefined ? [] : [row]
  })
}
