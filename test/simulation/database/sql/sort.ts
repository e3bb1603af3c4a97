import { compared } from './operators.ts'
import type { Env, Expression, Rows } from './scope.ts'

export type SortKey = { by: Expression; isDescending: boolean; nullsFirst: boolean }

/** Rows in an order that is stable where the keys are equal. */
export function sorted(all: readonly Rows[], order: readonly SortKey[], env: Env): readonly Rows[] {
  if (order.length === 0) return all
  const keyed = all.map((rows) => ({ rows, keys: keysOf(rows, order, env) }))
  return keyed.toSorted((one, other) => compareKeys(one.keys, other.keys, order)).map(({ rows }) => rows)
}

function keysOf(rows: Rows, order: readonly SortKey[], env: Env): unknown[] {
  const before = env.rows
  env.rows = rows
  const keys = order.map(({ by }) => by.at(env))
  env.rows = before
  return keys
}

/** By the first key that differs. */
export function compareKeys(one: readonly unknown[], other: readonly unknown[], order: readonly SortKey[]): number {
  for (const [at, { isDescending, nullsFirst }] of order.entries()) {
    const [a, b] = [one[at], other[at]]
    if (a === b) continue
    if (a === null || b === null) return (a === null) === nullsFirst ? -1 : 1
    const result = compared(a, b)
    if (result !== 0) return isDescending ? -result : result
  }
  return 0
}
