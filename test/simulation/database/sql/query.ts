import type { Node, SelectStmt } from 'libpg-query'
import { expressionOf } from './expression.ts'
import { functionName, sortKeyOf } from './functions.ts'
import { coerce, wider } from './operators.ts'
import { notKnown, Scope, type Env, type Expression, type Query, type Rows } from './scope.ts'
import { compareKeys, type SortKey } from './sort.ts'
import { sourceOf, type Source } from './source.ts'
import type { Column } from '../wire.ts'

/** A row on its way to the answer: the rows that it is made of, and those of its group. */
export type Unit = { rows: Rows; group: readonly Rows[] }

/** A select without `union`, in its steps; a locking statement adds its own between them. */
export type Plain = Query & {
  source: Source
  where: Expression | null
  units(env: Env): Unit[]
  /** From `units` on: limit and target list. */
  answer(env: Env, units: readonly Unit[]): unknown[][]
}

export function queryOf(select: SelectStmt, parent: Scope | null): Query {
  const scope = new Scope(parent, queryOf)
  for (const common of select.withClause?.ctes ?? []) {
    const { ctename = '', ctequery, aliascolnames } = 'CommonTableExpr' in common ? common.CommonTableExpr : {}
    if (ctequery === undefined || !('SelectStmt' in ctequery) || aliascolnames !== undefined)
      throw notKnown('a with that is no plain select')
    scope.common.set(ctename, queryOf(ctequery.SelectStmt, scope))
  }
  if (select.valuesLists !== undefined) return valuesOf(select.valuesLists, scope)
  if (select.op === 'SETOP_UNION') return unionOf(select, scope)
  if (select.op !== 'SETOP_NONE' && select.op !== undefined) throw notKnown(select.op)
  if (select.lockingClause !== undefined && parent !== null) throw notKnown('for update in a subquery')
  return plainOf(select, scope)
}

/** The steps of a select whose `with` and `union` have been looked at. */
export function plainOf(select: SelectStmt, scope: Scope): Plain {
  if (select.windowClause !== undefined) throw notKnown('a window')
  const source = sourceOf(select.fromClause ?? [], scope)
  const where = select.whereClause === undefined ? null : expressionOf(select.whereClause, scope)
  const targets = (select.targetList ?? []).flatMap((target) => targetsOf(target, scope, source))
  const columns = targets.map(({ name, value }): Column => [name, value.type])
  const keyOf = (node: Node, at: SortKey | null) =>
    at ?? { by: expressionOf(node, scope), isDescending: false, nullsFirst: false }
  const groupBy = (select.groupClause ?? []).map((node) => keyOf(node, null).by)
  const having = select.havingClause === undefined ? null : expressionOf(select.havingClause, scope)
  const order = (select.sortClause ?? []).map((item) => sortKeyOf(item, scope, outputFirst(targets)))
  const distinct = distinctOf(select.distinctClause, targets, scope)
  const range = rangeOf(select, scope)
  const isGrouped = groupBy.length > 0 || scope.hasAggregate || having !== null
  const plain: Plain = {
    columns,
    source,
    where,
    units(env) {
      const found = matches(env, source, where)
      const units = isGrouped ? grouped(env, found, groupBy) : found.map((rows): Unit => ({ rows, group: [] }))
      const kept = having === null ? units : units.filter((unit) => within(env, unit, () => having.at(env) === true))
      return distinctOnly(env, inOrder(env, kept, order), distinct)
    },
    answer: (env, units) => range(env, units).flatMap((unit) => within(env, unit, () => answersOf(env, targets))),
    run: (env) => plain.answer(env, plain.units(env)),
  }
  return plain
}

type Target = { name: string; value: Expression }

/** One column, or all that a star stands for. */
function targetsOf(node: Node, scope: Scope, source: Source): Target[] {
  const { name, val } = 'ResTarget' in node ? node.ResTarget : {}
  const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : []
  const last = fields.at(-1)
  if (last === undefined || !('A_Star' in last)) return [{ name: name ?? nameOf(val), value: expressionOf(val, scope) }]
  const from = fields.length > 1 ? functionName(fields.slice(0, 1)) : null
  return source.relations
    .filter((relation) => from === null || relation.name === from)
    .flatMap(({ slot, columns }) =>
      columns.map(([column, type]) => ({
        name: column,
        value: { type, at: ({ rows }: Env) => rows[slot]?.[column] ?? null },
      })),
    )
}

/** As PostgreSQL names a column that was given no name. */
function nameOf(node: Node | undefined): string {
  if (node === undefined) return '?column?'
  if ('ColumnRef' in node) return functionName(node.ColumnRef.fields ?? [])
  if ('FuncCall' in node) return functionName(node.FuncCall.funcname ?? [])
  if ('CoalesceExpr' in node) return 'coalesce'
  if ('CaseExpr' in node) return 'case'
  if ('SubLink' in node)
    return node.SubLink.subLinkType === 'EXISTS_SUBLINK' ? 'exists' : nameOfOnly(node.SubLink.subselect)
  if ('TypeCast' in node) return nameOf(node.TypeCast.arg)
  return '?column?'
}

/** That of a subquery's one column. */
function nameOfOnly(node: Node | undefined): string {
  const target = node !== undefined && 'SelectStmt' in node ? node.SelectStmt.targetList?.[0] : undefined
  const { name, val } = target !== undefined && 'ResTarget' in target ? target.ResTarget : {}
  return name ?? nameOf(val)
}

