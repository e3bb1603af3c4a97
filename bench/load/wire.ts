import { constants, inflateRawSync } from 'node:zlib'
import type { LotMessage } from '#contract/bidding/feed.ts'

/** The content of one message on the wire: the events after `from` up to `sequence`, and when each was decided (ms since the epoch). */
export type Brought = {
  from: number
  sequence: number
  decidedAt: number[]
  lines: string[]
  /** Bytes of its text, uncompressed. */
  length: number
}

/** How messages are framed in a stream, and what they contain. */
export type Wire = {
  /** Where the message that begins at `at` ends, or -1 while it is incomplete. */
  endOf(bytes: Buffer, at: number): number
  /** Null: not about the lot. Throws if the message contradicts itself. */
  read(message: Buffer): Brought | 'resync' | null
}

/** The server's feed: server-sent events without chunks. */
export const FEED: Wire = {
  endOf: (bytes, at) => {
    const end = bytes.indexOf('\n\n', at)
    return end < 0 ? -1 : end + 2
  },
  read(message) {
    const text = message.toString()
    if (text.includes('event: resync\n')) return 'resync'
    if (!text.includes('event: lot\n')) return null
    const { from, standing, lines } = JSON.parse(text.slice(text.indexOf('data: ') + 6)) as LotMessage
    if (!text.includes(`id: ${standing.lotId}.${standing.sequence}\n`)) throw new Error('the id is of another message')
    lines.forEach(({ sequence }, index) => {
      if (sequence !== from + index + 1) throw new Error(`event ${sequence} stands where ${from + index + 1} belongs`)
    })
    if (from + lines.length !== standing.sequence)
      throw new Error(`events ${from + 1} to ${from + lines.length} under the standing ${standing.sequence}`)
    return {
      from,
      sequence: standing.sequence,
      decidedAt: lines.map(({ at }) => at),
      lines: lines.map((line) => JSON.stringify(line)),
      length: message.length,
    }
  },
}

const GZIP_MAGIC = 0x1f8b
const GZIP_HEAD_BYTES = 10
const STORED_HEAD_BYTES = 5
/** The empty stored block with which every packed message ends. */
const END_OF_PACKED = Buffer.from([0, 0, 0xff, 0xff])

/** The server's feed as gzip: every message has its own blocks, either one stored block or several that end with an empty one. */
export const PACKED_FEED: Wire = {
  endOf(bytes, at) {
    if (bytes.length < at + STORED_HEAD_BYTES) return -1
    if (bytes.readUInt16BE(at) === GZIP_MAGIC) return endWithin(bytes, at + GZIP_HEAD_BYTES)
    if (bytes[at] === 0) return endWithin(bytes, at + STORED_HEAD_BYTES + bytes.readUInt16LE(at + 1))
    // The same four bytes may occur within a block: then what precedes them isn't a whole message.
    for (let end = bytes.indexOf(END_OF_PACKED, at); end >= 0; end = bytes.indexOf(END_OF_PACKED, end + 1)) {
      const next = end + END_OF_PACKED.length
      if (unpacked(bytes.subarray(at, next)).endsWith('\n\n')) return next
    }
    return -1
  },
  read(message) {
    if (message.readUInt16BE(0) === GZIP_MAGIC) return null
    return FEED.read(Buffer.from(unpacked(message)))
  },
}

function endWithin(bytes: Buffer, end: number): number {
  return end > bytes.length ? -1 : end
}

function unpacked(blocks: Buffer): string {
  return inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

/** The yardstick's WebSocket: one text frame of under 64 KB per bid, never masked, with its event as the feed would send it. */
export const WEBSOCKET: Wire = {
  endOf(bytes, at) {
    if (bytes.length < at + 4) return -1
    const short = bytes[at + 1]!
    const end = short < 126 ? at + 2 + short : at + 4 + bytes.readUInt16BE(at + 2)
    return end > bytes.length ? -1 : end
  },
  read(message) {
    const { from, lines } = JSON.parse(message.subarray(message[1]! < 126 ? 2 : 4).toString()) as LotMessage
    return { from, sequence: from + 1, decidedAt: lines.map(({ at }) => at), lines: [], length: message.length }
  },
}

/** A stream of which only the arrival of bytes counts. */
export const ANYTHING: Wire = {
  endOf: (bytes) => bytes.length,
  read: (message) =>
    message.includes('data: ') ? { from: 0, sequence: 0, decidedAt: [], lines: [], length: 0 } : null,
}
