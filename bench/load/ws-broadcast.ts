import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { answerAsks } from './remote.ts'

/**
 * The yardstick of fan-out: the broadcast loop from the documentation of `ws`, one message per event to every client, each as long as
 * the server's message of one bid. Bids come on schedule; when the loop is late it sends what is due as fast as it can.
 */
const server = new WebSocketServer({ port: 0, host: '0.0.0.0', backlog: 4096 })
let sequence = 0

function broadcast(length: number): void {
  const message = messageOf(length)
  sequence += 1
  for (const client of server.clients) {
    if (client.readyState === (1 satisfies typeof WebSocket.OPEN)) client.send(message, { binary: false })
  }
}

function messageOf(length: number): Buffer {
  const event = { type: 'lot', from: sequence, lines: [{ sequence: sequence + 1, at: Date.now() }], fill: '' }
  const fill = length - JSON.stringify(event).length
  return Buffer.from(JSON.stringify({ ...event, fill: 'x'.repeat(Math.max(0, fill)) }))
}

answerAsks({
  port: () => (server.address() as AddressInfo).port,
  /** Returns how many events were sent to all clients. */
  async broadcast({ perSecond, forMs, length }: { perSecond: number; forMs: number; length: number }): Promise<number> {
    const startedAt = performance.now()
    let sent = 0
    for (;;) {
      const elapsed = performance.now() - startedAt
      if (elapsed >= forMs) return sent
      if (sent < (elapsed / 1000) * perSecond) {
        broadcast(length)
        sent += 1
      }
      await setImmediate()
    }
  },
})
