import net from 'node:net'
import pg from 'pg'
import { safeInteger } from '#server/platform/database/database.ts'
import { Trip, type Statement } from '#server/fast-path/trip.ts'

const INT8 = 20

/**
 * A pipelined connection that sends a group of statements as one message each way (`Trip`), and groups sent together as one packet. After
 * an error it can't be used again: ending it also ends what the failed trip left open.
 */
export class LaneClient extends pg.Client {
  #socket: net.Socket
  #planned = new Set<string>()

  constructor(config: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, pipeline: true, types: TYPES, stream: () => socket })
    this.#socket = socket
  }

  /** Sends the trips started in `trips` together. */
  together<T>(trips: () => T): T {
    this.#socket.cork()
    try {
      return trips()
    } finally {
      this.#socket.uncork()
    }
  }

  /** Sends statements together; returns the result of each. Throws the first error: the statements after it were not run. */
  trip(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, results: pg.QueryResult[]) => (error ? reject(error) : resolve(results))
      this.together(() => this.query(new Trip(statements, this.#planned, done)))
    })
  }
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text')),
}
