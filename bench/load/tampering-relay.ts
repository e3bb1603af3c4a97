import net from 'node:net'
import type { AddressInfo } from 'node:net'

/** What the relay does to a stream, once. The benchmark must detect each. */
export const TAMPERINGS = ['drop a message', 'swap two messages', 'drop an event', 'swap two events'] as const
export type Tampering = (typeof TAMPERINGS)[number]

/** A relay before a server's feed that corrupts every stream once. The benchmark must detect all of them. */
export async function openTamperingRelay(port: number, tampering: Tampering): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const app = net.connect({ port, host: '127.0.0.1' })
    const spoil = spoilerOf(tampering)
    for (const socket of [client, app]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(app)
    app.on('data', (bytes: Buffer) => client.write(spoil(bytes.toString('latin1')), 'latin1'))
    app.on('close', () => client.destroy())
    client.on('close', () => app.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Counts messages of a lot with events: the corrupted one comes when the stream is well under way. */
const SPOILED = 3

function spoilerOf(tampering: Tampering): (text: string) => string {
  let rest = ''
  let count = 0
  let kept = ''
  const each = (message: string): string => {
    const events = eventsIn(message)
    if (count >= SPOILED && kept === '') return message
    if (events.length === 0) return message
    if (kept !== '') {
      const swapped = message + kept
      kept = ''
      return swapped
    }
    if (tampering.endsWith('events') && events.length < 2) return message
    count += 1
    if (count < SPOILED) return message
    if (tampering === 'drop a message') return ''
    if (tampering === 'swap two messages') {
      kept = message
      return ''
    }
    const spoiled = tampering === 'drop an event' ? events.slice(1) : [events[1]!, events[0]!, ...events.slice(2)]
    return message.replace(events.join(), spoiled.join())
  }
  return (text) => {
    const messages = (rest + text).split('\n\n')
    rest = messages.pop() ?? ''
    return messages.map((message) => each(`${message}\n\n`)).join('')
  }
}

/** The texts of the events of a message of a lot. */
function eventsIn(message: string): string[] {
  if (!message.includes('event: lot\n')) return []
  const lines: unknown[] = JSON.parse(message.slice(message.indexOf('data: ') + 6)).lines
  return lines.map((line) => JSON.stringify(line))
}
