import pg from 'pg'

/** `name`: the name it is prepared under on a connection. `values`: in binary (Buffer) or as text. `isRead`: it returns rows. */
export type Statement = { name: string; text: string; values?: (Buffer | string)[]; isRead?: boolean }

/**
 * For benchmark b1: 1.19x as many bids a second as one round trip per statement, the plain way (`npm run gains -- trip`, Nov 26, 2026).
 *
 * Several statements as one group of PostgreSQL's protocol, with a single sync after the last: the database answers the group in one reply
 * instead of one per statement, and skips everything after a failed statement. `planned`: the names the connection has prepared; it grows.
 * `done` receives the results in statement order.
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
