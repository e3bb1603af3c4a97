import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What HTTP listens for on a connection, by the names that Node gives its listeners. */
const OF_HTTP = [
  ['data', 'bound socketOnData'],
  ['end', 'bound socketOnEnd'],
  ['drain', 'bound socketOnDrain'],
  ['error', 'socketOnError'],
  ['timeout', 'socketOnTimeout'],
] as const
const CLOSE_OF_HTTP = 'bound socketOnClose'

/**
 * Takes a connection out of HTTP's hands once its request has been read, as Node itself does when a connection goes over to another
 * protocol: HTTP hears that the connection is over, so it frees the parser, the request and the response. A stream lasts for hours, and
 * these are three quarters of what it would hold (decision 16). What the client sends from now on is thrown away.
 *
 * Answers false where the request is not read to its end, or this Node listens under other names: then everything stays as it is, which
 * works and costs more.
 */
export async function leaveHttp(response: ServerResponse): Promise<boolean> {
  const { req: request } = response
  const { socket } = request
  request.resume()
  // Never from within the parser, which is what runs while a request is being handled; and its end is told a turn later.
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

/** A connection that breaks is closed by Node, and its `close` is heard. */
function ignore(): void {}

/** Who says that he sends nothing more is gone. */
function hangUp(this: Socket): void {
  this.destroy()
}
