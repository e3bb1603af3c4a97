import { loadModule, parseSync, type InsertStmt, type Node, type SelectStmt, type UpdateStmt } from 'libpg-query'
import { expressionOf } from './expression.ts'
import { functionName } from './functions.ts'
import { cast } from './operators.ts'
import { plainOf, queryOf, within, type Plain, type Unit } from './query.ts'
import { notKnown, Scope, type Context, type Env, type Expression, type Relation } from './scope.ts'
import { sourceOf } from './source.ts'
import { keyOf, SqlError, type Row } from '../model.ts'
import { tableNamed } from '../schema.ts'
import type { Type } from '../values.ts'
import type { Column } from '../wire.ts'

export type Result = { columns: readonly Column[]; rows: unknown[][]; tag: string }

/** What a text requests: the start or end of a transaction, listening for notifications, or a statement with rows. */
export type Statement =
  | { kind: 'begin' }
  | { kind: 'commit' }
  | { kind: 'rollback' }
  | { kind: 'listen' }
  | { kind: 'rows'; run(context: Context): Result | Promise<Result> }

/** PostgreSQL's own grammar, loaded before any time is simulated. */
await loadModule()

const known = new Map<string, Statement>()

/** Parses a statement with PostgreSQL's own parser. Throws if the simulated database can't run it, and names it. */
export function statementOf(text: string): Statement {
  const before = known.get(text)
  if (before !== undefined) return before
  try {
    const { stmts = [] } = parseSync(text)
    if (stmts.length !== 1 || stmts[0]?.stmt === undefined) throw notKnown('not one statement')
    const statement = compiled(stmts[0].stmt)
    known.set(text, statement)
    return statement
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}, in: ${text}`, { cause: error })
  }
}

function compiled(node: Node): Statement {
  if ('SelectStmt' in node) return selectOf(node.SelectStmt)
  if ('InsertStmt' in node) return insertOf(node.InsertStmt)
  if ('UpdateStmt' in node) return updateOf(node.UpdateStmt)
  if ('ListenStmt' in node) return { kind: 'listen' }
  if ('TransactionStmt' in node) {
    const { kind } = node.TransactionStmt
    if (kind === 'TRANS_STMT_BEGIN' || kind === 'TRANS_STMT_START') return { kind: 'begin' }
    if (kind === 'TRANS_STMT_COMMIT') return { kind: 'commit' }
    if (kind === 'TRANS_STMT_ROLLBACK') return { kind: 'rollback' }
  }
  throw notKnown(`a ${Object.keys(node).join()}`)
}

function envOf(context: Context): Env {
  return { context, rows: [], group: [] }
}

function selectOf(select: SelectStmt): Statement {
  if (select.lockingClause !== undefined) return lockingOf(select)
  const { columns, run } = queryOf(select, null)
  return { kind: 'rows', run: (context) => selected(columns, run(envOf(context))) }
}

function selected(columns: readonly Column[], rows: unknown[][]): Result {
  return { columns, rows, tag: `SELECT ${rows.length}` }
}

/**
 * `for update`: locks each row that was found, in their order, and waits where another transaction has it. A row that changed meanwhile
 * is judged by `where` as it is now (READ COMMITTED); everything else stays as the statement found it.
 */
function lockingOf(select: SelectStmt): Statement {
  if (select.withClause !== undefined || select.op === 'SETOP_UNION') throw notKnown('for update with with or union')
  const plain = plainOf(select, new Scope(null, queryOf))
  const locked = lockedBy(select, plain)
  return {
    kind: 'rows',
    async run(context) {
      const env = envOf(context)
      const kept: Unit[] = []
      for (const unit of plain.units(env)) if (await isLocked(env, unit, locked, plain.where)) kept.push(unit)
      return selected(plain.columns, plain.answer(env, kept))
    },
  }
}

/** The tables that `for update` names, or all of them. */
function lockedBy({ lockingClause = [], limitCount }: SelectStmt, { source }: Plain): Relation[] {
  const clauses = lockingClause.map((node) => ('LockingClause' in node ? node.LockingClause : {}))
  const [clause] = clauses
  if (clauses.length !== 1 || clause?.waitPolicy !== 'LockWaitBlock' || limitCount !== undefined)
    throw notKnown('for update with skip locked, nowait, limit or twice')
  if (clause.strength !== 'LCS_FORUPDATE' && clause.strength !== 'LCS_FORNOKEYUPDATE') throw notKnown('for share')
  const names = clause.lockedRels?.map((node) => ('RangeVar' in node ? (node.RangeVar.relname ?? '') : ''))
  return source.relations.filter(({ name, table }) => table !== null && (names === undefined || names.includes(name)))
}

/** False if a row is gone or no longer matches once its lock is held. */
async function isLocked(env: Env, unit: Unit, locked: readonly Relation[], where: Expression | null): Promise<boolean> {
  const { model, transaction, limits } = env.context
  for (const { slot, table } of locked) {
    const row = unit.rows[slot]
    if (table === null || row === null || row === undefined) continue
    const key = keyOf(table, row)
    await model.lock(transaction, table, key, limits)
    const now = model.read(transaction, table, key)
    if (now === undefined) return false
    unit.rows[slot] = now
  }
  return within(env, unit, () => where === null || where.at(env) === true)
}

function insertOf({
  relation,
  cols,
  selectStmt,
  onConflictClause,
  returningClause,
  withClause,
}: InsertStmt): Statement {
  const table = relation?.relname ?? ''
  const { columns, key, datedBy = [], isValid } = tableNamed(table)
  if (returningClause !== undefined || withClause !== undefined) throw notKnown('an insert with returning or with')
  if (selectStmt === undefined || !('SelectStmt' in selectStmt)) throw notKnown('an insert without rows')
  const query = queryOf(selectStmt.SelectStmt, null)
  const names = cols === undefined ? Object.keys(columns) : cols.map(nameOfTarget)
  const types = names.map((name) => typeIn(columns, name, table))
  const infer = onConflictClause?.infer?.indexElems?.map((each) => ('IndexElem' in each ? each.IndexElem.name : ''))
  if (infer !== undefined && infer.join() !== key.join()) throw notKnown(`on conflict (${infer.join()}) of ${table}`)
  const conflict =
    onConflictClause?.action === 'ONCONFLICT_UPDATE' ? changeOf(table, onConflictClause.targetList ?? []) : null
  return {
    kind: 'rows',
    async run(context) {
      const { model, transaction } = context
      const env = envOf(context)
      const values = query
        .run(env)
        .map((each) => each.map((value, at) => readAs(value, query.columns[at]?.[1], types[at]!, env)))
      let written = 0
      for (const each of values) {
        const dated = datedBy.map((name) => [name, model.time.now()] as const)
        const row: Row = Object.fromEntries([...dated, ...names.map((name, at) => [name, each[at] ?? null] as const)])
        // Waits for the transaction that is writing the same key: if it commits, this row is a duplicate.
        await model.lock(transaction, table, keyOf(table, row), context.limits)
        const known = model.read(transaction, table, keyOf(table, row))
        if (known !== undefined && onConflictClause === undefined)
          throw new SqlError('23505', `duplicate key value violates unique constraint "${table}_pkey"`)
        if (known !== undefined && conflict === null) continue
        const next = known === undefined || conflict === null ? row : conflict(env, known, row)
        if (isValid?.(next) === false)
          throw new SqlError('23514', `new row for relation "${table}" violates check constraint`)
        model.write(transaction, table, next)
        written += 1
      }
      return { columns: [], rows: [], tag: `INSERT 0 ${written}` }
    },
  }
}

/** The result of `on conflict do update` for the existing row and the proposed one. */
function changeOf(table: string, targets: readonly Node[]): (env: Env, known: Row, excluded: Row) => Row {
  const scope = new Scope(null, queryOf)
  const columns = Object.entries(tableNamed(table).columns)
  const own = scope.add(table, columns, table)
  const excluded = scope.add('excluded', columns)
  const set = settingsOf(targets, table, scope)
  return (env, known, row) => {
    const rows = []
    rows[own.slot] = known
    rows[excluded.slot] = row
    return within(env, { rows, group: [] }, () => set(env, known))
  }
}

function settingsOf(targets: readonly Node[], table: string, scope: Scope): (env: Env, row: Row) => Row {
  const { columns } = tableNamed(table)
  const settings = targets.map((node) => {
    const { name = '', val } = 'ResTarget' in node ? node.ResTarget : {}
    const value = expressionOf(val, scope)
    const type = typeIn(columns, name, table)
    return { name, value: value.type === 'unknown' ? cast(value, type) : value }
  })
  return (env, row) => ({ ...row, ...Object.fromEntries(settings.map(({ name, value }) => [name, value.at(env)])) })
}

function updateOf({ relation, targetList = [], whereClause, fromClause = [], returningClause }: UpdateStmt): Statement {
  if (returningClause !== undefined) throw notKnown('an update with returning')
  const table = relation?.relname ?? ''
  const scope = new Scope(null, queryOf)
  const own = sourceOf(relation === undefined ? [] : [{ RangeVar: relation }], scope)
  const from = sourceOf(fromClause, scope)
  const where = whereClause === undefined ? null : expressionOf(whereClause, scope)
  const set = settingsOf(targetList, table, scope)
  const [{ slot }] = own.relations as [Relation]
  return {
    kind: 'rows',
    async run(context) {
      const env = envOf(context)
      const found: Unit[] = []
      const both = () => own.each(env, () => isMeant(env, where) && found.push({ rows: [...env.rows], group: [] }))
      from.each(env, both)
      let written = 0
      for (const unit of found) {
        if (!(await isLocked(env, unit, own.relations, where))) continue
        const row = unit.rows[slot]!
        context.model.write(
          context.transaction,
          table,
          within(env, unit, () => set(env, row)),
        )
        written += 1
      }
      return { columns: [], rows: [], tag: `UPDATE ${written}` }
    },
  }
}

function isMeant(env: Env, where: Expression | null): boolean {
  return where === null || where.at(env) === true
}

function nameOfTarget(node: Node): string {
  return 'ResTarget' in node ? (node.ResTarget.name ?? '') : functionName([node])
}

function typeIn(columns: Readonly<Record<string, Type>>, name: string, table: string): Type {
  const type = columns[name]
  if (type === undefined) throw notKnown(`there is no column ${table}.${name} (test/simulation/database/schema.ts)`)
  return type
}

function readAs(value: unknown, from: Type | undefined, to: Type, env: Env): unknown {
  return from === 'unknown' ? cast({ type: 'unknown', at: () => value }, to).at(env) : value
}