/** In an order, a bare word is a column of the answer before it is one of a table. */
function outputFirst(targets: readonly Target[]): (node: Node | undefined, scope: Scope) => Expression {
  return (node, scope) => {
    const fields = node !== undefined && 'ColumnRef' in node ? (node.ColumnRef.fields ?? []) : []
    const named = fields.length === 1 ? targets.find(({ name }) => name === functionName(fields)) : undefined
    const number = node !== undefined && 'A_Const' in node ? (node.A_Const.ival?.ival ?? 0) : 0
    return (named ?? targets[number - 1])?.value ?? expressionOf(node, scope)
  }
}

function matches(env: Env, source: Source, where: Expression | null): Rows[] {
  const found: Rows[] = []
  const before = env.rows
  env.rows = [...before]
  source.each(env, () => {
    if (where === null || where.at(env) === true) found.push([...env.rows])
  })
  env.rows = before
  return found
}

/** Without `group by` all rows are one group, and none are one, too. */
function grouped(env: Env, found: readonly Rows[], groupBy: readonly Expression[]): Unit[] {
  if (groupBy.length === 0) return [{ rows: found[0] ?? env.rows, group: found }]
  const groups = Map.groupBy(found, (rows) =>
    keyOfValues(within(env, { rows, group: [] }, () => groupBy.map((each) => each.at(env)))),
  )
  return [...groups.values()].map((group) => ({ rows: group[0]!, group }))
}

function keyOfValues(values: readonly unknown[]): string {
  return JSON.stringify(values)
}

function inOrder(env: Env, units: readonly Unit[], order: readonly SortKey[]): readonly Unit[] {
  if (order.length === 0) return units
  const keyed = units.map((unit) => ({ unit, keys: within(env, unit, () => order.map(({ by }) => by.at(env))) }))
  return keyed.toSorted((one, other) => compareKeys(one.keys, other.keys, order)).map(({ unit }) => unit)
}

/** The expressions of which each combination is answered once, the first; none: all are. */
function distinctOf(clause: readonly Node[] | undefined, targets: readonly Target[], scope: Scope): Expression[] {
  if (clause === undefined) return []
  const isOn = clause.some((node) => Object.keys(node).length > 0)
  return isOn ? clause.map((node) => outputFirst(targets)(node, scope)) : targets.map(({ value }) => value)
}

function distinctOnly(env: Env, units: readonly Unit[], distinct: readonly Expression[]): Unit[] {
  if (distinct.length === 0) return [...units]
  const first = new Map<string, Unit>()
  for (const unit of units) {
    const key = keyOfValues(within(env, unit, () => distinct.map((each) => each.at(env))))
    if (!first.has(key)) first.set(key, unit)
  }
  return [...first.values()]
}

/** `limit` and `offset`. */
function rangeOf(
  { limitCount, limitOffset }: SelectStmt,
  scope: Scope,
): <T>(env: Env, all: readonly T[]) => readonly T[] {
  const numberOf = (node: Node | undefined) => (node === undefined ? null : coerce(expressionOf(node, scope), 'int8'))
  const [count, offset] = [numberOf(limitCount), numberOf(limitOffset)]
  if (count === null && offset === null) return (_, all) => all
  return (env, all) => {
    const from = Number(offset?.at(env) ?? 0)
    return all.slice(from, from + Number(count?.at(env) ?? all.length))
  }
}

/** One row of the answer, or one for each element of the arrays that are unfolded in the target list. */
function answersOf(env: Env, targets: readonly Target[]): unknown[][] {
  const values = targets.map(({ value }) => value.at(env))
  if (!targets.some(({ value }) => value.isSet === true)) return [values]
  const lists = values.map((value, at) => (targets[at]!.value.isSet === true ? (value as unknown[]) : null))
  const length = Math.max(...lists.map((list) => list?.length ?? 0))
  return Array.from({ length }, (_, row) =>
    values.map((value, at) => (lists[at] === null ? value : (lists[at]?.[row] ?? null))),
  )
}

/** Runs something where a unit's rows are the current ones. */
export function within<T>(env: Env, { rows, group }: Unit, run: () => T): T {
  const before = { rows: env.rows, group: env.group }
  env.rows = rows
  env.group = group
  const result = run()
  env.rows = before.rows
  env.group = before.group
  return result
}

function valuesOf(lists: readonly Node[], scope: Scope): Query {
  const all = lists.map((list) =>
    ('List' in list ? (list.List.items ?? []) : []).map((item) => expressionOf(item, scope)),
  )
  return {
    columns: (all[0] ?? []).map(({ type }, at): Column => [`column${at + 1}`, type]),
    run: (env) => all.map((values) => values.map((value) => value.at(env))),
  }
}

function unionOf(select: SelectStmt, scope: Scope): Query {
  const { larg = {}, rarg = {}, all = false } = select
  const [left, right] = [queryOf(larg, scope), queryOf(rarg, scope)]
  const columns = left.columns.map(([name, type], at): Column => [name, wider(type, right.columns[at]?.[1] ?? type)])
  const result = scope.add('', columns)
  const rowOf = (values: unknown[]) => Object.fromEntries(columns.map(([name], at) => [name, values[at]]))
  const order = (select.sortClause ?? []).map((item) => sortKeyOf(item, scope, expressionOf))
  const range = rangeOf(select, scope)
  return {
    columns,
    run(env) {
      const both = [...left.run(env), ...right.run(env)]
      const kept = all ? both : [...new Map(both.map((values) => [keyOfValues(values), values])).values()]
      const units = kept.map((values) => {
        const rows = [...env.rows]
        rows[result.slot] = rowOf(values)
        return { rows, group: [], values }
      })
      return range(env, inOrder(env, units, order)).map((unit) => (unit as (typeof units)[number]).values)
    },
  }
}
