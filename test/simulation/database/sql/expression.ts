import type { A_Const, A_Expr, ColumnRef, Node, SubLink, TypeCast, TypeName } from 'libpg-query'
import { functionOf, functionName } from './functions.ts'
import { and, arithmetic, cast, coerce, comparison, compared, not, or, wider } from './operators.ts'
import { notKnown, type Env, type Expression, type Scope } from './scope.ts'
import { kindOf, type Type } from '../values.ts'

type Kind = Node extends infer One ? (One extends unknown ? keyof One : never) : never
type Body<K extends Kind> = Extract<Node, Record<K, unknown>>[K]

/** Compiles an expression of PostgreSQL's grammar into a function of the current rows. Throws if it contains anything unsupported. */
export function expressionOf(node: Node | undefined, scope: Scope): Expression {
  if (node === undefined) throw notKnown('an expression that is not there')
  const [kind, body] = Object.entries(node)[0]! as [Kind, never]
  const compile = KINDS[kind]
  if (compile === undefined) throw notKnown(`a ${kind}`)
  return compile(body, scope)
}

const KINDS: { [K in Kind]?: (body: Body<K>, scope: Scope) => Expression } = {
  ColumnRef: columnOf,
  A_Const: constantOf,
  A_Expr: operationOf,
  TypeCast: castOf,
  SubLink: subqueryOf,
  FuncCall: (call, scope) => functionOf(call, scope, expressionOf),
  ParamRef: ({ number = 0 }) => ({ type: 'unknown', at: ({ context }) => context.given.text(number) }),
  BoolExpr({ boolop, args = [] }, scope) {
    const parts = args.map((arg) => expressionOf(arg, scope))
    if (boolop === 'NOT_EXPR') return { type: 'bool', at: (env) => not(parts[0]!.at(env)) }
    const join = boolop === 'AND_EXPR' ? and : or
    return { type: 'bool', at: (env) => join(parts, env) }
  },
  NullTest({ arg, nulltesttype }, scope) {
    const tested = expressionOf(arg, scope)
    const wanted = nulltesttype === 'IS_NULL'
    return { type: 'bool', at: (env) => (tested.at(env) === null) === wanted }
  },
  BooleanTest({ arg, booltesttype = 'IS_TRUE' }, scope) {
    const tested = expressionOf(arg, scope)
    const wanted = booltesttype.endsWith('TRUE') ? true : booltesttype.endsWith('FALSE') ? false : null
    const isNegated = booltesttype.startsWith('IS_NOT')
    return { type: 'bool', at: (env) => (tested.at(env) === wanted) !== isNegated }
  },
  CoalesceExpr({ args = [] }, scope) {
    const parts = alike(args.map((arg) => expressionOf(arg, scope)))
    return { type: parts[0]!.type, at: (env) => firstNotNull(parts, env) }
  },
  CaseExpr({ arg, args = [], defresult }, scope) {
    const tested = arg === undefined ? null : expressionOf(arg, scope)
    const cases = args.map((each) => ('CaseWhen' in each ? each.CaseWhen : {}))
    const conditions = cases.map(({ expr }) => {
      const when = expressionOf(expr, scope)
      return tested === null ? when : comparison('=', tested, when)
    })
    const results = cases.map(({ result }) => expressionOf(result, scope))
    const otherwise = defresult === undefined ? NULL : expressionOf(defresult, scope)
    const values = alike([...results, otherwise])
    return {
      type: values[0]!.type,
      at(env) {
        const met = conditions.findIndex((condition) => condition.at(env) === true)
        return values.at(met)!.at(env)
      },
    }
  },
}

const NULL: Expression = { type: 'unknown', at: () => null }

function firstNotNull(parts: readonly Expression[], env: Env): unknown {
  for (const part of parts) {
    const value = part.at(env)
    if (value !== null) return value
  }
  return null
}

/** Branches of one value have one type: that of the first that says it. */
function alike(parts: Expression[]): Expression[] {
  const type = parts.map((part) => part.type).reduce(wider)
  return parts.map((part) => coerce(part, type))
}

function columnOf({ fields = [] }: ColumnRef, scope: Scope): Expression {
  const words = fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
  const [last = '', before = null] = words.toReversed()
  const found = scope.find(before, last)
  if (found !== null) {
    const { relation, type } = found
    return { type, at: ({ rows }) => rows[relation.slot]?.[last] ?? null }
  }
  const whole = scope.relationNamed(last)
  if (whole === undefined || before !== null) throw notKnown(`the column ${words.join('.')}`)
  return { type: 'json', at: ({ rows }) => rows[whole.slot] ?? null }
}

