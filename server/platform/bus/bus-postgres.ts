import pg from 'pg'
import type { Dial } from './bus-line.ts'

export const CHANNEL = 'paddock'
/** PostgreSQL takes notifications of under 8000 bytes. */
export const NOTIFY_BYTES_MAX = 7500
const ANSWER_MS_MAX = 5000

/** A line over LISTEN and NOTIFY on its own connection, never inside a transaction of bids. */
export function dialPostgres(databaseUrl: string): Dial {
  return async (heard, lost) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'paddock bus',
      pipeline: true,
      connectionTimeoutMillis: ANSWER_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
      keepAlive: true,
    })
    client.on('error', lost)
    client.on('end', () => lost(null))
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    const close = () => client.end().catch(() => undefined)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      void close()
      throw error
    }
    return {
      async send(text) {
        await client.query('select pg_notify($1, $2)', [CHANNEL, text])
      },
      async prove() {
        await client.query('select 1')
      },
      close,
    }
  }
}
