import net from 'node:net'
import type { AddressInfo } from 'node:net'

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/**
 * A door before a server that answers the first `refused` with 503, breaks off with the next `broken` without a word, and lets in all who
 * come after that: whoever measures how long a crowd takes to come back must have seen that its clients do come again.
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
    const house = net.connect({ port, host: '127.0.0.1' })
    sockets.add(house)
    house.on('error', () => undefined)
    client.pipe(house).pipe(client)
    client.on('close', () => house.destroy())
    house.on('close', () => client.destroy())
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