function constantOf({ ival, fval, sval, boolval, isnull }: A_Const): Expression {
  if (isnull === true) return NULL
  const [type, value]: [Type, unknown] =
    ival !== undefined
      ? ['int4', ival.ival ?? 0]
      : fval !== undefined
        ? ['numeric', Number(fval.fval)]
        : boolval !== undefined
          ? ['bool', boolval.boolval ?? false]
          : ['unknown', sval?.sval ?? '']
  return { type, at: () => value }
}

function castOf({ arg, typeName }: TypeCast, scope: Scope): Expression {
  const { type, isArray } = typeOf(typeName)
  if (!isArray) return cast(expressionOf(arg, scope), type)
  if (arg === undefined || !('ParamRef' in arg)) throw notKnown('an array that is no parameter')
  const { number = 0 } = arg.ParamRef
  return { type, at: ({ context }) => context.given.array(number, type) }
}

function typeOf({ names = [], arrayBounds = [] }: TypeName = {}): { type: Type; isArray: boolean } {
  const last = names.at(-1)
  if (last === undefined || !('String' in last)) throw notKnown('a type without a name')
  return { type: kindOf(last.String.sval ?? ''), isArray: arrayBounds.length > 0 }
}

function operationOf({ kind, name = [], lexpr, rexpr }: A_Expr, scope: Scope): Expression {
  const sign = functionName(name)
  const left = expressionOf(lexpr, scope)
  switch (kind) {
    case 'AEXPR_OP': {
      const right = expressionOf(rexpr, scope)
      return arithmetic(sign, left, right) ?? comparison(sign, left, right)
    }
    case 'AEXPR_OP_ANY':
      return amongOf(sign, left, expressionOf(rexpr, scope))
    case 'AEXPR_IN':
      return inOf(sign, left, listOf(rexpr, scope))
    case 'AEXPR_BETWEEN': {
      const [low, high] = listOf(rexpr, scope)
      const both = [comparison('>=', left, low!), comparison('<=', left, high!)]
      return { type: 'bool', at: (env) => and(both, env) }
    }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const right = coerce(expressionOf(rexpr, scope), left.type)
      const wanted = kind === 'AEXPR_NOT_DISTINCT'
      return { type: 'bool', at: (env) => (compared(left.at(env), right.at(env)) === 0) === wanted }
    }
    default:
      throw notKnown(`the operator ${sign} as ${kind}`)
  }
}

function listOf(node: Node | undefined, scope: Scope): Expression[] {
  if (node === undefined || !('List' in node)) throw notKnown('something other than a list')
  return (node.List.items ?? []).map((item) => expressionOf(item, scope))
}

function inOf(sign: string, left: Expression, list: Expression[]): Expression {
  const each = list.map((item) => comparison('=', left, item))
  return { type: 'bool', at: (env) => (sign === '=' ? or(each, env) : not(or(each, env))) }
}

/** `left = any(list)`: unknown where it is not among them and one of them is null. */
function amongOf(sign: string, left: Expression, list: Expression): Expression {
  if (sign !== '=') throw notKnown(`${sign} any`)
  return {
    type: 'bool',
    at(env) {
      const value = left.at(env)
      const values = list.at(env) as unknown[] | null
      if (value === null || values === null) return null
      return values.some((each) => compared(value, each) === 0) || (values.includes(null) ? null : false)
    },
  }
}

function subqueryOf({ subLinkType, testexpr, subselect }: SubLink, scope: Scope): Expression {
  if (subselect === undefined || !('SelectStmt' in subselect)) throw notKnown('a subquery that is no select')
  const query = scope.compile(subselect.SelectStmt, scope)
  const type = query.columns[0]?.[1] ?? 'unknown'
  switch (subLinkType) {
    case 'EXISTS_SUBLINK':
      return { type: 'bool', at: (env) => query.run(env).length > 0 }
    case 'EXPR_SUBLINK':
      return { type, at: (env) => query.run(env)[0]?.[0] ?? null }
    case 'ANY_SUBLINK':
      return amongOf('=', expressionOf(testexpr, scope), { type, at: (env) => query.run(env).map(([value]) => value) })
    default:
      throw notKnown(`a subquery as ${subLinkType}`)
  }
}
