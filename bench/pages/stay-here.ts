import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Records every connection of this process to another machine: page measurement libraries have been known to report home. */
export function watchForStrangers(): { strangers: string[]; stop(): void } {
  const strangers: string[] = []
  const listener = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    const note = (where: string | undefined) => {
      if (where !== undefined && !isHere(where)) strangers.push(where)
    }
    socket.on('lookup', (_error: Error | null, address: string, _family: unknown, host: string) =>
      note(host ?? address),
    )
    socket.on('connect', () => note(socket.remoteAddress))
    socket.on('connectionAttempt', (address: string) => note(address))
  }
  subscribe('net.client.socket', listener)
  return { strangers, stop: () => unsubscribe('net.client.socket', listener) }
}

/** Of this machine itself. */
export function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}
