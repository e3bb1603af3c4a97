import net from 'node:net'
import type { AddressInfo } from 'node:net'

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/**
 * A proxy before a server that answers the first `refused` connections with 503, breaks off the next `broken` without an answer, and
 * passes on all later ones: a measurement of how long a crowd takes to return must prove that its clients retry.
 */
export async function openReluctantDoor(
  port: number,
  { refused, broken }: { refused: number; broken: number },
): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>()
  let came = 0
  const door = net.createServer((client) => {
    came += 1
    sockets.add(client)
    client.on('error', () => undefined)
    if (came <= refused) return client.once('data', () => client.end(BUSY))
    if (came <= refused + broken) return client.resetAndDestroy()
    const app = net.connect({ port, host: '127.0.0.1' })
    sockets.add(app)
    app.on('error', () => undefined)
    client.pipe(app).pipe(client)
    client.on('close', () => app.destroy())
    app.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '0.0.0.0', resolve))
  return {
    port: (door.address() as AddressInfo).port,
    close() {
      door.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
