import { hash } from 'node:crypto'
import pg from 'pg'
import { createClient } from 'redis'
import type { Dial } from './bus-line.ts'

/** Redis takes much more; a text of this length is parsed in less than a millisecond. */
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
      // The bus dials anew by itself, and what waits meanwhile waits there.
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
      // Whoever may listen and not speak hears of it here, and not with the first hint.
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
 * The channel of one house: others may use the same Redis, and channels know nothing of its numbered databases. It follows from the
 * database, so that all processes of a house meet without another setting.
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
    const { rows } = await client.query<{ house: string }>(
      `select current_database() || ' ' || extract(epoch from min(at)) as house from migration`,
    )
    return `paddock:${hash('sha256', rows[0]?.house ?? '', 'hex').slice(0, 16)}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** `?tls=no` is a word to our configuration, and the number chooses a channel: neither is for the server. */
function placeOf(busUrl: string): { href: string; number: string } {
  const url = new URL(busUrl)
  const number = url.pathname.replace('/', '') || '0'
  url.search = ''
  url.pathname = ''
  return { href: url.href, number }
}

/** A server that stands still answers neither yes nor no. */
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
