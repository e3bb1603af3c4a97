import pg from 'pg'

/** `name`: under which a connection plans it once. `values`: in binary. `isRead`: it answers rows. */
export type Statement = { name: string; text: string; values?: Buffer[]; isRead?: boolean }

/**
 * Several statements as one group of PostgreSQL's protocol, with a single sync behind the last: the database answers the group at once
 * where it would answer each statement by itself, and nothing that follows a statement that fails is run. `planned`: the names that the
 * connection knows, which grow. `done` hears the results in the order of the statements.
 */
export class Trip extends pg.Query {
  #statements: readonly Statement[]
  #planned: Set<string>

  constructor(
    statements: readonly Statement[],
    planned: Set<string>,
    done: (error: Error | undefined, results: pg.QueryResult[]) => void,
  ) {
    super('trip', (error, results: unknown) => done(error, [results].flat() as pg.QueryResult[]))
    this.#statements = statements
    this.#planned = planned
  }

  override submit = (connection: pg.Connection): null => {
    for (const { name, text, values = [], isRead = false } of this.#statements) {
      if (!this.#planned.has(name)) connection.parse({ name, text, types: [] }, true)
      this.#planned.add(name)
      connection.bind({ statement: name, values }, true)
      if (isRead) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    return null
  }
}
