import type { FuncCall, Node } from 'libpg-query'
import { coerce, compared } from './operators.ts'
import { sorted, type SortKey } from './sort.ts'
import { notKnown, type Env, type Expression, type Scope } from './scope.ts'

type Compile = (node: Node | undefined, scope: Scope) => Expression

/** The last word of a name such as `pg_catalog.extract`, or an operator's sign. */
export function functionName(name: readonly Node[]): string {
  const last = name.at(-1)
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : ''
}

export function functionOf(call: FuncCall, scope: Scope, compile: Compile): Expression {
  const name = functionName(call.funcname ?? [])
  if (call.agg_filter !== undefined || call.over !== undefined || call.agg_distinct === true)
    throw notKnown(`${name} with a filter, a window or distinct`)
  const args = (call.args ?? []).map((arg) => compile(arg, scope))
  const aggregate = AGGREGATES[name]
  if (aggregate !== undefined) {
    scope.hasAggregate = true
    const order = (call.agg_order ?? []).map((item) => sortKeyOf(item, scope, compile))
    return aggregated(aggregate, call.agg_star === true ? [] : args, order)
  }
  const scalar = SCALARS[name]
  if (scalar === undefined) throw notKnown(`the function ${name}`)
  return scalar(args)
}

export function sortKeyOf(item: Node, scope: Scope, compile: Compile): SortKey {
  if (!('SortBy' in item)) throw notKnown('an unknown order')
  const { node, sortby_dir: direction, sortby_nulls: nulls } = item.SortBy
  const isDescending = direction === 'SORTBY_DESC'
  const nullsFirst = nulls === 'SORTBY_NULLS_FIRST' || (isDescending && nulls !== 'SORTBY_NULLS_LAST')
  return { by: compile(node, scope), isDescending, nullsFirst }
}

const SCALARS: Readonly<Record<string, (args: Expression[]) => Expression>> = {
  clock_timestamp: () => ({ type: 'timestamptz', at: ({ context }) => context.model.time.now() }),
  now: () => ({ type: 'timestamptz', at: ({ context }) => context.transaction.startedAt }),
  floor: ([value]) => ({ type: value!.type, at: (env) => mapped(value!.at(env), Math.floor) }),
  ceil: ([value]) => ({ type: value!.type, at: (env) => mapped(value!.at(env), Math.ceil) }),
  extract([field, from]) {
    const ms = (env: Env) => from!.at(env) as number
    return {
      type: 'numeric',
      ms,
      at(env) {
        if (field!.at(env) !== 'epoch') throw notKnown('extract of anything but epoch')
        return mapped(ms(env), (value) => value / 1000)
      },
    }
  },
  to_timestamp: ([seconds]) => {
    const value = coerce(seconds!, 'numeric')
    return { type: 'timestamptz', at: (env) => mapped(value.at(env), (each) => Math.round(each * 1_000_000) / 1000) }
  },
  unnest: ([array]) => ({ type: array!.type, isSet: true, at: (env) => array!.at(env) ?? [] }),
  json_build_object: objectOf,
  jsonb_build_object: objectOf,
  pg_notify: ([channel, payload]) => ({
    type: 'text',
    at(env) {
      env.context.transaction.notifications.push([String(channel!.at(env)), String(payload!.at(env))])
      return ''
    },
  }),
}

function mapped(value: unknown, change: (value: number) => number): number | null {
  return value === null ? null : change(value as number)
}

function objectOf(args: Expression[]): Expression {
  return {
    type: 'json',
    at(env) {
      const values = args.map((arg) => arg.at(env))
      return Object.fromEntries(values.flatMap((key, at) => (at % 2 === 0 ? [[String(key), values[at + 1]]] : [])))
    },
  }
}

type Aggregate = { type: (args: Expression[]) => Expression['type']; sum: (rows: unknown[][]) => unknown }

/** What an aggregate makes of its arguments, one list a row of the group. */
const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  count: { type: () => 'int8', sum: (rows) => rows.filter(([value]) => value !== null).length },
  json_agg: listed('json'),
  jsonb_agg: listed('jsonb'),
  json_object_agg: {
    type: () => 'json',
    sum: (rows) => (rows.length === 0 ? null : Object.fromEntries(rows.map(([key, value]) => [String(key), value]))),
  },
  bool_or: { type: () => 'bool', sum: (rows) => present(rows, (values) => values.includes(true)) },
  bool_and: { type: () => 'bool', sum: (rows) => present(rows, (values) => !values.includes(false)) },
  min: { type: ([arg]) => arg!.type, sum: (rows) => present(rows, (values) => values.toSorted(compared)[0]) },
  max: { type: ([arg]) => arg!.type, sum: (rows) => present(rows, (values) => values.toSorted(compared).at(-1)) },
  sum: {
    type: ([arg]) => (arg!.type === 'int4' ? 'int8' : 'numeric'),
    sum: (rows) => present(rows, (values) => values.reduce((total: number, value) => total + (value as number), 0)),
  },
}

function listed(type: Expression['type']): Aggregate {
  return { type: () => type, sum: (rows) => (rows.length === 0 ? null : rows.map(([value]) => value)) }
}

/** Most aggregates ignore null, and return null where no value remains. */
function present(rows: unknown[][], sum: (values: unknown[]) => unknown): unknown {
  const values = rows.flatMap(([value]) => (value === null ? [] : [value]))
  return values.length === 0 ? null : sum(values)
}

function aggregated({ type, sum }: Aggregate, args: Expression[], order: SortKey[]): Expression {
  return {
    type: type(args),
    at(env) {
      const { rows: before, group } = env
      const all = sorted(group, order, env).map((rows) => {
        env.rows = rows
        return args.map((arg) => arg.at(env))
      })
      env.rows = before
      return sum(all)
    },
  }
}
