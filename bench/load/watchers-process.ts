import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Latencies } from './latencies.ts'
import { answerAsks } from './remote.ts'
import { MessageBook, WatchedStream, type Tally } from './watched-stream.ts'
import { ANYTHING, FEED, PACKED_FEED, WEBSOCKET, type Wire } from './wire.ts'
import type { GroupReport, OpenGroup } from './watchers.ts'

/**
 * Watchers as cheap as possible: one read buffer for all, and only the first of equal messages is decoded. They share the machine
 * with what they measure.
 */
const WIRES: Record<OpenGroup['wire'], Wire> = {
  feed: FEED,
  'packed-feed': PACKED_FEED,
  websocket: WEBSOCKET,
  anything: ANYTHING,
}
const READ_BUFFER = Buffer.allocUnsafe(256 * 1024)
/** Connections are made from several addresses to several: one address has ports for 28,000. */
const ADDRESSES = 8
/** The delay that the feed tells browsers to wait before they reconnect, in ms. */
const AGAIN_MS = 1000
const TIMES_MAX = 60

type Watcher = { socket: net.Socket; stream: WatchedStream }
type Group = OpenGroup & { watchers: Watcher[]; book: MessageBook; lost: number; turnedAway: number; brokenOff: number }

const groups = new Map<string, Group>()

/** Retries while the server is busy or breaks off before an answer, as a browser does. */
async function open(group: Group, index: number): Promise<void> {
  for (let times = 0; times < TIMES_MAX; times += 1) {
    const outcome = await tryToOpen(group, index)
    if (outcome === 'there') return
    group[outcome] += 1
    await wait(AGAIN_MS)
  }
  throw new Error('a watcher was never admitted')
}

/** `brokenOff`: before there was an answer. */
function tryToOpen(group: Group, index: number): Promise<'there' | 'turnedAway' | 'brokenOff'> {
  const { port, request, tokens, book } = group
  const stream = new WatchedStream(book)
  return new Promise((resolve, reject) => {
    const socket = net.connect({
      port,
      host: `127.0.0.${1 + (index % ADDRESSES)}`,
      onread: {
        buffer: READ_BUFFER,
        callback(length) {
          const wasThere = isThere(stream, group)
          stream.take(READ_BUFFER.subarray(0, length), Date.now())
          if (!wasThere && isThere(stream, group)) resolve('there')
          // The rest of a refusal is its text; the connection isn't used again.
          if (stream.status === 503) socket.destroy()
          return true
        },
      },
    })
    socket.once('connect', () => socket.write(request.replace('TOKEN', tokens[index] ?? '')))
    // A broken connection is closed next.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (stream.status === 503) return resolve('turnedAway')
      if (stream.status === 0) return resolve('brokenOff')
      group.lost += 1
      reject(new Error(`a watcher was cut off, status ${stream.status}`))
    })
    group.watchers[index] = { socket, stream }
  })
}

/** A watcher is connected once it has the standing; the yardstick's once it is accepted. */
function isThere({ status, held }: WatchedStream, { wire }: Group): boolean {
  return wire === 'websocket' ? status === 101 : held !== null
}

/** Opens all connections, at most `atOnce` pending at a time. Returns the seconds it took. */
async function openAll(group: Group, atOnce: number): Promise<number> {
  const startedAt = performance.now()
  const { tokens } = group
  let next = 0
  const worker = async () => {
    while (next < tokens.length) await open(group, next++)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, tokens.length) }, worker))
  return (performance.now() - startedAt) / 1000
}

function groupNamed(name: string): Group {
  const group = groups.get(name)
  if (group === undefined) throw new Error(`there is no group ${name}`)
  return group
}

/** Ends all connections like a browser that leaves. */
async function hangUp(group: Group): Promise<void> {
  const closed = group.watchers.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)))
  for (const { socket } of group.watchers) {
    socket.removeAllListeners('close')
    socket.removeAllListeners('error')
    socket.on('error', () => undefined)
    socket.destroy()
  }
  group.watchers = []
  await Promise.race([Promise.all(closed), wait(500)])
}

answerAsks({
  async open(asked: OpenGroup) {
    const tally: Tally = { deliveries: 0, latencies: new Latencies(), gaps: 0, faults: [] }
    const book = new MessageBook(WIRES[asked.wire], tally)
    const group: Group = { ...asked, watchers: [], book, lost: 0, turnedAway: 0, brokenOff: 0 }
    groups.set(asked.name, group)
    return openAll(group, asked.atOnce)
  },
  async reopen({ name, atOnce }: { name: string; atOnce: number }) {
    const group = groupNamed(name)
    await hangUp(group)
    return openAll(group, atOnce)
  },
  /** Counts from here. */
  begin(name: string) {
    const { book } = groupNamed(name)
    book.settle()
    const { tally } = book
    tally.deliveries = 0
    tally.latencies.clear()
  },
  report(name: string): GroupReport {
    const { watchers, book, lost, turnedAway, brokenOff } = groupNamed(name)
    book.settle()
    const held = watchers.map(({ stream }) => stream.held ?? -1)
    const { deliveries, latencies, gaps, faults } = book.tally
    return {
      deliveries,
      latencies: latencies.toJSON(),
      gaps,
      faults,
      lost,
      turnedAway,
      brokenOff,
      oneEventBytes: book.oneEventBytes,
      lowest: held.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER),
      highest: held.reduce((a, b) => Math.max(a, b), -1),
    }
  },
  /** Every delivered event, by sequence. */
  lines: (name: string) => [...groupNamed(name).book.lines],
  async close(name: string) {
    await hangUp(groupNamed(name))
    groups.delete(name)
  },
})
