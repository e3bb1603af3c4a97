import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Notes every connection of this process to another machine: libraries that measure pages have been known to report home. */
export function watchForStrangers(): { strangers: string[]; stop(): void } {
  const strangers: string[] = []
  const heard = (message: unknown) => {
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
  subscribe('net.client.socket', heard)
  return { strangers, stop: () => unsubscribe('net.client.socket', heard) }
}

/** Of this machine itself. */
export function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}
