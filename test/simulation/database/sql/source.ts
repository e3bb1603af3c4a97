import type { FuncCall, JoinExpr, Node, RangeFunction, RangeSubselect, RangeVar } from 'libpg-query'
import { expressionOf } from './expression.ts'
import { functionName } from './functions.ts'
import { notKnown, type Env, type Expression, type Query, type Relation, type Scope } from './scope.ts'
import { tableNamed } from '../schema.ts'
import type { Column } from '../wire.ts'

/** What stands behind `from`: calls `then` with each combination of its rows set in `env`. */
export type Source = { each(env: Env, then: () => void): void; relations: readonly Relation[] }

const ONE_ROW: Source = { each: (_, then) => then(), relations: [] }

/** Every row of one item with every row of those after it, which may refer to it. */
export function sourceOf(items: readonly Node[], scope: Scope): Source {
  return items.map((item) => itemOf(item, scope)).reduce(inTurn, ONE_ROW)
}

function inTurn(outer: Source, inner: Source): Source {
  if (outer === ONE_ROW) return inner
  return {
    relations: [...outer.relations, ...inner.relations],
    each: (env, then) => outer.each(env, () => inner.each(env, then)),
  }
}

function itemOf(item: Node, scope: Scope): Source {
  if ('RangeVar' in item) return tableOf(item.RangeVar, scope)
  if ('JoinExpr' in item) return joinOf(item.JoinExpr, scope)
  if ('RangeSubselect' in item) return subselectOf(item.RangeSubselect, scope)
  if ('RangeFunction' in item) return arraysOf(item.RangeFunction, scope)
  throw notKnown(`a ${Object.keys(item).join()} to read from`)
}

function tableOf({ relname = '', alias }: RangeVar, scope: Scope): Source {
  const name = alias?.aliasname ?? relname
  const common = scope.commonNamed(relname)
  if (common !== undefined) return rowsOf(common, name, [], scope)
  const relation = scope.add(name, Object.entries(tableNamed(relname).columns), relname)
  return {
    relations: [relation],
    each(env, then) {
      const { model, transaction } = env.context
      for (const row of model.scan(transaction, relname)) {
        env.rows[relation.slot] = row
        then()
      }
    },
  }
}

function subselectOf({ subquery, alias }: RangeSubselect, scope: Scope): Source {
  if (subquery === undefined || !('SelectStmt' in subquery)) throw notKnown('a subquery that is no select')
  return rowsOf(scope.compile(subquery.SelectStmt, scope), alias?.aliasname ?? '', alias?.colnames ?? [], scope)
}

function rowsOf(query: Query, name: string, newNames: readonly Node[], scope: Scope): Source {
  const columns = query.columns.map(([own, type], at): Column => [namesIn(newNames)[at] ?? own, type])
  const relation = scope.add(name, columns)
  return {
    relations: [relation],
    each(env, then) {
      for (const values of query.run(env)) {
        env.rows[relation.slot] = Object.fromEntries(columns.map(([column], at) => [column, values[at]]))
        then()
      }
    },
  }
}

/** `unnest` of one array or of several, which are read side by side. */
function arraysOf({ functions = [], alias, ordinality }: RangeFunction, scope: Scope): Source {
  const [first] = functions
  const call = first !== undefined && 'List' in first ? first.List.items?.[0] : undefined
  if (functions.length !== 1 || call === undefined || !('FuncCall' in call) || ordinality === true)
    throw notKnown('a function to read from')
  const arrays = unnested(call.FuncCall, scope)
  const names = namesIn(alias?.colnames ?? [])
  const single = alias?.aliasname ?? 'unnest'
  // Unnamed columns share a name and are distinguished only by their position.
  const nameAt = (at: number) => names[at] ?? (at === 0 ? single : `${single} ${at + 1}`)
  const columns = arrays.map(({ type }, at): Column => [nameAt(at), type])
  const relation = scope.add(single, columns)
  return {
    relations: [relation],
    each(env, then) {
      const values = arrays.map((array) => array.at(env) as unknown[])
      for (let row = 0; row < Math.max(...values.map(({ length }) => length)); row += 1) {
        env.rows[relation.slot] = Object.fromEntries(columns.map(([name], at) => [name, values[at]![row] ?? null]))
        then()
      }
    },
  }
}

function unnested({ funcname = [], args = [] }: FuncCall, scope: Scope): Expression[] {
  if (functionName(funcname) !== 'unnest') throw notKnown(`rows from the function ${functionName(funcname)}`)
  return args.map((arg) => expressionOf(arg, scope))
}

function namesIn(names: readonly Node[]): string[] {
  return names.map((name) => ('String' in name ? (name.String.sval ?? '') : ''))
}

function joinOf({ jointype, larg, rarg, quals, usingClause, isNatural }: JoinExpr, scope: Scope): Source {
  if (larg === undefined || rarg === undefined || usingClause !== undefined || isNatural === true)
    throw notKnown('a join that is not written with on')
  if (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT') throw notKnown(`a ${jointype}`)
  const [left, right] = [itemOf(larg, scope), itemOf(rarg, scope)]
  const condition = quals === undefined ? null : expressionOf(quals, scope)
  return {
    relations: [...left.relations, ...right.relations],
    each(env, then) {
      left.each(env, () => {
        let isMatched = false
        right.each(env, () => {
          if (condition !== null && condition.at(env) !== true) return
          isMatched = true
          then()
        })
        if (isMatched || jointype === 'JOIN_INNER') return
        for (const { slot } of right.relations) env.rows[slot] = null
        then()
      })
    },
  }
}
