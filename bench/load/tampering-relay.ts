import net from 'node:net'
import type { AddressInfo } from 'node:net'

/** What the relay does to a stream, once. The bench must notice each. */
export const TAMPERINGS = ['drop a message', 'swap two messages', 'drop an event', 'swap two events'] as const
export type Tampering = (typeof TAMPERINGS)[number]

/** A relay before a server's feed that spoils every stream once. Its watchers must be found out, or a benchmark finds nothing. */
export async function openTamperingRelay(port: number, tampering: Tampering): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const house = net.connect({ port, host: '127.0.0.1' })
    const spoil = spoilerOf(tampering)
    for (const socket of [client, house]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(house)
    house.on('data', (bytes: Buffer) => client.write(spoil(bytes.toString('latin1')), 'latin1'))
    house.on('close', () => client.destroy())
    client.on('close', () => house.destroy())
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

/** Messages of a lot with events, counted: the one that is spoiled comes when the stream is well under way. */
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
