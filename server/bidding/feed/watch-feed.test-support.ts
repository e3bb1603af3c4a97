import http from 'node:http'
import { constants, createGunzip } from 'node:zlib'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'

export type Watch = {
  /** Every message received, in order. */
  messages: FeedMessage[]
  /** The text as received. */
  text(): string
  headers: http.IncomingHttpHeaders
  lotMessages(lotId: string): LotMessage[]
  /** Resolves when `holds` is true; fails after `withinMs`. */
  until(holds: (messages: FeedMessage[]) => boolean, withinMs?: number): Promise<void>
  /** Resolves when the server ended the stream. */
  ended: Promise<void>
  close(): void
}

export type WatchOptions = {
  token: string
  lots?: string[]
  auctions?: string[]
  since?: string
  agent?: http.Agent
  /** Accepts gzip, as browsers do. */
  packed?: boolean
  /** Requests the heartbeat of a live auction. */
  pace?: 'live'
}

/** A watcher of the feed over real HTTP, for tests. Rejects with the status when the server refuses. */
export function watchFeed(
  url: string,
  { token, lots = [], auctions = [], since, agent, packed = false, pace }: WatchOptions,
): Promise<Watch> {
  const query = `lots=${lots.join()}&auctions=${auctions.join()}${pace === undefined ? '' : `&pace=${pace}`}`
  const headers = {
    authorization: `Bearer ${token}`,
    ...(since === undefined ? {} : { 'last-event-id': since }),
    ...(packed ? { 'accept-encoding': 'gzip, deflate, br, zstd' } : {}),
  }
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}/api/feed?${query}`, { headers, agent: agent ?? false }, (response) => {
      if (response.statusCode === 200) return resolve(read(response, () => request.destroy()))
      reject(new Error(`refused with ${response.statusCode}`))
      response.resume()
    })
    request.on('error', reject)
  })
}

function read(response: http.IncomingMessage, close: () => void): Watch {
  const messages: FeedMessage[] = []
  const checks = new Set<() => void>()
  let text = ''
  let rest = ''
  unpacked(response).on('data', (piece: string) => {
    text += piece
    const events = (rest + piece).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      if (data !== undefined) messages.push(JSON.parse(data.slice(6)) as FeedMessage)
    }
    for (const check of checks) check()
  })
  const ended = new Promise<void>((resolve) => response.on('close', resolve))
  response.on('error', () => undefined)
  return {
    messages,
    text: () => text,
    headers: response.headers,
    lotMessages: (lotId) =>
      messages.filter((each) => each.type === 'lot').filter((each) => each.standing.lotId === lotId),
    until: (holds, withinMs = 5000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          checks.delete(check)
          reject(new Error(`the message did not arrive; the last messages: ${JSON.stringify(messages.slice(-3))}`))
        }, withinMs)
        const check = () => {
          if (!holds(messages)) return
          clearTimeout(late)
          checks.delete(check)
          resolve()
        }
        checks.add(check)
        check()
      }),
    ended,
    close,
  }
}

/** The decompressed text, available as soon as its bytes arrive. */
function unpacked(response: http.IncomingMessage): NodeJS.ReadableStream {
  if (response.headers['content-encoding'] !== 'gzip') return response.setEncoding('utf8')
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  return response.pipe(gunzip).setEncoding('utf8')
}

/** A client that opens the feed and reads none of it until `resume`. */
export function watchWithoutReading(url: string): Promise<{ resume(): Watch; close(): void }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.on('error', () => undefined)
      resolve({ resume: () => read(response, () => request.destroy()), close: () => request.destroy() })
    })
    request.on('error', reject)
  })
}

/** Errors in a watcher's messages of a lot: invariant 6, except for where they end. */
export function faultsInStream(messages: FeedMessage[], lotId: string): string[] {
  const faults: string[] = []
  let held: number | null = null
  for (const message of messages) {
    if (message.type === 'resync') held = null
    if (message.type !== 'lot' || message.standing.lotId !== lotId) continue
    if (held !== null && message.from !== held) faults.push(`from ${message.from} where ${held} was held`)
    const expected = message.lines.map((_, index) => message.from + index + 1)
    if (message.lines.map((line) => line.sequence).join() !== expected.join())
      faults.push(`lines after ${message.from} have gaps`)
    const last: number = message.lines.at(-1)?.sequence ?? message.from
    if (last !== message.standing.sequence)
      faults.push(`the lines end at ${last}, the standing at ${message.standing.sequence}`)
    held = message.standing.sequence
  }
  return faults
}
