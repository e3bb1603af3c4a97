import pg from 'pg'
import type { Statement } from '#server/fast-path/trip.ts'

const INT8 = 20

/** Statements go to the database one after the other, each with a round trip of its own. */
export class LaneClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: pg.ClientConfig) {
    super({ ...config, types: TYPES })
  }

  together<T>(trips: () => T): T {
    return trips()
  }

  trip(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const mine = this.#last.then(async () => {
      const results: pg.QueryResult[] = []
      for (const { name, text, values = [] } of statements)
        results.push(await this.query({ name, text, values: [...values] }))
      return results
    })
    this.#last = mine.catch(() => undefined)
    return mine
  }
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
}
