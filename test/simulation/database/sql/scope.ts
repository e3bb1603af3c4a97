import type { SelectStmt } from 'libpg-query'
import type { Limits, Model, Row, Transaction } from '../model.ts'
import type { Parameters, Type } from '../values.ts'
import type { Column } from '../wire.ts'

/** What a statement runs with. */
export type Context = { model: Model; transaction: Transaction; limits: Limits; given: Parameters }

export type Rows = (Row | null)[]

/**
 * Where a statement stands while it runs: `rows` has the current row of each relation by its slot (null: the empty side of an outer
 * join), `group` the rows of the group that an aggregate adds up.
 */
export type Env = { context: Context; rows: Rows; group: readonly Rows[] }

/** `isSet`: answers a list, each element of which becomes a row. `ms`: of seconds, the same in ms, without rounding. */
export type Expression = { type: Type; at(env: Env): unknown; isSet?: boolean; ms?: (env: Env) => number }

export type Query = { columns: readonly Column[]; run(env: Env): unknown[][] }

/** Something that a statement reads rows from, under the name that it has there. `table`: where it is one. */
export type Relation = { name: string; slot: number; columns: readonly Column[]; table: string | null }

/** How a query is compiled. A value of the scope, since expressions hold queries and queries expressions. */
export type Compiler = (select: SelectStmt, parent: Scope) => Query

/** The names an expression may use: those of its query, then those of the enclosing queries. */
export class Scope {
  readonly parent: Scope | null
  readonly compile: Compiler
  readonly relations: Relation[] = []
  readonly common = new Map<string, Query>()
  /** An aggregate was met in this query. */
  hasAggregate = false
  #slots: { used: number }

  constructor(parent: Scope | null, compile: Compiler) {
    this.parent = parent
    this.compile = compile
    this.#slots = parent === null ? { used: 0 } : parent.#slots
  }

  add(name: string, columns: readonly Column[], table: string | null = null): Relation {
    const relation = { name, columns, table, slot: this.#slots.used++ }
    this.relations.push(relation)
    return relation
  }

  commonNamed(name: string): Query | undefined {
    return this.common.get(name) ?? this.parent?.commonNamed(name)
  }

  /** What a name means, nearest query first: null where none knows it. */
  find(relationName: string | null, columnName: string): { relation: Relation; type: Type } | null {
    const found = this.relations.flatMap((relation) => {
      const column = relation.columns.find(([name]) => name === columnName)
      const isMeant = relationName === null || relation.name === relationName
      return isMeant && column !== undefined ? [{ relation, type: column[1] }] : []
    })
    if (found.length > 1) throw notKnown(`the column ${columnName} of two tables`)
    return found[0] ?? this.parent?.find(relationName, columnName) ?? null
  }

  relationNamed(name: string): Relation | undefined {
    return this.relations.find((relation) => relation.name === name) ?? this.parent?.relationNamed(name)
  }
}

/** An unsupported feature of the simulated database. It never guesses: the run ends here and names the statement. */
export function notKnown(what: string): Error {
  return new Error(`the simulated database cannot run this (test/simulation/database/sql): ${what}`)
}
