import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** HTTP's own listeners on a connection, by the names Node gives them. */
const OF_HTTP = [
  ['data', 'bound socketOnData'],
  ['end', 'bound socketOnEnd'],
  ['drain', 'bound socketOnDrain'],
  ['error', 'socketOnError'],
  ['timeout', 'socketOnTimeout'],
] as const
const CLOSE_OF_HTTP = 'bound socketOnClose'

/**
 * For benchmark b5: a watcher holds 3.4 KB of heap, and 7.6 KB where the stream stays a response of HTTP, the plain way (1,500 watchers in
 * one run, `npm run gains -- leave-http`, Nov 28, 2026).
 *
 * Detaches a connection from HTTP once its request has been read, as Node does for a protocol upgrade: HTTP sees the connection as closed
 * and frees the parser, the request and the response. A stream lasts for hours, and these are three quarters of the memory it would hold
 * (decision 16). Whatever the client sends afterwards is discarded.
 *
 * Returns false when the request is not fully read, or when this Node version names its listeners differently: then nothing changes, which
 * works but costs more memory.
 */
export async function leaveHttp(response: ServerResponse): Promise<boolean> {
  const { req: request } = response
  const { socket } = request
  request.resume()
  // Never from within the parser, which runs while a request is being handled; its end is reported one turn later.
  await turn()
  await turn()
  const freed = socket.listeners('close').find((listener) => listener.name === CLOSE_OF_HTTP)
  if (socket.destroyed || !request.readableEnded || freed === undefined) return false
  socket.on('error', ignore)
  socket.on('end', hangUp)
  response.detachSocket(socket)
  socket.removeListener('close', freed as () => void)
  freed.call(socket)
  for (const [event, name] of OF_HTTP) {
    for (const listener of socket.listeners(event))
      if (listener.name === name) socket.removeListener(event, listener as () => void)
  }
  socket.resume()
  return true
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Node closes a broken connection, and its `close` event is handled. */
function ignore(): void {}

/** A client that ends its side has left. */
function hangUp(this: Socket): void {
  this.destroy()
}
