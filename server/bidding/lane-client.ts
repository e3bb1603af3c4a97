import net from 'node:net'
import pg from 'pg'

const INT8 = 20

/**
 * A pipelined connection whose statements can be sent as one packet: the database is woken once for a group and not once for each
 * statement, and the order of statements stays what it was.
 */
export class LaneClient extends pg.Client {
  #socket: net.Socket

  constructor(config: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, pipeline: true, types: TYPES, stream: () => socket })
    this.#socket = socket
  }

  /** Sends what `queries` starts together. */
  together<T>(queries: () => T): T {
    this.#socket.cork()
    try {
      return queries()
    } finally {
      this.#socket.uncork()
    }
  }

  /** Sends statements together and waits for all. Throws the first error, which is the cause of those after it. */
  async inOneTrip<const T extends readonly Promise<unknown>[]>(queries: () => T) {
    const sent = this.together(queries)
    const settled = await Promise.allSettled(sent)
    for (const result of settled) if (result.status === 'rejected') throw result.reason as Error
    return Promise.all(sent)
  }
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text')),
}

/** int8 as a number; amounts and sequences stay far below the safe limit, and anything else is a fault. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('an integer from the database is not safe')
  return value
}
