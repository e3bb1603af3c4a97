import { hash } from 'node:crypto'
import pg from 'pg'
import { createClient } from 'redis'
import type { Dial } from './bus-line.ts'

/** Redis accepts much more; a message of this length is parsed in less than a millisecond. */
export const REDIS_BYTES_MAX = 64 * 1024
const CONNECT_MS_MAX = 2000
const ANSWER_MS_MAX = 2000

/** A line over publish and subscribe of Redis or Valkey. One connection does both (RESP 3: Redis 6, Valkey 7.2 and later). */
export function dialRedis(busUrl: string, channelOf: () => Promise<string>): Dial {
  const { href, number } = placeOf(busUrl)
  return async (heard, lost) => {
    const channel = `${await channelOf()}:${number}`
    const client = createClient({
      url: href,
      name: 'paddock-bus',
      // The bus reconnects and queues hints itself.
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS_MAX },
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
    })
    client.on('error', lost)
    client.on('end', () => lost(null))
    const close = () => {
      if (client.isOpen) client.destroy()
      return Promise.resolve()
    }
    const send = async (text: string) => {
      await inTime(client.publish(channel, text))
    }
    try {
      await inTime(client.connect())
      await inTime(client.subscribe(channel, heard))
      // An account that may subscribe but not publish fails here, not on the first hint.
      await send('[""]')
    } catch (error) {
      await close()
      throw error
    }
    return {
      send,
      async prove() {
        await inTime(client.ping())
      },
      close,
    }
  }
}

/**
 * The channel of one installation. Others may use the same Redis, and Redis channels ignore its numbered databases. The name is derived
 * from the database, so all processes of an installation share it without another setting.
 */
export function channelOf(databaseUrl: string): () => Promise<string> {
  let known: string | null = null
  return async () => {
    known ??= await readChannel(databaseUrl)
    return known
  }
}

async function readChannel(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ app: string }>(
      `select current_database() || ' ' || extract(epoch from min(at)) as app from migration`,
    )
    return `paddock:${hash('sha256', rows[0]?.app ?? '', 'hex').slice(0, 16)}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** `?tls=no` is for our configuration, and the database number selects a channel: neither is sent to the server. */
function placeOf(busUrl: string): { href: string; number: string } {
  const url = new URL(busUrl)
  const number = url.pathname.replace('/', '') || '0'
  url.search = ''
  url.pathname = ''
  return { href: url.href, number }
}

/** A stalled server neither resolves nor rejects. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer for ${ANSWER_MS_MAX} ms`)), ANSWER_MS_MAX)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    answer.catch(() => undefined)
    clearTimeout(timer)
  }
}
